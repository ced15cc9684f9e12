// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { keptText } from './browser-storage.ts'

it('keeps a text in the browser, or in the tab, until it is taken away', () => {
  keptText('a').write('kept')
  expect(keptText('a').read()).toBe('kept')
  expect(keptText('a', () => sessionStorage).read()).toBeNull()
  keptText('a').write(null)
  expect(localStorage.getItem('a')).toBeNull()
})

it('keeps it as long as the page where storage is blocked, or full', () => {
  const blocked = keptText('a', () => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(blocked.read()).toBeNull()
  blocked.write('kept')
  expect(blocked.read()).toBe('kept')
  blocked.write(null)
  expect(blocked.read()).toBeNull()

  let isFull = true
  let written: string | null = null
  const text = keptText('a', () => ({
    getItem: () => written,
    removeItem: () => undefined,
    setItem: (_key, value) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      written = value
    },
  }))
  text.write('much')
  expect([text.read(), written]).toEqual(['much', null])
  isFull = false
  text.write('little')
  expect([text.read(), written]).toEqual(['little', 'little'])
})

it('tells the other tabs that it was taken away, also where storage is blocked', async () => {
  const tab = () =>
    keptText('shared', () => {
      throw new DOMException('blocked', 'SecurityError')
    })
  const [here, there] = [tab(), tab()]
  let end = () => undefined as void
  const heard = new Promise<void>((hear) => {
    end = there.onOtherTab(hear)
  })
  const endHere = here.onOtherTab(() => undefined)
  there.write('kept')
  here.write(null)
  await heard
  expect(there.read()).toBeNull()
  end()
  endHere()
})
