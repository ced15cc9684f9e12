// The twins as they will look: the coin round, the NFT square, both of the picture that was chosen.

import { Digits } from '../ui/amounts.tsx'
import { Panel } from '../ui/Panel.tsx'

export function TwinPreview({
  name,
  symbol,
  collectionName,
  imageUrl,
}: {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly imageUrl: string | undefined
}) {
  return (
    <Panel title="Your twins">
      <div className="grid grid-cols-2 gap-4">
        <Twin shape="rounded-full" imageUrl={imageUrl} title={name.trim() || 'Your coin'}>
          <Digits>{symbol.trim().toUpperCase() || 'SYMBOL'}</Digits>
        </Twin>
        <Twin shape="rounded-input" imageUrl={imageUrl} title={collectionName.trim() || 'Your NFTs'}>
          <Digits>#1 of 1,000</Digits>
        </Twin>
      </div>
    </Panel>
  )
}

function Twin({
  shape,
  imageUrl,
  title,
  children,
}: {
  readonly shape: string
  readonly imageUrl: string | undefined
  readonly title: string
  readonly children: React.ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col items-center gap-3 text-center">
      {imageUrl === undefined ? (
        <span
          aria-hidden="true"
          className={`aspect-square w-full max-w-36 border border-dashed border-line bg-ink ${shape}`}
        />
      ) : (
        <img src={imageUrl} alt="" className={`aspect-square w-full max-w-36 object-cover ${shape}`} />
      )}
      <span className="w-full min-w-0">
        <span className="block truncate text-14 font-semibold">{title}</span>
        <span className="block truncate text-12 text-muted">{children}</span>
      </span>
    </div>
  )
}
