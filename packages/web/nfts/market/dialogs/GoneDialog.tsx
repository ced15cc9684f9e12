// What was to be bought and is not for sale any more, and what can be done instead.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { openNftMarketDialog } from '../../../wallet/nft-market/requests.ts'

export function GoneDialog({
  nft: { collectionId, tokenId, ownerAddress },
  walletAddress,
  onClose,
}: {
  readonly nft: Nft
  readonly walletAddress: string | undefined
  readonly onClose: () => void
}) {
  const isOffered = ownerAddress !== null && ownerAddress !== walletAddress
  return (
    <Dialog open onClose={onClose} title={`Buy #${tokenId}`}>
      <div className="flex flex-col items-start gap-4 text-14">
        <p role="status">
          It is not for sale any more: somebody was quicker, or its owner has taken it back.
        </p>
        <div className="flex flex-wrap gap-2">
          {isOffered && (
            <Button
              onClick={() => {
                onClose()
                openNftMarketDialog({ kind: 'offer', collectionId, edition: tokenId })
              }}
            >
              Make offer
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
