// Beside every page: the trades of one click and the dialog that sets their amounts, each loaded when it is needed.

import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { bring, lazyPart } from '../ui/lazy.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import {
  endQuickTrade,
  useAskedTrades,
  useIsQuickSettingOpen,
  useQuickBuy,
} from '../wallet/quick-trade/requests.ts'
import { useWallet } from '../wallet/wallet.ts'

const loadHost = () => import('../trade/QuickBuyHost.tsx')
const QuickBuyHost = lazy<ComponentType<{ readonly site: SiteConfig | undefined }>>(() =>
  bring(loadHost).catch(() => ({ default: NoHost })),
)
const QuickBuyDialog = lazyPart(() => import('../wallet/quick-trade/QuickBuyDialog.tsx'))

/** After the page's own code. */
const LOAD_AFTER_MS = 2_000

export function QuickTradeHost({ site }: { readonly site: SiteConfig | undefined }) {
  const isOn = useQuickBuy() !== undefined
  const isConnected = useWallet().status === 'connected'
  const hasAsked = useAskedTrades().length > 0
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

/** In its place where its code does not come, as after a deployment: what was asked for is over, and so is what comes after. */
function NoHost() {
  const asked = useAskedTrades()
  useEffect(() => {
    for (const { collection, side } of asked) {
      endQuickTrade(collection.id)
      showToast({
        title: `${collection.symbol} was not ${side === 'BUY' ? 'bought' : 'sold'}`,
        description: 'This part of the page did not load. Reload the page. No money moved.',
        tone: 'destructive',
      })
    }
  }, [asked])
  return null
}
