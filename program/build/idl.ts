// The program's interface as a Codama node, from which clients in other languages are generated: instructions from the table
// of the SDK, codes of refusals from program/src/error.rs. `npm run program:idl` writes program/idl.json and the tables of
// docs/program.md. Its test generates
// a client from it and compares that with our own codecs.
import { readFileSync, writeFileSync } from 'node:fs'
import {
  accountNode,
  accountValueNode,
  argumentValueNode,
  arrayTypeNode,
  bytesTypeNode,
  bytesValueNode,
  constantPdaSeedNodeFromString,
  definedTypeLinkNode,
  definedTypeNode,
  enumEmptyVariantTypeNode,
  enumTypeNode,
  errorNode,
  eventNode,
  fieldDiscriminatorNode,
  fixedCountNode,
  fixedSizeTypeNode,
  type InstructionInputValueNode,
  instructionAccountNode,
  instructionArgumentNode,
  instructionNode,
  instructionRemainingAccountsNode,
  type NumberFormat,
  numberTypeNode,
  numberValueNode,
  type PdaNode,
  pdaLinkNode,
  pdaNode,
  pdaSeedValueNode,
  pdaValueNode,
  prefixedCountNode,
  programIdValueNode,
  programNode,
  publicKeyTypeNode,
  publicKeyValueNode,
  type RootNode,
  rootNode,
  sizePrefixTypeNode,
  stringTypeNode,
  structFieldTypeNode,
  structTypeNode,
  type TypeNode,
  type ValueNode,
  variablePdaSeedNode,
} from '@codama/nodes'
import { type ErrorCode, errorRecord } from '@twinmint/sdk/core/errors'
import { type Fields, isStruct } from '@twinmint/sdk/program/codec'
import { CONFIG_EVENT, CONFIG_EVENT_KINDS } from '@twinmint/sdk/program/config-events'
import { EVENT_HEAD, EVENT_KINDS, EVENT_VERSION, EVENTS } from '@twinmint/sdk/program/events'
import {
  EVENT_TAG,
  INSTRUCTION_NAMES,
  INSTRUCTIONS,
  type InstructionName,
  SOURCE,
} from '@twinmint/sdk/program/instructions'
import { ACCOUNT_NAMES, type AccountName, LAYOUTS, STATUS } from '@twinmint/sdk/program/layouts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '@twinmint/sdk/program/programs'
import { readCommand } from '@twinmint/server/main/commands'
import { rowComments } from './row-comments.ts'
import { withTables } from './tables.ts'

const INTEGERS = new Set<string>(['u8', 'u16', 'u32', 'u64', 'i64'] satisfies NumberFormat[])

/** The types of fields, by the names of docs/program.md. */
function typeOf(name: string): TypeNode {
  if (INTEGERS.has(name)) return numberTypeNode(name as NumberFormat)
  if (name === 'address') return publicKeyTypeNode()
  if (name === 'hash16') return fixedSizeTypeNode(bytesTypeNode(), 16)
  if (name === 'editionSet') return fixedSizeTypeNode(bytesTypeNode(), 125)
  if (name === 'text') return sizePrefixTypeNode(stringTypeNode('utf8'), numberTypeNode('u8'))
  return definedTypeLinkNode(name)
}

interface Field {
  readonly name: string
  readonly type: TypeNode
  readonly defaultValue?: ValueNode
  readonly defaultValueStrategy?: 'omitted'
}

const zeros = (name: string, size: number): Field => ({
  name,
  type: fixedSizeTypeNode(bytesTypeNode(), size),
  defaultValue: bytesValueNode('base16', '00'.repeat(size)),
  defaultValueStrategy: 'omitted',
})

/** "u8 tag = 1, u16 sellFeeBps, 36 reserved": type and name; what has a value, or is so many zeros, nobody has to give. */
const fieldsOf = (text: string): readonly Field[] =>
  text.split(',').map((each, at) => {
    const [type = '', name = '', , value] = each.trim().split(' ')
    // No two fields of a struct have one name.
    if (Number(type) > 0) return zeros(`${name}${at}`, Number(type))
    if (value === undefined) return { name, type: typeOf(type) }
    const defaultValue = numberValueNode(Number(value))
    return { name, type: typeOf(type), defaultValue, defaultValueStrategy: 'omitted' }
  })

const structOf = (text: string) => structTypeNode(fieldsOf(text).map((field) => structFieldTypeNode(field)))

/** The seeds that are numbers; all others but texts are addresses. */
const SEED_NUMBERS: Readonly<Record<string, NumberFormat>> = { edition: 'u16', nonce: 'u64' }

function seedOf(text: string) {
  if (text.startsWith('"')) return constantPdaSeedNodeFromString('utf8', text.slice(1, -1))
  const format = SEED_NUMBERS[text]
  return variablePdaSeedNode(text, format === undefined ? publicKeyTypeNode() : numberTypeNode(format))
}

const pda = (name: string, seeds: string): PdaNode =>
  pdaNode({ name, seeds: seeds.split(' ').map((seed) => seedOf(seed)) })

