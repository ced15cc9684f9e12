// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { noteTold, wasTold } from './graduation-seen.ts'

it('remembers of which coins it was told, and not of endlessly many', () => {
  localStorage.clear()
  expect(wasTold('a')).toBe(false)
  noteTold('a')
  noteTold('a')
  expect(wasTold('a')).toBe(true)
  for (let at = 0; at < 200; at++) noteTold(`other-${at}`)
  expect(wasTold('a')).toBe(false)
  expect(wasTold('other-0')).toBe(true)
  localStorage.setItem('twinmint.told-of-migration', ',,x,')
  expect(wasTold('x')).toBe(true)
  expect(wasTold('')).toBe(false)
})
