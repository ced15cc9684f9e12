// Placeholder until the launch page lands.
export default function LaunchPage({ variant }: { readonly variant: 'launch' | 'hybrid' }) {
  return <h1 className="p-8 font-display text-28">{variant === 'launch' ? 'Launch Your Collection' : 'Hybrid Launch'}</h1>
}
