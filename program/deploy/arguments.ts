// What `npm run program:deploy` is told, and the text that says so.

import { isAddress } from '@twinmint/sdk/core/address'
import { helpOf, parseCommand } from '@twinmint/server/main/commands'

const COMMAND = 'program:deploy'
const TEXTS = ['payer', 'program', 'treasury', 'admin', 'pause-key', 'upgrade-authority', 'confirm-final', 'room', 'act'] as const // biome-ignore format: one line
const FLAGS = ['final', 'yes', 'reclaim'] as const
type Texts = Readonly<Partial<Record<(typeof TEXTS)[number], string>>>
type Flags = Readonly<Record<(typeof FLAGS)[number], boolean>>

/** Undefined where they ask for help. Throws with what is wrong and the help. */
export function readArguments(args: readonly string[]) {
  const said = parseCommand(COMMAND, args)
  if (said === undefined) return undefined
  const texts: Texts = Object.fromEntries(TEXTS.map((name) => [name, said.values[name]]))
  const [final, yes, reclaim] = FLAGS.map((name) => said.values[name] === true)
  const flags = { final: final === true, yes: yes === true, reclaim: reclaim === true }
  try {
    if (texts.payer === undefined) throw new Error('--payer is missing.')
    return {
      ...texts,
      ...flags,
      payer: texts.payer,
      act: actIn(texts, flags),
      keyOptions: {
        treasury: addressIn(texts, 'treasury'),
        admin: addressIn(texts, 'admin'),
        pauseKey: texts['pause-key'] === 'nobody' ? ('nobody' as const) : addressIn(texts, 'pause-key'),
        upgradeAuthority: upgradeAuthorityIn(texts, flags),
      },
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${helpOf(COMMAND)}`, {
      cause: error,
    })
  }
}

export const ACTS = ['accept-admin', 'withdraw-admin', 'pause', 'unpause', 'pay-treasury'] as const
export type Act = (typeof ACTS)[number]

function actIn(texts: Texts, flags: Flags): Act | undefined {
  const { act } = texts
  const known = ACTS.find((each) => each === act)
  if (act !== undefined && known === undefined) throw new Error(`--act is none of ${ACTS.join(', ')}: ${act}`)
  const beside = ['treasury', 'admin', 'pause-key', 'upgrade-authority', 'final', 'reclaim'] as const
  const values = { ...texts, ...flags }
  const other = known && beside.find((name) => values[name] !== undefined && values[name] !== false)
  if (other !== undefined) throw new Error(`--act goes without --${other}.`)
  return known
}

function addressIn(
  texts: Texts,
  name: 'treasury' | 'admin' | 'pause-key' | 'upgrade-authority' | 'confirm-final',
) {
  const value = texts[name]
  if (value !== undefined && !isAddress(value)) throw new Error(`--${name} is not an address: ${value}`)
  return value
}

function upgradeAuthorityIn(texts: Texts, { final, yes }: Flags) {
  const next = addressIn(texts, 'upgrade-authority')
  if (addressIn(texts, 'confirm-final') !== undefined && !final)
    throw new Error('--confirm-final means nothing without --final.')
  if (!final) return next
  if (next !== undefined) throw new Error('--final leaves nobody who could be the --upgrade-authority.')
  if (yes && texts['confirm-final'] === undefined)
    throw new Error('--yes does not answer what --final asks: --confirm-final <the program’s address> does.')
  return 'nobody' as const
}