const PDAS = [
  pda('config', '"config"'),
  pda('mintBase', '"mint_base" creator'),
  pda('market', '"market" mint'),
  pda('escrow', '"escrow" mint'),
  pda('collection', '"collection" mint'),
  pda('nft', '"nft" mint edition'),
  pda('escrowNft', '"escrow_nft" mint edition'),
  pda('feeShares', '"fee_shares" mint'),
  pda('listing', '"listing" nftMint'),
  pda('listedNft', '"listed_nft" nftMint'),
  pda('offer', '"offer" bidder nonce'),
  pdaNode({
    name: 'associatedToken',
    programId: ASSOCIATED_TOKEN_PROGRAM,
    seeds: [
      variablePdaSeedNode('owner', publicKeyTypeNode()),
      variablePdaSeedNode('tokenProgram', publicKeyTypeNode()),
      variablePdaSeedNode('mint', publicKeyTypeNode()),
    ],
  }),
]

const fromAccounts = (pdaName: string, seeds: Readonly<Record<string, string>>) =>
  pdaValueNode(
    pdaLinkNode(pdaName),
    Object.entries(seeds).map(([seed, account]) => pdaSeedValueNode(seed, accountValueNode(account))),
  )

const numbered = (pdaName: string) =>
  pdaValueNode(pdaLinkNode(pdaName), [
    pdaSeedValueNode('mint', accountValueNode('mint')),
    pdaSeedValueNode('edition', argumentValueNode('edition')),
  ])

const associated = (owner: string, mint: string) =>
  fromAccounts('associatedToken', { owner, tokenProgram: 'token2022', mint })

/** Where an account is, unless its user says otherwise. */
const ROLE_DEFAULTS: Readonly<Record<string, InstructionInputValueNode>> = {
  system: publicKeyValueNode(SYSTEM_PROGRAM),
  token2022: publicKeyValueNode(TOKEN_2022_PROGRAM),
  associatedToken: publicKeyValueNode(ASSOCIATED_TOKEN_PROGRAM),
  program: programIdValueNode(),
  config: pdaValueNode(pdaLinkNode('config')),
  mintBase: fromAccounts('mintBase', { creator: 'creator' }),
  market: fromAccounts('market', { mint: 'mint' }),
  escrow: fromAccounts('escrow', { mint: 'mint' }),
  collection: fromAccounts('collection', { mint: 'mint' }),
  vault: associated('market', 'mint'),
  escrowVault: associated('escrow', 'mint'),
  userCoins: associated('user', 'mint'),
  nftMint: numbered('nft'),
  escrowNft: numbered('escrowNft'),
  userNft: associated('user', 'nftMint'),
  memo: publicKeyValueNode(MEMO_PROGRAM),
  listing: fromAccounts('listing', { nftMint: 'nftMint' }),
  listedNft: fromAccounts('listedNft', { nftMint: 'nftMint' }),
  sellerNft: associated('seller', 'nftMint'),
  buyerNft: associated('buyer', 'nftMint'),
  bidderNft: associated('bidder', 'nftMint'),
  offer: pdaValueNode(pdaLinkNode('offer'), [
    pdaSeedValueNode('bidder', accountValueNode('bidder')),
    pdaSeedValueNode('nonce', argumentValueNode('nonce')),
  ]),
}

/** What the derivation of an account needs beside it, where that does not stand in every list. */
const NEEDS: Readonly<Record<string, string>> = {
  market: 'mint',
  nftMint: 'mint',
  listing: 'nftMint',
  offer: 'nonce',
}

/** Of fields of the SDK's tables, in order; those of a struct one by one. */
const fieldsIn = (fields: Fields): readonly Field[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (isStruct(field)) return fieldsIn(field.fields)
    if (field.type === 'countedReceivers') return fieldsOf('u8 count, feeReceivers receivers')
    const [size, unit] = field.type.split(' ')
    if (unit === 'zeros') return [zeros(name, Number(size))]
    return [{ name, type: typeOf(field.type) }]
  })

function instructionOf(name: InstructionName, docs: string) {
  const { tag, entries, data, hasReceivers } = INSTRUCTIONS[name]
  const fields = [...fieldsOf(`u8 discriminator = ${tag}`), ...fieldsIn(data.fields)]
  const given = new Set([...entries.map(({ role }) => role), ...fields.map((field) => field.name)])
  return instructionNode({
    name,
    docs: [docs],
    discriminators: [fieldDiscriminatorNode('discriminator')],
    arguments: fields.map((field) => instructionArgumentNode(field)),
    accounts: entries.map(({ role, signer, writable }) => {
      const needed = NEEDS[role]
      const isKnown = needed === undefined || given.has(needed)
      const defaultValue = isKnown ? ROLE_DEFAULTS[role] : undefined
      return instructionAccountNode({
        name: role,
        isSigner: signer,
        isWritable: writable,
        ...(defaultValue === undefined ? {} : { defaultValue }),
      })
    }),
    remainingAccounts: (hasReceivers ? ['present', 'next'] : []).map((list) =>
      instructionRemainingAccountsNode(argumentValueNode(list), { isWritable: true }),
    ),
  })
}

