// Every command of package.json: its help, its arguments and the file that it runs. All arguments are parsed here: a command
// answers `--help` and refuses unknown arguments before it does anything. No dependencies: it runs before they are installed.
import util from 'node:util'

const text = (value, words) => ({ type: 'string', value, words })
const flag = (words) => ({ type: 'boolean', words })

const CONTENT_SETTINGS = 'Reads DATA_DIR and the S3_ settings.'
const STOPPED = 'Stop the server first if its chain or database is embedded.'

export const COMMANDS = {
  start: {
    does: 'Builds what has changed and starts the server. Settings are in .env.example.',
    needs: 'build',
    entry: 'dist/server/main.js',
  },
  dev: { does: 'Runs the server, restarts it and reloads pages as you edit.', entry: 'scripts/dev.mjs' },
  test: { does: 'Checks everything, browser included.', entry: 'scripts/test.mjs' },
  'test:soak': {
    does: 'Runs what npm test leaves out (docs/decisions/0018-two-sizes-of-the-suite.md).',
    entry: 'scripts/test.mjs',
    args: ['--soak'],
  },
  'test:mutants': {
    does: 'Puts one fault after another into the sources and reports which ones the tests notice. Commit your work first.',
    rest: ['WORD', 'only faults whose name contains WORD'],
    restMax: 1,
    entry: 'tests/mutants.ts',
  },
  check: {
    does: 'Format, lint, types, dead code and import rules.',
    runs: [
      ['biome', 'ci', '.'],
      ['oxlint', '--type-aware', '--deny-warnings'],
      ['tsc', '-b'],
      ['knip'],
      ['vitest', 'run', 'tests/tidy.test.ts'],
    ],
  },
  format: { does: 'Formats the sources.', runs: [['biome', 'check', '--write', '.']] },
  bench: {
    does: 'Measures what must be fast; docs/performance.md keeps the figures.',
    needs: 'build',
    rest: ['PART …', 'only these parts (default: all that take less than an hour)'],
    options: { attack: text('NAME', 'run only this attack') },
    entry: 'bench/main.ts',
  },
  reindex: {
    does: `Makes the index again from the chain, and from what it kept where a node has forgotten. ${STOPPED}`,
    needs: 'build',
    options: {
      coin: text('MINT', 'this coin only'),
      lose: flag('give up what neither the node nor the index has any more'),
    },
    entry: 'dist/server/reindex.js',
  },
  migrate: {
    does: 'Brings the database at DATABASE_URL up to date, beside servers that run on it (docs/operations.md).',
    needs: 'build',
    entry: 'dist/server/migrate.js',
  },
  export: {
    does: `Writes a coin’s folder, picture and all metadata, into a CAR. ${STOPPED}`,
    needs: 'build',
    rest: ['MINT [FILE]', 'the coin, and the file to write (default: {content address}.car in this folder)'],
    restMin: 1,
    restMax: 2,
    entry: 'dist/server/export.js',
  },
  restore: {
    does: `Restores the texts and pictures of launches that a server has lost. ${STOPPED}`,
    needs: 'build',
    rest: ['FILE.car …', 'the CAR files to read, unless --gateway is given'],
    options: {
      gateway: text(
        'URL',
        'an IPFS gateway, or another Twinmint server: https://, or http:// on this machine',
      ),
      mint: text('MINT', 'this coin only'),
    },
    entry: 'dist/server/restore.js',
  },
  prove: {
    does: 'Proves every coin of a chain from its accounts (docs/proofs.md).',
    needs: 'build',
    options: {
      rpc: text('URL', 'the node to ask (default: the server on this machine)'),
      program: text('ADDRESS', 'the program’s address (default: asked of the server at --rpc)'),
      coin: text('MINT', 'this coin only'),
      gateway: text(
        'URL',
        'a Twinmint server or IPFS gateway with pictures and texts (default: the server at --rpc)',
      ),
      lines: flag('print every line of every coin'),
    },
    entry: 'dist/server/prove.js',
  },
  'move-content': {
    does: `Copies every picture to the S3-compatible store, or back. ${CONTENT_SETTINGS}`,
    needs: 'build',
    options: {
      to: text('s3|folder', 's3: from DATA_DIR to the store; folder: back'),
      remove: flag('delete the originals whose copies are safe'),
    },
    entry: 'dist/server/move-content.js',
  },
  'verify-content': {
    does: `Checks every picture against its hash and lists damaged and missing ones. ${CONTENT_SETTINGS}`,
    needs: 'build',
    entry: 'dist/server/verify-content.js',
  },
  'sdk:pack': {
    does: 'Makes the SDK’s npm package in dist/sdk.',
    entry: 'scripts/pack.mjs',
  },
  house: {
    does: 'Prints packages, rooms and arrows, from the imports; fails when a figure rises.',
    runs: [['vitest', 'run', 'tests/tidy.test.ts', '-t', 'figures of the house', '--silent=false']],
  },
  'program:build': {
    does: 'Builds program/twinmint.so from source (Debian’s rustc-web and rust-web-src).',
    entry: 'program/build/build.ts',
  },
  'program:mutants': {
    does: 'Builds the program with each fault of program/test/mutants.ts and reports which ones its tests notice.',
    rest: ['PATTERN', 'only faults whose file and name match PATTERN'],
    restMax: 1,
    entry: 'program/build/try-mutants.ts',
  },
  'program:deploy': {
    does: `Deploys the program to the cluster at SOLANA_RPC_URL, or upgrades it, writes its configuration, and hands its keys on.

It looks first whether the cluster can run the program and the payer can pay, says what it costs and who will hold the keys,
and asks. Interrupted, it goes on where it was when it is run again.

Keys that are not named stay with whom they are, or become the payer's; on mainnet that is refused. Of a program that is
there already, treasury and pause key are changed and the admin's right is offered where the payer is its admin.`,
    options: {
      payer: text('FILE', 'the keypair file that pays; needed'),
      program: text(
        'FILE',
        'the program’s keypair file, made when it is not there; default beside the payer',
      ),
      treasury: text('ADDRESS', 'gets the platform’s fees'),
      admin: text(
        'ADDRESS',
        'may change terms, treasury and pause key, and end a pause; of a program that is there already it is offered, and that admin has to accept it (--act accept-admin)',
      ),
      'pause-key': text('ADDRESS', 'may pause launches and buys for 72 hours; "nobody" for no such key'),
      'upgrade-authority': text(
        'ADDRESS',
        'may upgrade the program from the end of this run on: a multisig’s vault, say',
      ),
      final: flag('nobody may upgrade it, from the end of this run on'),
      'confirm-final': text('ADDRESS', 'the program’s address, as --final asks for it, for a script'),
      room: text('BYTES', 'for later upgrades; default twice the program'),
      yes: flag('do not ask (but for --final)'),
      act: text(
        'ACT',
        'deploy nothing, and use a key that the payer holds: accept-admin, withdraw-admin (the offer of it), pause, unpause, or pay-treasury (which anybody may: what every Market owes the treasury goes to it)',
      ),
      reclaim: flag('give back what the buffers of interrupted runs hold, and deploy nothing'),
    },
    entry: 'program/deploy/deploy.ts',
  },
  'program:idl': {
    does: 'Writes program/idl.json, the program’s interface for machines.',
    entry: 'program/build/idl.ts',
  },
}

