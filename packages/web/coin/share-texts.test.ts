import { expect, it } from 'vitest'
import { embedCode } from './share-texts.ts'

it('writes a frame that no name can break out of', () => {
  const code = embedCode(
    { id: '1-2', name: '"><script>alert(1)</script>', symbol: '&' },
    'https://twinmint.test',
    'small',
  )
  expect(code.match(/[<>]/g)).toHaveLength(4)
  expect(code.match(/"/g)).toHaveLength(12)
  expect(code).toContain('src="https://twinmint.test/embed/1-2"')
  expect(code).toContain('height="400"')
})
