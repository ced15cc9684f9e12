// "My trading": what the connected wallet holds and is owed, and what it can do about it. Each tab is a capability's own.
import { Wallet } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'wouter'
import OwnMarketTab from '../nfts/market/wallet/OwnMarketTab.tsx'
import AlertsTab from '../people/alerts/AlertsTab.tsx'
import FollowingTab from '../people/follow/FollowingTab.tsx'
import FeesTab from '../people/profile/fees/FeesTab.tsx'
import HoldingsTab from '../people/profile/HoldingsTab.tsx'
import { useLiveWallet } from '../people/profile/user-queries.ts'
import { profilePath } from '../shared/WalletLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { RowsSkeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { WalletButton } from '../wallet/WalletButton.tsx'
import { useWallet } from '../wallet/wallet.ts'

interface TabProps {
  /** Of the connected wallet. */
  readonly address: string
}

/** In their order. The id stands in the page's address; the first is shown without one. */
const TABS: readonly {
  readonly id: string
  readonly label: string
  readonly Tab: ComponentType<TabProps>
}[] = [
  { id: 'holdings', label: 'Holdings', Tab: OwnHoldings },
  { id: 'market', label: 'NFT market', Tab: OwnMarketTab },
  { id: 'fees', label: 'Creator fees', Tab: FeesTab },
  { id: 'following', label: 'Following', Tab: FollowingTab },
  { id: 'alerts', label: 'Alerts', Tab: AlertsTab },
]

export default function PortfolioPage() {
  const { address, status } = useWallet()
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 py-6 md:py-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-28 font-semibold md:text-40">My trading</h1>
        {address !== undefined && (
          <Link href={profilePath(address)} className={buttonClass('ghost', 'sm')}>
            Your profile
          </Link>
        )}
      </div>
      {address !== undefined ? (
        <WalletTabs key={address} address={address} />
      ) : status === 'connecting' ? (
        <RowsSkeleton label="Connecting your wallet" />
      ) : (
        <Message
          icon={<Wallet size={32} aria-hidden="true" className="text-violet" />}
          title="Connect your wallet"
          action={<WalletButton />}
        >
          Your coins with the result of each, and what you are owed, stand here.
        </Message>
      )}
    </div>
  )
}

function WalletTabs({ address }: TabProps) {
  const [params, setParams] = useSearchParams()
  useLiveWallet(address)
  const asked = params.get('tab')
  const first = TABS[0]?.id ?? ''
  const current = TABS.find(({ id }) => id === asked)?.id ?? first
  return (
    <Tabs
      label="Your trading"
      value={current}
      onChange={(tab) =>
        setParams(
          (before) => {
            const next = new URLSearchParams(before)
            if (tab === first) next.delete('tab')
            else next.set('tab', tab)
            return next
          },
          { replace: true },
        )
      }
      items={TABS.map(({ id, label, Tab }) => ({
        id,
        label,
        content: (
          <div className="pt-4">
            <Tab address={address} />
          </div>
        ),
      }))}
    />
  )
}

function OwnHoldings({ address }: TabProps) {
  return <HoldingsTab address={address} isOwn hasTotals />
}
