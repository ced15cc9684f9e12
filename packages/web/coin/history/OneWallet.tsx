// Above the trades of one wallet: whose they are, and whether to follow it.
import { FollowButton } from '../../people/session/FollowButton.tsx'
import { WalletLink } from '../../shared/WalletLink.tsx'

export default function OneWallet({ address }: { readonly address: string }) {
  return (
    <p className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5 text-13 text-muted pointer-coarse:min-h-14">
      <WalletLink address={address} />
      <FollowButton address={address} size="sm" />
    </p>
  )
}
