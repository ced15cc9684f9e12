// The coins.
export default function HomePage() {
  return <title>Twinmint</title>
}
