// What the swap card begins with, and how the list of NFTs and the page's address change it.
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'

/** Which way to swap, and which NFTs were chosen in the list below the card. */
export interface SwapChoice {
  readonly kind: 'capture' | 'release' | 'buy' | 'sell'
  readonly capture: readonly number[]
  readonly release: readonly number[]
}

const add = (numbers: readonly number[], number: number) => [...new Set([...numbers, number])]
const isWithSol = ({ kind }: SwapChoice) => kind === 'buy' || kind === 'sell'

export function withCapture(choice: SwapChoice, number: number): SwapChoice {
  return { ...choice, kind: isWithSol(choice) ? 'buy' : 'capture', capture: add(choice.capture, number) }
}

export function withRelease(choice: SwapChoice, number: number): SwapChoice {
  return { ...choice, kind: isWithSol(choice) ? 'sell' : 'release', release: add(choice.release, number) }
}

/** The list of NFTs reads its filters from the address. */
export function withEscrowShown(before: URLSearchParams): URLSearchParams {
  before.set('tab', 'nfts')
  before.set('nfts', 'escrow')
  before.delete('rarity')
  before.delete('edition')
  return before
}

const PLAIN_CHOICE: SwapChoice = { kind: 'capture', capture: [], release: [] }

/** What the card begins with: an NFT's page leads here with `?capture=7` or `?release=7`, which holds once. */
export function useLinkedChoice(
  onArrive: (isLinked: boolean) => void,
): [SwapChoice, Dispatch<SetStateAction<SwapChoice>>] {
  const [params, setParams] = useSearchParams()
  const linked = (name: 'capture' | 'release') => {
    const text = params.get(name)
    return text !== null && /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1_000 ? Number(text) : undefined
  }
  const capture = linked('capture')
  const release = linked('release')
  const state = useState(() => {
    if (capture !== undefined) return withCapture(PLAIN_CHOICE, capture)
    return release === undefined ? PLAIN_CHOICE : withRelease(PLAIN_CHOICE, release)
  })
  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current) return
    arrived.current = true
    onArrive(capture !== undefined || release !== undefined)
    if (params.has('capture') || params.has('release'))
      setParams(
        (before) => {
          before.delete('capture')
          before.delete('release')
          return before
        },
        { replace: true },
      )
  })
  return state
}