/** A command's help text. */
export function helpOf(name) {
  const { does, rest, options = {} } = COMMANDS[name]
  const lines = [
    ...(rest ? [rest] : []),
    ...Object.entries(options).map(([option, { value, words }]) => [
      `--${option}${value === undefined ? '' : ` ${value}`}`,
      words,
    ]),
    ['--help', 'this text'],
  ]
  const width = Math.max(...lines.map(([what]) => what.length))
  const usage = lines.map(([what, words]) => `  ${what.padEnd(width)}  ${words}`).join('\n')
  return `npm run ${name} -- …\n${does}\n\n${usage}`
}

/** Parses a command's arguments; undefined for `--help`. The Error that it throws has the reason and the help text. */
export function parseCommand(name, args) {
  const {
    rest,
    restMin = 0,
    restMax = rest === undefined ? 0 : Number.POSITIVE_INFINITY,
    options = {},
  } = COMMANDS[name]
  try {
    const { values, positionals } = util.parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(Object.entries(options).map(([option, { type }]) => [option, { type }])),
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help) return undefined
    if (positionals.length > restMax) throw new Error(`Unknown argument "${positionals[restMax]}".`)
    if (positionals.length < restMin) throw new Error(`${rest[0]} is missing.`)
    const { help: _help, ...said } = values
    return { values: said, rest: positionals }
  } catch (error) {
    throw new Error(`${error.message}\n\n${helpOf(name)}`, { cause: error })
  }
}

/** Ends the process with code 2. */
export function refuseCommand(name, sentence) {
  console.error(`npm run ${name}: ${sentence}`)
  process.exit(2)
}

/** The arguments of the running command. Ends the process after `--help` and after invalid arguments. */
export function readCommand(name, args = process.argv.slice(2)) {
  try {
    const said = parseCommand(name, args)
    if (said !== undefined) return said
  } catch (error) {
    return refuseCommand(name, error.message)
  }
  console.log(helpOf(name))
  return process.exit(0)
}
