// What the first who uses a coin after an upgrade of the program pays beside the fee; nothing otherwise.
import { Sol } from '../../../ui/amounts.tsx'
import { Line } from '../../../ui/Lines.tsx'

export function UpgradeLine({
  lamports,
  isOfMany = false,
}: {
  readonly lamports: bigint
  readonly isOfMany?: boolean
}) {
  if (lamports === 0n) return null
  return (
    <Line term={isOfMany ? 'Upgrade of the coins’ accounts' : 'Upgrade of the coin’s account'}>
      <Sol lamports={lamports.toString()} />
    </Line>
  )
}
