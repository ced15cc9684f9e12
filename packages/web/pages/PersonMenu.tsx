// The lines of the wallet's menu that are about the person: its trading, the profile to edit, the page that others see, and in Demo Mode
// play money for a wallet that has had none.
import { Bell, FlaskConical, IdCard, UserRound, WalletCards } from 'lucide-react'
import { Link } from 'wouter'
import { ALERTS_PATH, UnreadBadge } from '../people/alerts/AlertNews.tsx'
import { profilePath } from '../shared/WalletLink.tsx'
import { usePlayMoney } from '../wallet/balance.ts'
import { MENU_ITEM } from '../wallet/ConnectedWallet.tsx'
import { useWallet } from '../wallet/wallet.ts'

export default function PersonMenu({ onOpen }: { readonly onOpen: () => void }) {
  const { address } = useWallet()
  const playMoney = usePlayMoney()
  if (address === undefined) return null
  return (
    <>
      <Link href="/portfolio" className={MENU_ITEM}>
        <WalletCards size={16} aria-hidden="true" />
        My trading
      </Link>
      <Link href={ALERTS_PATH} className={MENU_ITEM}>
        <Bell size={16} aria-hidden="true" />
        Alerts
        <UnreadBadge />
      </Link>
      <Link href={profilePath(address)} className={MENU_ITEM}>
        <UserRound size={16} aria-hidden="true" />
        Your profile
      </Link>
      <button type="button" onClick={onOpen} className={MENU_ITEM}>
        <IdCard size={16} aria-hidden="true" />
        Edit profile
      </button>
      {playMoney?.kind === 'open' && (
        <button type="button" onClick={playMoney.onGet} className={MENU_ITEM}>
          <FlaskConical size={16} aria-hidden="true" className="text-gold" />
          {playMoney.text}
        </button>
      )}
    </>
  )
}
