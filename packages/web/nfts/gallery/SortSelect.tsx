// The order of a list of NFTs, chosen from a few.

export function SortSelect<Sort extends string>({
  label,
  sorts,
  sort,
  onChange,
}: {
  readonly label: string
  /** In this order. */
  readonly sorts: Readonly<Record<Sort, string>>
  readonly sort: Sort
  readonly onChange: (sort: Sort) => void
}) {
  return (
    <select
      aria-label={label}
      value={sort}
      onChange={(event) => onChange(event.target.value as Sort)}
      className="h-11 min-w-0 flex-1 rounded-input border border-line bg-ink pr-7 pl-3 text-16 text-text transition-colors hover:border-faint focus:border-violet sm:w-44 sm:flex-none sm:text-14"
    >
      {Object.entries<string>(sorts).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
