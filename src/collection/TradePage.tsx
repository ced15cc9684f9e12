// Placeholder until the trade page lands.
export default function TradePage({ id }: { readonly id: string }) {
  return <h1 className="p-8 font-display text-28">{id}</h1>
}
