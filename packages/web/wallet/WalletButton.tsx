// "Connect Wallet", "Connecting...", or the wallet's address, whose menu is loaded with the first connection.
import { Wallet } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button, type ButtonSize, type ButtonVariant } from '../ui/Button.tsx'
import { later } from '../ui/lazy.tsx'
import { openWalletModal, useWallet } from './wallet.ts'

const ConnectedWallet = later(() => import('./ConnectedWallet.tsx'))

export interface WalletButtonProps {
  readonly size?: ButtonSize | undefined
  readonly variant?: ButtonVariant | undefined
  readonly className?: string | undefined
  /** The form around it waits for the wallet of the last visit. */
  readonly isConnecting?: boolean
  /** At the top of the menu: the balance. */
  readonly menuTop?: ReactNode
  /** Lines of the menu, each with `MENU_ITEM`. */
  readonly menuItems?: ReactNode
}

export function WalletButton({
  size = 'md',
  variant = 'primary',
  className,
  isConnecting = false,
  menuTop,
  menuItems,
}: WalletButtonProps) {
  const { status, address } = useWallet()
  const connecting = (
    <Button size={size} variant={variant} className={className} pending>
      Connecting...
    </Button>
  )
  if (status === 'connecting' || (isConnecting && status === 'disconnected')) return connecting
  if (status === 'connected' && address !== undefined)
    return (
      <Suspense fallback={connecting}>
        <ConnectedWallet
          address={address}
          size={size}
          className={className}
          menuTop={menuTop}
          menuItems={menuItems}
        />
      </Suspense>
    )
  return (
    <Button size={size} variant={variant} className={className} onClick={openWalletModal}>
      <Wallet size={16} aria-hidden="true" className="max-[25rem]:hidden" />
      Connect Wallet
    </Button>
  )
}
