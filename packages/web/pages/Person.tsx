// What the header has for a connected wallet: its avatar, which opens the profile, and what runs beside it. Loaded with the
// first connection.
import { Suspense } from 'react'
import { AlertNews } from '../people/alerts/AlertNews.tsx'
import { useFace } from '../people/profile/avatar-cache.ts'
import { useSignOutWithWallet } from '../people/session/queries.ts'
import { WatchSync } from '../people/session/WatchSync.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { useWallet } from '../wallet/wallet.ts'

const ProfileDialog = lazyPart(() => import('../people/profile/ProfileDialog.tsx'))

export default function Person({
  isOpen,
  onOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}) {
  const { address } = useWallet()
  useSignOutWithWallet()
  if (address === undefined) return null
  return (
    <>
      <WatchSync />
      <AlertNews />
      <AvatarButton address={address} onOpen={onOpen} />
      {isOpen && (
        <Suspense>
          <ProfileDialog key={address} address={address} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}

function AvatarButton({ address, onOpen }: { readonly address: string; readonly onOpen: () => void }) {
  const face = useFace(address)
  return (
    <button
      type="button"
      aria-label="Profile"
      title="Profile"
      onClick={onOpen}
      className="hidden size-11 items-center justify-center rounded-full transition-colors hover:bg-raised lg:flex"
    >
      <Avatar src={face} size={32} className="size-8" />
    </button>
  )
}
