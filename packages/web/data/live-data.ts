// What the live stream tells, into what a screen has read: written into it where the event says all, else read again.
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import type { LiveTopic } from '@twinmint/sdk/api/records/topics'
import { useEffect, useRef } from 'react'
import { useLiveEvent } from './live.ts'

/** Folds every event of the topic into what is cached under the key. `fold` answers the same object where nothing changes. */
export function useLiveData<Data>(
  topic: LiveTopic | undefined,
  queryKey: QueryKey,
  fold: (data: Data, event: LiveEvent) => Data,
): void {
  const client = useQueryClient()
  useLiveEvent(topic, (event) => {
    const data = client.getQueryData<Data>(queryKey)
    if (data === undefined) return
    const next = fold(data, event)
    // Writing the same again would call it fresh, which it may not be.
    if (next !== data) client.setQueryData<Data>(queryKey, () => next)
  })
}

/** A busy coin must not make every page that shows it read its lists at every trade. */
const GATHERED_MS = 3_000

interface RefreshOptions {
  /** Which of the topic's events make old what was read; without it all do. */
  readonly concerns?: (event: LiveEvent) => boolean
  /** Reads once every few seconds at most, and not while a reading is under way: a list that is read further would lose that. */
  readonly isGathered?: boolean
  /** How long it gathers; some lists are dear to read. */
  readonly gatheredMs?: number
}

/** Reads what is under these keys again when the topic tells of something: at once, or gathered. */
export function useRefreshOn(
  topic: LiveTopic | undefined,
  keys: readonly QueryKey[],
  { concerns, isGathered = false, gatheredMs = GATHERED_MS }: RefreshOptions = {},
): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    // oxlint-disable-next-line react/exhaustive-deps -- what was gathered of another topic is not this one's
    [topic],
  )
  const refresh = () => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
  const refreshLater = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      if (keys.some((queryKey) => client.isFetching({ queryKey }) > 0)) refreshLater()
      else refresh()
    }, gatheredMs)
  }
  useLiveEvent(topic, (event) => {
    if (concerns?.(event) === false) return
    if (isGathered) refreshLater()
    else refresh()
  })
}
