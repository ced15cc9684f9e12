// Beside every page: the buys of one click and the dialog that sets their amounts, each loaded when it is needed.
import { Suspense, useEffect } from 'react'
import type { SiteConfig } from '../site/contract.ts'
import { later } from '../ui/later.tsx'
import { useAskedBuys, useIsQuickSettingOpen, useQuickBuy } from '../wallet/quick/quick-buy.ts'
import { useWallet } from '../wallet/wallet.ts'

const loadHost = () => import('../trade/QuickBuyHost.tsx')
const QuickBuyHost = later(loadHost)
const QuickBuyDialog = later(() => import('../wallet/quick/QuickBuyDialog.tsx'))

/** After the page's own code. */
const LOAD_AFTER_MS = 2_000

export function QuickBuys({ site }: { readonly site: SiteConfig | undefined }) {
  const isOn = useQuickBuy() !== undefined
  const isConnected = useWallet().status === 'connected'
  const hasAsked = useAskedBuys().length > 0
  const isSettingOpen = useIsQuickSettingOpen()
  useEffect(() => {
    if (!isOn || !isConnected) return undefined
    const timer = setTimeout(() => void loadHost().catch(() => undefined), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOn, isConnected])
  return (
    <Suspense>
      {hasAsked && <QuickBuyHost site={site} />}
      {isSettingOpen && <QuickBuyDialog />}
    </Suspense>
  )
}
