// Tells of a launch whose window was lost, on whatever page its creator comes back to. Where nothing was launched, nothing is
// loaded.
import { Suspense, useState } from 'react'
import { hasSentLaunch } from '../launch/sent-launch.ts'
import { useIsTakenOver } from '../ui/hydration/hydration.ts'
import { lazyPart } from '../ui/lazy.tsx'

const LaunchNotice = lazyPart(() => import('../launch/LaunchNotice.tsx'))

/** There the form goes on with it itself. */
const FORMS = ['/launch', '/hybrid-launch']

export function LaunchNews({ path }: { readonly path: string }) {
  const [isDue, setDue] = useState(false)
  const isTakenOver = useIsTakenOver()
  const isForm = FORMS.includes(path)
  // From then on it stays: what it told of is forgotten, and still to be read.
  if (isTakenOver && !isDue && !isForm && hasSentLaunch()) setDue(true)
  if (!isDue || isForm) return null
  return (
    <Suspense>
      <LaunchNotice path={path} />
    </Suspense>
  )
}
