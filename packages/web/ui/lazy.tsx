// Parts of a page whose code comes after it. One that was asked for while the server was away comes when it is back; one
// that does not come at all, after a deployment or because of a content blocker, says so in its place, and takes nothing else of
// the page with it. The server draws none of them: what stands in for them until they come is in what it draws.
import { type ComponentType, lazy, useState } from 'react'
import { Button } from './Button.tsx'
import { isInBrowser } from './hydration/hydration.ts'

const LOOK_MS_MIN = 500
const LOOK_MS_MAX = 8_000
/** A connection that died with the server may be silent for minutes. */
const ANSWER_MS = 5_000

interface Module {
  readonly default: unknown
}

/** What the server leaves out; React tells the page of it as a failure with this digest, and draws it there. */
export class LeftOut extends Error {
  static readonly digest = 'later'
}

function LeftOutHere(): never {
  throw new LeftOut()
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** As React's `lazy`. */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  if (!isInBrowser) return LeftOutHere
  return lazy(() => bringOrSay(load))
}

/** The part, or a notice in its place that says why it did not load. */
export const bringOrSay = <Props extends object>(load: Load<Props>): ReturnType<Load<Props>> =>
  bring(load).catch(async () => ({ default: notLoaded(load, await isOldPage()) }))

/** What `load` resolves with. Rejects when the server answers and the code does not come all the same. */
export async function bring<Loaded extends Module>(
  load: () => Promise<Loaded>,
  { serverAnswers = looksForServer, importAgain = importPastMemory<Loaded> } = {},
): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    for (let wait = LOOK_MS_MIN; !(await serverAnswers()); wait = Math.min(2 * wait, LOOK_MS_MAX))
      await new Promise((looked) => setTimeout(looked, wait))
    return importAgain(error)
  }
}

/** Asks for a small file, past every cache. */
const looksForServer = (): Promise<boolean> =>
  fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * A browser remembers that a module did not load for as long as the page lives, by its address, which stands in its error;
 * under another address it asks again.
 */
function importPastMemory<Loaded>(error: unknown): Promise<Loaded> {
  const address = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0]
  if (address === undefined) return Promise.reject(error)
  return import(/* @vite-ignore */ `${address}?again=${Date.now()}`) as Promise<Loaded>
}

/**
 * True after a deployment. The entry file names all other chunks, so each deployment replaces it.
 */
async function isOldPage(): Promise<boolean> {
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (first === null) return false
  const signal = AbortSignal.timeout(ANSWER_MS)
  return fetch(first.src, { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ status }) => status === 404,
    () => false,
  )
}

function notLoaded<Props extends object>(load: Load<Props>, isOld: boolean): ComponentType<Props> {
  let brought: ComponentType<Props> | undefined
  return function NotLoaded(props: Props) {
    const [, draw] = useState(0)
    const [isTrying, setTrying] = useState(false)
    if (brought !== undefined) {
      const Part = brought
      return <Part {...props} />
    }
    const retry = async () => {
      setTrying(true)
      brought = await bring(load).then(
        (module) => module.default,
        () => undefined,
      )
      setTrying(false)
      draw((times) => times + 1)
    }
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-panel p-4 text-14"
      >
        <p className="max-w-prose">
          This part of the page did not load.{' '}
          {isOld
            ? 'Reload to get the newest version of the page.'
            : 'A content blocker may have stopped it: allow this site in your blocker, then retry.'}
        </p>
        <div className="flex gap-2">
          {!isOld && (
            <Button variant="secondary" pending={isTrying} onClick={() => void retry()}>
              Retry
            </Button>
          )}
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </div>
      </div>
    )
  }
}
