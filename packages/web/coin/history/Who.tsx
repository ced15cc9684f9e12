// A wallet by its name or short address, and what it is here: the creator, a bot, or whoever looks at the page.
import { UserCheck } from 'lucide-react'
import { useFollowed } from '../../people/session/follow-queries.ts'
import { BotChip } from '../../shared/BotChip.tsx'
import { PersonName } from '../../shared/PersonName.tsx'
import { useBotAddresses } from '../../shared/queries.ts'
import { useWallet } from '../../wallet/wallet.ts'

export interface WalletMarks {
  readonly isYou: boolean
  readonly isCreator: boolean
  readonly isBot: boolean
  /** By whoever looks. */
  readonly isFollowed: boolean
}

/** What each wallet is here. */
export function useWalletMarks(creatorAddress: string): (address: string) => WalletMarks {
  const { status, address: own } = useWallet()
  const bots = useBotAddresses()
  const followed = useFollowed()
  return (address) => ({
    isYou: status === 'connected' && address === own,
    isCreator: address === creatorAddress,
    isBot: bots.has(address),
    isFollowed: followed.has(address),
  })
}

export function WhoMarks({ isYou, isCreator, isBot, isFollowed }: WalletMarks) {
  return (
    <>
      {isYou && (
        <span className="rounded-full bg-violet px-1.5 py-px text-12 font-semibold text-ink">you</span>
      )}
      {isCreator && (
        <span className="rounded-full border border-violet/60 px-1.5 py-px text-12 text-violet">creator</span>
      )}
      {isBot && <BotChip isShort />}
      {isFollowed && (
        <span title="You follow this wallet" className="inline-flex text-violet">
          <UserCheck size={14} aria-hidden="true" />
          <span className="sr-only">You follow this wallet</span>
        </span>
      )}
    </>
  )
}

/** The name or address as a button that shows this wallet's activity alone. */
export function WhoButton({
  address,
  marks,
  onChoose,
}: {
  readonly address: string
  readonly marks: WalletMarks
  readonly onChoose: (address: string) => void
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <button
        type="button"
        onClick={() => onChoose(address)}
        className="inline-flex h-7 items-center underline decoration-line underline-offset-4 transition-colors hover:decoration-text pointer-coarse:h-11"
      >
        <span className="sr-only">Show the activity of </span>
        <PersonName address={address} />
        <span className="sr-only"> alone</span>
      </button>
      <WhoMarks {...marks} />
    </span>
  )
}
