import { expect, test } from 'vitest'
import { DamageError } from './damage.ts'

test('a backup is asked for where files are damaged, and not where the machine is at fault', () => {
  expect(new DamageError('data.mdb is empty').message).toMatch(
    /^data\.mdb is empty\. Restore the whole data folder/,
  )
  for (const reason of ['No space left on device', 'Permission denied'])
    expect(new DamageError(`postgres/ can't be opened (${reason})`).message).not.toContain('Restore')
})
