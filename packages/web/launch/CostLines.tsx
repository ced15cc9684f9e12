// What the wallet pays for a launch, line by line: an estimate before it is prepared, exact afterwards.
import { NETWORK_FEE } from '@twinmint/sdk/core/rent'
import { Sol } from '../ui/amounts.tsx'

export interface CostLinesProps {
  readonly exact: boolean
  readonly rentLamports: string
  readonly networkFeeLamports: string
  readonly devBuyLamports: string
  readonly boostLamports: string
  readonly totalLamports: string
}

export function CostLines(props: CostLinesProps) {
  const about = props.exact ? '' : 'about '
  return (
    <dl className="flex flex-col gap-2 text-13">
      <Line term="Rent of the new accounts" prefix={about} lamports={props.rentLamports} />
      <Line
        term={BigInt(props.networkFeeLamports) > NETWORK_FEE ? 'Network and priority fee' : 'Network fee'}
        prefix=""
        lamports={props.networkFeeLamports}
      />
      <Line term="Dev buy" prefix="" lamports={props.devBuyLamports} />
      <Line term="Boost" prefix="" lamports={props.boostLamports} />
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 font-semibold">
        <dt>{props.exact ? 'Total' : 'Total, estimated'}</dt>
        <dd>
          <span className="text-muted">{about}</span>
          <Sol lamports={props.totalLamports} />
        </dd>
      </div>
    </dl>
  )
}

function Line({
  term,
  prefix,
  lamports,
}: {
  readonly term: string
  readonly prefix: string
  readonly lamports: string
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className="whitespace-nowrap">
        <span className="text-faint">{prefix}</span>
        <Sol lamports={lamports} />
      </dd>
    </div>
  )
}
