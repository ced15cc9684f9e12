// "Connect Wallet", "Connecting...", or the wallet's address, whose menu is loaded with the first connection.

import { Wallet } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import type { WalletButtonProps } from './ConnectedWallet.tsx'
import { openWalletModal, useWallet } from './wallet.ts'

const ConnectedWallet = lazyPart(() => import('./ConnectedWallet.tsx'))

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
