// Beside every page: the dialog that sends, loaded when somebody asks for it.
import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy.tsx'
import { endSend, useAskedSend } from '../wallet/send/requests.ts'

const SendDialog = lazyPart(() => import('../trade/send/SendDialog.tsx'))

export function SendHost() {
  const asked = useAskedSend()
  if (asked === undefined) return null
  return (
    <Suspense>
      <SendDialog key={`${asked.collectionId} ${asked.edition}`} asked={asked} onClose={endSend} />
    </Suspense>
  )
}
