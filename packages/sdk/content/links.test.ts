import { expect, test } from 'vitest'
import { type CoinLinks, decideLinks } from './links.ts'

test.each<[CoinLinks, CoinLinks]>([
  [{}, {}],
  [{ website: '', x: '  ', telegram: '' }, {}],
  [{ website: 'https://frog.example' }, { website: 'https://frog.example/' }],
  [{ website: ' Frog.Example/pond ' }, { website: 'https://frog.example/pond' }],
  [{ website: 'https://frog.example:8443/a?b=c#d' }, { website: 'https://frog.example:8443/a?b=c#d' }],
  [{ website: 'https://fröschli.example/ä' }, { website: 'https://xn--frschli-b1a.example/%C3%A4' }],
  [
    { website: `https://frog.example/${'a'.repeat(179)}` },
    { website: `https://frog.example/${'a'.repeat(179)}` },
  ],
  [{ x: 'frog' }, { x: 'https://x.com/frog' }],
  [{ x: '@Frog_1' }, { x: 'https://x.com/Frog_1' }],
  [{ x: 'https://twitter.com/frog/' }, { x: 'https://x.com/frog' }],
  [{ x: 'www.x.com/frog?s=21' }, { x: 'https://x.com/frog' }],
  [{ telegram: '@frogs' }, { telegram: 'https://t.me/frogs' }],
  [{ telegram: 'https://t.me/frogs' }, { telegram: 'https://t.me/frogs' }],
  [{ telegram: 'telegram.me/s/frogs/' }, { telegram: 'https://t.me/frogs' }],
])('%j is stored as %j, and that as it is', (typed, links) => {
  expect(decideLinks(typed)).toEqual({ links, errors: {} })
  expect(decideLinks(links)).toEqual({ links, errors: {} })
})

test.each<[keyof CoinLinks, string]>([
  ['website', 'http://frog.example'],
  ['website', 'javascript:alert(1)'],
  ['website', 'javascript://frog.example/%0aalert(1)'],
  ['website', 'data:text/html,frog'],
  ['website', 'https://paypal.com@frog.example'],
  ['website', 'https://:secret@frog.example'],
  ['website', 'https://localhost'],
  ['website', 'https://frog'],
  ['website', 'https://frog.example.'],
  ['website', 'https://127.0.0.1/'],
  ['website', 'https://0x7f.1/'],
  ['website', 'https://[::1]/'],
  ['website', 'https://'],
  ['website', 'https://frog.example/a|b`c'],
  ['website', `https://frog.example/${'a'.repeat(180)}`],
  ['website', `https://frog.example/${'ä'.repeat(60)}`],
  ['x', 'https://frog.example/frog'],
  ['x', 'https://x.com.frog.example/frog'],
  ['x', 'a name with spaces'],
  ['x', 'sixteencharacter'],
  ['x', 'https://x.com/i/communities/17'],
  ['x', 'https://x.com/home'],
  ['x', 'https://x.com'],
  ['telegram', 'https://t.me/+AbCdEfGh'],
  ['telegram', 'https://t.me/joinchat'],
  ['telegram', '1frog'],
  ['telegram', 'abc'],
  ['telegram', 'https://t.me.frog.example/frogs'],
])('refuses %s %j', (kind, text) => {
  const { links, errors } = decideLinks({ [kind]: text })
  expect({ links, named: Object.keys(errors) }).toEqual({ links: {}, named: [kind] })
})
