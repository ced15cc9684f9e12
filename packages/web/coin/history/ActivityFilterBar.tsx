// Which activity to show: its kind, its size, and whose. A wallet is typed, pasted, or one's own.
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import {
  type ActivityFilters,
  KIND_CHOICES,
  type KindChoice,
  looksLikeAddress,
  SIZE_CHOICES,
} from './activity-filters.ts'

const SELECT =
  'h-11 min-w-0 rounded-input border border-line bg-ink pr-7 pl-3 text-16 text-text transition-colors hover:border-faint focus:border-violet sm:text-14'

export function ActivityFilterBar({
  filters,
  onChange,
}: {
  readonly filters: ActivityFilters
  readonly onChange: (filters: ActivityFilters) => void
}) {
  const sizes = [...new Set([...SIZE_CHOICES, ...(filters.minSol === undefined ? [] : [filters.minSol])])]
  return (
    <div className="grid grid-cols-2 gap-2 border-b border-line p-4 lg:flex">
      <select
        aria-label="Kind of activity"
        value={filters.kind}
        onChange={(event) => onChange({ ...filters, kind: event.target.value as KindChoice })}
        className={SELECT}
      >
        {KIND_CHOICES.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Size"
        value={filters.minSol ?? ''}
        onChange={(event) =>
          onChange({ ...filters, minSol: event.target.value === '' ? undefined : event.target.value })
        }
        className={SELECT}
      >
        <option value="">Any size</option>
        {sizes
          .sort((a, b) => Number(a) - Number(b))
          .map((size) => (
            <option key={size} value={size}>
              {size} SOL or more
            </option>
          ))}
      </select>
      <WalletFilter
        walletAddress={filters.walletAddress}
        onChange={(walletAddress) => onChange({ ...filters, walletAddress, isFollowing: false })}
      />
    </div>
  )
}

function WalletFilter({
  walletAddress,
  onChange,
}: {
  readonly walletAddress: string | undefined
  readonly onChange: (walletAddress: string | undefined) => void
}) {
  const { status, address } = useWallet()
  const [typed, setTyped] = useState({ text: walletAddress ?? '', chosen: walletAddress })
  // Another wallet in the address is another text in the field.
  const text = typed.chosen === walletAddress ? typed.text : (walletAddress ?? '')
  const isWrong = text !== '' && !looksLikeAddress(text)
  const type = (input: string) => {
    const next = input.trim()
    const chosen = next === '' ? undefined : looksLikeAddress(next) ? next : walletAddress
    setTyped({ text: next, chosen })
    if (chosen !== walletAddress) onChange(chosen)
  }
  return (
    <div className="col-span-2 flex min-w-0 flex-1 items-center gap-2">
      <TextInput
        figures
        aria-label="Wallet address"
        aria-invalid={isWrong || undefined}
        placeholder="Any wallet"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        className="min-w-0 flex-1"
      />
      {status === 'connected' && address !== walletAddress && (
        <Button variant="secondary" className="h-11" onClick={() => onChange(address)}>
          Mine
        </Button>
      )}
      {walletAddress !== undefined && (
        <Button
          variant="ghost"
          aria-label="Show all wallets"
          className="size-11 px-0!"
          onClick={() => onChange(undefined)}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
