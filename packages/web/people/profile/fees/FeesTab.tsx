// What coins have earned a wallet, those that it launched and those that share their fees with it: owed, claimed, earned, and
// one claim for all of them.

import { claimBytesOf, groupClaims, MIGRATION_BYTES } from '@twinmint/sdk/actions/fees/transaction'
import type { CoinFees, Fees } from '@twinmint/sdk/api/fees/contract'
import { bpsPercentText } from '@twinmint/sdk/core/figures'
import { NETWORK_FEE } from '@twinmint/sdk/core/rent'
import { Coins as CoinsIcon } from 'lucide-react'
import { Link } from 'wouter'
import { Loaded } from '../../../shared/Loaded.tsx'
import { useSiteConfig } from '../../../shared/queries.ts'
import { Sol } from '../../../ui/amounts.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Line, Lines } from '../../../ui/Lines.tsx'
import { Message } from '../../../ui/Message.tsx'
import { RowsSkeleton } from '../../../ui/Skeleton.tsx'
import { PriorityFeeRow } from '../../../wallet/fee/PriorityFeeRow.tsx'
import { usePriorityFee } from '../../../wallet/fee/use-priority-fee.ts'
import { StepLine } from '../../../wallet/signing/StepLine.tsx'
import { useFlow } from '../../../wallet/use-flow.ts'
import { CoinCell } from '../CoinCell.tsx'
import { SolAndDollars } from '../SolResult.tsx'
import { CLAIMS_TEXTS, claimsFlow } from './flow.ts'
import { useFees } from './queries.ts'
import { UpgradeLine } from './UpgradeLine.tsx'

/** Of the connected wallet. */
export default function FeesTab({ address }: { readonly address: string }) {
  return (
    <Loaded
      query={useFees(address)}
      skeleton={<RowsSkeleton label="Loading fees" rows={3} />}
      failedTitle="The fees could not be loaded"
    >
      {(fees) =>
        fees.coins.length === 0 ? (
          <Message
            icon={<CoinsIcon size={32} aria-hidden="true" className="text-violet" />}
            title="No fees yet"
            action={
              <Link href="/launch" className={buttonClass('primary')}>
                Launch a coin
              </Link>
            }
          >
            Every sell of a coin that you launched, or that shares its fees with you, leaves a fee for you.
            They gather here, and one claim takes them all.
          </Message>
        ) : (
          <div className="flex flex-col gap-4">
            <Summary fees={fees} />
            <FeesTable fees={fees} />
          </div>
        )
      }
    </Loaded>
  )
}

function Summary({ fees }: { readonly fees: Fees }) {
  const { data: site } = useSiteConfig()
  const { owedLamports, claimedLamports } = fees
  const earned = (BigInt(owedLamports) + BigInt(claimedLamports)).toString()
  const figures = [
    { term: 'Owed', lamports: owedLamports },
    { term: 'Claimed', lamports: claimedLamports },
    { term: 'Earned', lamports: earned },
  ]
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-panel border border-line bg-panel p-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(({ term, lamports }) => (
          <div key={term}>
            <dt className="text-12 text-muted">{term}</dt>
            <dd className="text-16 font-semibold">
              <SolAndDollars lamports={lamports} solUsd={site?.solUsd} />
            </dd>
          </div>
        ))}
      </dl>
      <ClaimAll fees={fees} />
    </div>
  )
}

