// What stands where something of one's own would, until a wallet is connected and signed in.
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { WalletButton } from '../../wallet/WalletButton.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import { useSession, useSignIn } from './queries.ts'

/** Draws `children` for the wallet that is signed in; asks to connect and to sign in where none is. */
export function SignedIn({
  icon,
  title,
  note,
  loading,
  children,
}: {
  readonly icon: ReactNode
  /** "Sign in for alerts" */
  readonly title: string
  /** What is kept for the wallet, in a sentence. */
  readonly note: string
  /** While it is not known who is here. */
  readonly loading: ReactNode
  readonly children: (wallet: string) => ReactNode
}) {
  const { status } = useWallet()
  const { walletAddress, isKnown } = useSession()
  const { signIn, isPending } = useSignIn()
  if (walletAddress !== undefined) return children(walletAddress)
  if (status === 'connecting' || (status === 'connected' && !isKnown)) return loading
  if (status === 'disconnected')
    return (
      <Message icon={icon} title="Connect your wallet" action={<WalletButton />}>
        {note}
      </Message>
    )
  return (
    <Message
      icon={icon}
      title={title}
      action={
        <Button pending={isPending} onClick={() => void signIn()}>
          Sign in
        </Button>
      }
    >
      {note} The signature costs nothing and moves nothing.
    </Message>
  )
}