/** The fields before a layout's: an account's kind and version. */
const accountOf = (name: AccountName, docs: string) => {
  const { tag, version, bytes, data } = LAYOUTS[name]
  const fields = [...fieldsOf(`u8 tag = ${tag}, u8 version = ${version}`), ...fieldsIn(data.fields)]
  return accountNode({
    name,
    docs: [docs],
    data: structTypeNode(fields.map((field) => structFieldTypeNode(field))),
    discriminators: [fieldDiscriminatorNode('tag')],
    pda: pdaLinkNode(name),
    size: bytes,
  })
}

/** An event: a call of the program by itself. Its kind is the tag of the instruction that recorded it. */
const eventStruct = (name: InstructionName, fields: readonly Field[]) =>
  structTypeNode(
    [
      ...fieldsOf(
        `u8 tag = ${EVENT_TAG}, u8 kind = ${INSTRUCTIONS[name].tag}, u8 version = ${EVENT_VERSION}`,
      ),
      ...fields,
    ].map((field) => structFieldTypeNode(field)),
  )

const EVENT_STRUCTS = [
  ...EVENT_KINDS.map((kind) => ({
    name: `${kind}Event`,
    type: eventStruct(kind, [...fieldsIn(EVENT_HEAD.fields), ...fieldsIn(EVENTS[kind].tail.fields)]),
  })),
  ...CONFIG_EVENT_KINDS.map((kind) => ({
    name: `${kind}Event`,
    type: eventStruct(kind, fieldsIn(CONFIG_EVENT.fields)),
  })),
]

const variants = (...names: readonly string[]) =>
  enumTypeNode(names.map((name) => enumEmptyVariantTypeNode(name)))

/** The codes as the program's source numbers them, with the sentence that the product says. */
function errorsOf(source: string) {
  return [...source.matchAll(/pub const ([A-Z_]+): Refusal = refusal\((\d+)\)/g)].map(
    ([, constant = '', code]) => {
      const name = constant.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
      return errorNode({ name, code: Number(code), message: errorRecord[name as ErrorCode].sentence })
    },
  )
}

/** Of no deployment: a placeholder. The server puts its own program's address in. */
const PLACEHOLDER = 'TwinmintProgram1111111111111111111111111111'

/** Of program/src/error.rs, and of the SDK's tables of instructions and layouts, whose comments are the documentation. */
export function idl(errorSource: string, instructionsSource: string, layoutsSource: string): RootNode {
  const docs = rowComments(instructionsSource)
  const accountDocs = rowComments(layoutsSource)
  return rootNode(
    programNode({
      name: 'twinmint',
      publicKey: PLACEHOLDER,
      version: '2.0.0',
      docs: [
        'Coins on a bonding curve, each with a twin NFT collection; 1,000,000 coins for one NFT, always.',
      ],
      pdas: PDAS,
      accounts: ACCOUNT_NAMES.map((name) => accountOf(name, accountDocs.get(name) ?? '')),
      instructions: INSTRUCTION_NAMES.map((name) => instructionOf(name, docs.get(name) ?? '')),
      definedTypes: [
        definedTypeNode({ name: 'nftSource', type: variants(...SOURCE.words) }),
        definedTypeNode({
          name: 'feeReceiver',
          type: structOf('address wallet, u64 drawnLamports, u16 bps, u8 confirmed'),
        }),
        definedTypeNode({
          name: 'feeReceivers',
          type: arrayTypeNode(definedTypeLinkNode('feeReceiver'), fixedCountNode(4)),
        }),
        definedTypeNode({
          name: 'shares',
          type: arrayTypeNode(numberTypeNode('u16'), prefixedCountNode(numberTypeNode('u8'))),
        }),
        definedTypeNode({ name: 'paid', type: arrayTypeNode(numberTypeNode('u64'), fixedCountNode(4)) }),
        definedTypeNode({ name: 'marketStatus', type: variants(...STATUS.words) }),
        ...EVENT_STRUCTS.map((each) => definedTypeNode(each)),
      ],
      events: EVENT_STRUCTS.map(({ name }) =>
        eventNode({
          name,
          data: definedTypeLinkNode(name),
          discriminators: [fieldDiscriminatorNode('tag'), fieldDiscriminatorNode('kind', 1)],
        }),
      ),
      errors: errorsOf(errorSource),
    }),
  )
}

/** As it is committed. */
export const idlText = (...sources: Parameters<typeof idl>): string =>
  `${JSON.stringify(idl(...sources), null, 1)}\n`

/** Of the checkout that a command or a test runs in. */
export const idlSources = (): Parameters<typeof idl> => [
  readFileSync('program/src/error.rs', 'utf8'),
  readFileSync('packages/sdk/program/instructions.ts', 'utf8'),
  readFileSync('packages/sdk/program/layouts.ts', 'utf8'),
]

if ((process.argv[1] ?? '').endsWith('program/build/idl.ts')) {
  readCommand('program:idl')
  const sources = idlSources()
  writeFileSync('program/idl.json', idlText(...sources))
  writeFileSync('docs/program.md', withTables(readFileSync('docs/program.md', 'utf8'), sources))
}