/** What it takes is what the listed coins owe at the moment of the press, and the wallet is asked about no other. */
function ClaimAll({ fees }: { readonly fees: Fees }) {
  const { data: site } = useSiteConfig()
  const claims = useFlow({ site, load: async () => claimsFlow, ...CLAIMS_TEXTS })
  const fee = usePriorityFee(site, undefined, 'claim')
  const owing = fees.coins.filter(({ owedLamports }) => owedLamports !== '0')
  const [first, ...more] = owing.map(({ collection }) => collection)
  const count = first === undefined ? 0 : 1 + more.length
  const migrationLamports = BigInt(fees.migrationLamports)
  // Which of them are to be migrated is not told: as if all were.
  const moreBytes = migrationLamports > 0n ? MIGRATION_BYTES : 0
  const transactions = groupClaims(owing, (coin) => claimBytesOf(coin) + moreBytes).length
  const sum = owing.reduce((total, { owedLamports }) => total + BigInt(owedLamports), 0n)
  return (
    <div className="flex flex-col gap-1 max-sm:w-full">
      {(fee.isOffered || migrationLamports > 0n) && count > 0 && (
        <div className="pb-1">
          {fee.isOffered && <PriorityFeeRow fee={fee} />}
          <Lines>
            {fee.isOffered && (
              <Line term={feeTerm(fee.lamports, transactions)}>
                <Sol lamports={((NETWORK_FEE + fee.lamports) * BigInt(transactions)).toString()} />
              </Line>
            )}
            <UpgradeLine lamports={migrationLamports} isOfMany={count > 1} />
          </Lines>
        </div>
      )}
      <Button
        pending={claims.isRunning}
        disabled={first === undefined}
        aria-describedby="claim-note"
        onClick={() =>
          first &&
          claims.start({ coins: [first, ...more], migrationLamports, priorityFeeLamports: fee.lamports })
        }
      >
        {claims.isRunning ? (
          'Claiming...'
        ) : first === undefined ? (
          'Claim all fees'
        ) : (
          <span>
            Claim <Sol lamports={sum.toString()} /> of {count === 1 ? '1 coin' : `${count} coins`}
          </span>
        )}
      </Button>
      <StepLine status={claims.status} />
      <p id="claim-note" className="text-12 text-muted">
        {first === undefined
          ? 'Nothing to claim yet. Fees gather with every sell.'
          : fees.isPartial
            ? 'The coins that owe the most; claim again for the rest.'
            : 'Signed once, paid to your wallet alone.'}
      </p>
    </div>
  )
}

const feeTerm = (priorityLamports: bigint, transactions: number): string =>
  `${priorityLamports > 0n ? 'Network and priority fee' : 'Network fee'}${
    transactions > 1 ? ` of ${transactions} transactions` : ''
  }`

function FeesTable({ fees: { coins } }: { readonly fees: Fees }) {
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-panel">
      <table className="w-full table-fixed text-13">
        <caption className="sr-only">Coins by the fees that they owe you</caption>
        <thead className="text-12 text-faint">
          <tr className="border-b border-line text-left">
            <th scope="col" className="h-9 pl-4 font-medium sm:w-[40%]">
              Coin
            </th>
            <th scope="col" className="w-[34%] pr-4 pl-2 text-right font-medium sm:w-auto">
              Owed
            </th>
            <th scope="col" className="hidden px-2 text-right font-medium sm:table-cell">
              Claimed
            </th>
            <th scope="col" className="hidden pr-4 pl-2 text-right font-medium sm:table-cell">
              Earned
            </th>
          </tr>
        </thead>
        <tbody>
          {coins.map((coin) => (
            <FeesRow key={coin.collection.id} {...coin} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What of a coin's fees is the wallet's. */
const shareText = ({ bps, isConfirmed }: NonNullable<CoinFees['share']>): string =>
  bps === 0 ? 'no share any more' : `your share ${bpsPercentText(bps)}${isConfirmed ? '' : ', not confirmed'}`

function FeesRow({ collection, claimedLamports, owedLamports: owed, share }: CoinFees) {
  const earned = (BigInt(owed) + BigInt(claimedLamports)).toString()
  return (
    <tr className="border-b border-line/60 last:border-0 hover:bg-raised">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell's component is its text */}
      <td className="py-2 pl-4">
        <CoinCell collection={collection}>
          <span className="sm:hidden">
            {share === null ? 'earned' : shareText(share)} <Sol lamports={earned} />
          </span>
          <span translate="no" className="figures hidden truncate sm:block">
            {collection.symbol}
            {share !== null && `, ${shareText(share)}`}
          </span>
        </CoinCell>
      </td>
      <td className="pr-4 pl-2 text-right font-medium">
        <Sol lamports={owed} className={owed === '0' ? 'text-faint' : undefined} />
      </td>
      <td className="hidden px-2 text-right text-muted sm:table-cell">
        <Sol lamports={claimedLamports} />
      </td>
      <td className="hidden pr-4 pl-2 text-right text-muted sm:table-cell">
        <Sol lamports={earned} />
      </td>
    </tr>
  )
}
