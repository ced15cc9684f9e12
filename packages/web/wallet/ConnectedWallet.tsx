// The connected wallet's button: what it has in SOL and its address, and a small menu with the balance to the lamport, to copy
// and to disconnect.

import { ChevronDown, Copy, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { writeToClipboard } from '../ui/amounts.tsx'
import type { ButtonSize, ButtonVariant } from '../ui/Button.tsx'
import { Button } from '../ui/Button.tsx'
import { formatSolShort, shortAddress } from '../ui/format.ts'
import { showToast } from '../ui/toasts/toast.ts'
import { useWalletBalance } from './balance.ts'
import { DEMO_WALLET_NAME } from './connecting/options.ts'
import { isDemoUnkept } from './connecting/storage-blocked.ts'
import { useWallet } from './wallet.ts'

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

export default function ConnectedWallet({
  address,
  size,
  className,
  menuTop,
  menuItems,
}: { readonly address: string } & Omit<WalletButtonProps, 'variant'>) {
  const { walletName, disconnect } = useWallet()
  const { data } = useWalletBalance(address)
  const balance = data === undefined ? '…' : formatSolShort(data.lamports)
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])

  const copy = async () => {
    setOpen(false)
    if (await writeToClipboard(address))
      showToast({ title: 'Copied!', description: 'Wallet address copied to clipboard', tone: 'success' })
    else showToast({ title: 'Not copied', description: address, tone: 'destructive' })
  }

  return (
    <div ref={box} className="relative">
      <Button
        ref={button}
        size={size}
        variant="secondary"
        className={className}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`Wallet ${shortAddress(address)}, ${balance} SOL`}
        onClick={() => setOpen(!open)}
      >
        {/* As wide as the longest balance makes it, so that nothing beside it moves. In two lines where room is short. */}
        <span
          translate="no"
          className="figures flex min-w-[10ch] flex-col items-center text-13 leading-4 xl:min-w-[20ch] xl:flex-row xl:justify-center xl:gap-2"
        >
          <span className="font-semibold">{balance} SOL</span>
          <span className="text-12 font-normal text-muted xl:text-13">{shortAddress(address)}</span>
        </span>
        <ChevronDown size={14} aria-hidden="true" className="text-muted" />
      </Button>
      {open && (
        <div
          id={id}
          className="absolute right-0 z-40 mt-2 w-60 animate-rise rounded-panel border border-line bg-raised p-1.5"
        >
          <div className="border-b border-line px-3 pt-2 pb-3">
            <p className="text-12 text-muted">{walletName}</p>
            {walletName === DEMO_WALLET_NAME && <UnkeptNote />}
            {menuTop}
          </div>
          {/* Whatever is chosen there closes the menu. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the items take the keys */}
          <div onClick={() => setOpen(false)}>{menuItems}</div>
          <button type="button" onClick={() => void copy()} className={MENU_ITEM}>
            <Copy size={16} aria-hidden="true" />
            Copy address
          </button>
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              void disconnect()
            }}
            className={MENU_ITEM}
          >
            <LogOut size={16} aria-hidden="true" />
            Disconnect
          </button>
        </div>
      )}
    </div>
  )
}

function UnkeptNote() {
  const isUnkept = useSyncExternalStore(isDemoUnkept.subscribe, isDemoUnkept.get, isDemoUnkept.first)
  return isUnkept ? (
    <p className="text-12 text-gold">
      This browser blocks storage: the key lasts until you close or reload this page.
    </p>
  ) : null
}

export const MENU_ITEM =
  'mt-1 flex h-11 w-full items-center gap-3 rounded-input px-3 text-14 text-muted transition-colors hover:bg-line hover:text-text focus-visible:-outline-offset-2'
