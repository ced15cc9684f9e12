// Who has what since the transaction: every account whose SOL or tokens changed, to the unit.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCoinsExact, formatSolExact } from '../ui/format.ts'
import { Panel } from '../ui/Panel.tsx'
import { unknownTokenText } from './other-programs.ts'
import type { ReadTransaction, TokenChange } from './transaction-rules.ts'

/** Roles that a person's wallet has; all others are accounts of programs. */
const PEOPLE: ReadonlySet<string> = new Set(['Trader', 'Payer', 'Creator', 'Signer'])

export function BalanceChanges({
  transaction,
  roles,
  collection,
  explorerAddressUrl,
}: {
  readonly transaction: ReadTransaction
  readonly roles: ReadonlyMap<string, string>
  readonly collection: Collection | undefined
  readonly explorerAddressUrl: string | null
}) {
  const rows = transaction.accounts
    .map((account) => ({
      ...account,
      lamports: account.lamportsAfter - account.lamportsBefore,
      units: account.token === undefined ? 0n : account.token.after - account.token.before,
    }))
    .filter(({ lamports, units }) => lamports !== 0n || units !== 0n)
  const nameOf = (address: string): string =>
    roles.get(address) ??
    (address === collection?.creatorAddress
      ? 'Creator'
      : transaction.signers.includes(address)
        ? 'Signer'
        : 'Account')
  return (
    <Panel title="Balance changes" flush>
      {rows.length === 0 ? (
        <p className="p-4 text-14 text-muted">Nothing changed hands.</p>
      ) : (
        <table className="w-full text-13">
          <caption className="sr-only">Accounts whose SOL or tokens changed</caption>
          <thead className="text-12 text-faint">
            <tr className="border-b border-line text-left">
              <th scope="col" className="h-9 pl-4 font-medium">
                Account
              </th>
              <th scope="col" className="pr-4 pl-2 text-right font-medium">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ address, token, lamports, units }) => (
              <tr key={address} className="border-b border-line/60 last:border-0">
                <td className="py-1.5 pl-4">
                  <span className="flex flex-wrap items-center gap-x-2">
                    <span className="text-text">{nameOf(address)}</span>
                    <ShortAddress
                      address={address}
                      label={nameOf(address).toLowerCase()}
                      isPerson={PEOPLE.has(nameOf(address))}
                      explorerUrl={explorerAddressUrl}
                      className="text-muted"
                    />
                  </span>
                </td>
                <td className="py-1.5 pr-4 pl-2 text-right">
                  {lamports !== 0n && (
                    <Change amount={lamports} text={`${formatSolExact(absolute(lamports).toString())} SOL`} />
                  )}
                  {token !== undefined && units !== 0n && (
                    <Change amount={units} text={tokenText(token, absolute(units), collection)} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** The sign says it too. */
function Change({ amount, text }: { readonly amount: bigint; readonly text: string }) {
  return (
    <span translate="no" className={classNames('figures block', amount > 0n ? 'text-up' : 'text-down')}>
      {amount > 0n ? '+' : '−'}
      {text}
    </span>
  )
}

function tokenText(
  { mint, decimals }: TokenChange,
  units: bigint,
  collection: Collection | undefined,
): string {
  if (mint === collection?.mintAddress) return `${formatCoinsExact(units.toString())} ${collection.symbol}`
  if (decimals === 0 && units === 1n) return '1 NFT'
  return unknownTokenText(units, decimals)
}
