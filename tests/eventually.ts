// Waiting for what a page comes to show, however slow the machine is.
import { act } from 'react'
import { vi } from 'vitest'

/** As long as a loaded machine may take; a check that holds ends the wait at once. */
const PATIENCE_MS = 20_000

/** Resolves as soon as this check holds, and rejects with why it doesn't. What React has to do is done before each look. */
export const eventually = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, PATIENCE_MS)
