// Defers a form's submission while the wallet of the last visit reconnects.
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { showToast, type ToastMessage } from '../../ui/toasts/toast.ts'
import { useWallet, walletStore } from '../wallet.ts'
import type { WalletOption } from './options.ts'

/**
 * `submit` runs at once where a wallet is connected; otherwise when that of the last visit has reconnected, with the values of the
 * latest render. `missing` is shown when it has not in time. Nothing happens if `form`, the text of what was submitted, has changed
 * meanwhile.
 */
export function useSubmitOnceConnected(
  form: string,
  submit: () => void,
  missing: (wallets: readonly WalletOption[]) => ToastMessage,
) {
  const { status, wallets } = useWallet()
  const isConnected = status === 'connected'
  const [waiting, setWaiting] = useState<{ readonly form: string; readonly isSettled: boolean }>()
  const run = useEffectEvent(() => {
    if (waiting?.form !== form) return
    if (isConnected) submit()
    else showToast(missing(wallets))
  })
  useEffect(() => {
    if (waiting?.isSettled === true) run()
    if (waiting?.isSettled !== false) return undefined
    let isOver = false
    void walletStore.settled().then(() => {
      if (!isOver) setWaiting({ ...waiting, isSettled: true })
    })
    return () => {
      isOver = true
    }
  }, [waiting])
  return {
    isWaiting: waiting?.isSettled === false && waiting.form === form,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (isConnected) submit()
      else setWaiting({ form, isSettled: false })
    },
  }
}
