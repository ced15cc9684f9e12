// What `npm run program:deploy` is told, and the text that says so.
import { parseArgs } from 'node:util'
import { isAddress } from '../src/core/address.ts'

export const HELP = `Deploys the program to a Solana cluster, or upgrades it, writes its configuration, and hands its keys on.

  SOLANA_RPC_URL=<cluster> npm run program:deploy -- --payer <keypair file>
    --program <keypair file>   made when it is not there; default beside the payer
    --treasury <address>       gets the platform's fees
    --admin <address>          may change terms, treasury and pause key, and end a pause; of a program that is there already
                               it is offered, and that admin has to accept it (--act accept-admin)
    --pause-key <address>      may pause launches and buys for 72 hours; "nobody" for no such key
    --upgrade-authority <address>
                               may upgrade the program from the end of this run on: a multisig's vault, say
    --final                    nobody may upgrade it, from the end of this run on and for ever
    --confirm-final <address>  the program's address, as --final asks for it, for a script
    --room <bytes>             for later upgrades; default twice the program
    --yes                      do not ask (but for --final)
    --act <act>                deploy nothing, and use a key that the payer holds: accept-admin, withdraw-admin (the offer of
                               it), pause, unpause, or pay-treasury (which anybody may:
                               what every Market owes the treasury goes to it)
    --reclaim                  give back what the buffers of interrupted runs hold, and deploy nothing
    --help                     this text

Keys that are not named stay with whom they are, or become the payer's; on mainnet that is refused. Of a program that is
there already, treasury and pause key are changed and the admin's right is offered where the payer is its admin.

It looks first whether the cluster can run the program and the payer can pay, says what it costs and who will hold the keys,
and asks. Interrupted, it goes on where it was when it is run again.`

const OPTIONS = {
  payer: { type: 'string' },
  program: { type: 'string' },
  treasury: { type: 'string' },
  admin: { type: 'string' },
  'pause-key': { type: 'string' },
  'upgrade-authority': { type: 'string' },
  final: { type: 'boolean', default: false },
  'confirm-final': { type: 'string' },
  room: { type: 'string' },
  yes: { type: 'boolean', default: false },
  act: { type: 'string' },
  reclaim: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Throws with what is wrong and the help. */
export function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    if (!values.help && values.payer === undefined) throw new Error('--payer is missing.')
    return {
      ...values,
      act: actIn(values),
      wished: {
        treasury: addressIn(values, 'treasury'),
        admin: addressIn(values, 'admin'),
        pauseKey: values['pause-key'] === 'nobody' ? ('nobody' as const) : addressIn(values, 'pause-key'),
        upgradeAuthority: upgradeAuthorityIn(values),
      },
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`, { cause: error })
  }
}

export const ACTS = ['accept-admin', 'withdraw-admin', 'pause', 'unpause', 'pay-treasury'] as const
export type Act = (typeof ACTS)[number]

function actIn({ act, ...values }: Values): Act | undefined {
  const known = ACTS.find((each) => each === act)
  if (act !== undefined && known === undefined) throw new Error(`--act is none of ${ACTS.join(', ')}: ${act}`)
  const beside = ['treasury', 'admin', 'pause-key', 'upgrade-authority', 'final', 'reclaim'] as const
  const other = known && beside.find((name) => values[name] !== undefined && values[name] !== false)
  if (other !== undefined) throw new Error(`--act goes without --${other}.`)
  return known
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

function addressIn(
  values: Values,
  name: 'treasury' | 'admin' | 'pause-key' | 'upgrade-authority' | 'confirm-final',
) {
  const value = values[name]
  if (value !== undefined && !isAddress(value)) throw new Error(`--${name} is not an address: ${value}`)
  return value
}

function upgradeAuthorityIn(values: Values) {
  const next = addressIn(values, 'upgrade-authority')
  if (addressIn(values, 'confirm-final') !== undefined && !values.final)
    throw new Error('--confirm-final means nothing without --final.')
  if (!values.final) return next
  if (next !== undefined) throw new Error('--final leaves nobody who could be the --upgrade-authority.')
  if (values.yes && values['confirm-final'] === undefined)
    throw new Error('--yes does not answer what --final asks: --confirm-final <the program’s address> does.')
  return 'nobody' as const
}
