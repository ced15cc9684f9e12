// The program's interface as a Codama node, from which clients in other languages are generated. What docs/program.md says
// in words, said once more for machines; the codes of refusals are read from program/src/error.rs. Writes program/idl.json:
// `npm run program:idl`. Its test generates a client from it and compares that with our own codecs.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '@twinmint/sdk/program/programs'
import { readCommand } from '@twinmint/server/main/commands'

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

/** "u8 tag = 1, u16 sellFeeBps, 36 reserved": type and name; what has a value, or is so many zeros, nobody has to give. */
const fieldsOf = (text: string): readonly Field[] =>
  text.split(',').map((each) => {
    const [type = '', name = '', , value] = each.trim().split(' ')
    const zeros = Number(type)
    if (zeros > 0)
      return {
        name,
        type: fixedSizeTypeNode(bytesTypeNode(), zeros),
        defaultValue: bytesValueNode('base16', '00'.repeat(zeros)),
        defaultValueStrategy: 'omitted',
      }
    if (value === undefined) return { name, type: typeOf(type) }
    const defaultValue = numberValueNode(Number(value))
    return { name, type: typeOf(type), defaultValue, defaultValueStrategy: 'omitted' }
  })

const structOf = (text: string) => structTypeNode(fieldsOf(text).map((field) => structFieldTypeNode(field)))

/** The seeds that are numbers; all others but texts are addresses. */
const SEED_NUMBERS: Readonly<Record<string, NumberFormat>> = { index: 'u16', nonce: 'u64' }

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
  pda('nft', '"nft" mint index'),
  pda('escrowNft', '"escrow_nft" mint index'),
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
    pdaSeedValueNode('index', argumentValueNode('index')),
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

/** A FeeShares account from its authority on, as its events have it, too. */
const FEE_SHARES = 'address authority, address pendingAuthority, u8 count, feeReceivers receivers'

interface Described {
  readonly name: string
  readonly tag: number
  /** As `fieldsOf` reads them; nothing where there are none. */
  readonly data: string
  /** "user:sw": signs, is writable. */
  readonly accounts: string
  readonly docs: string
  /** Lists of addresses that follow, each writable. */
  readonly more?: readonly string[]
}

function instructionOf({ name, tag, data, accounts, docs, more = [] }: Described) {
  const fields = [...fieldsOf(`u8 discriminator = ${tag}`), ...(data === '' ? [] : fieldsOf(data))]
  const entries = accounts.split(' ').map((entry) => entry.split(':'))
  const given = new Set([...entries.map(([role]) => role), ...fields.map((field) => field.name)])
  return instructionNode({
    name,
    docs: [docs],
    discriminators: [fieldDiscriminatorNode('discriminator')],
    arguments: fields.map((field) => instructionArgumentNode(field)),
    accounts: entries.map(([role = '', marks = '']) => {
      const needed = NEEDS[role]
      const isKnown = needed === undefined || given.has(needed)
      const defaultValue = isKnown ? ROLE_DEFAULTS[role] : undefined
      return instructionAccountNode({
        name: role,
        isSigner: marks.includes('s'),
        isWritable: marks.includes('w'),
        ...(defaultValue === undefined ? {} : { defaultValue }),
      })
    }),
    remainingAccounts: more.map((list) =>
      instructionRemainingAccountsNode(argumentValueNode(list), { isWritable: true }),
    ),
  })
}

const TERMS =
  'u64 graduationMarketCapLamports, u64 boostPriceLamports, u32 boostSeconds, u16 sellFeeBps, u16 creatorShareBps, u16 royaltyBps, u16 marketFeeBps'
const CHOICES = 'u64 openingReserveLamports, u16 guardBps, u16 guardSeconds'
const ASKED = 'u64 priceLamports, i64 expiresAt'
const BUY_ACCOUNTS = 'user:sw market:w config mint:w vault:w userCoins:w system token2022 program'
const TEXTS = 'text name, text symbol, text collectionName, text uri'

const INSTRUCTIONS: readonly Described[] = [
  {
    name: 'initializeConfig',
    tag: 0,
    data: `address admin, address pauseKey, ${TERMS}`,
    accounts: 'upgradeAuthority:sw config:w programData system treasury:w program',
    docs: 'Writes the Config, once, by the program’s upgrade authority.',
  },
  {
    name: 'updateConfig',
    tag: 1,
    data: `address newPauseKey, ${TERMS}`,
    accounts: 'admin:s config:w treasury:w nextTreasury:w program',
    docs: 'Changes the terms of later launches, the treasury and the pause key. The treasury account is the one until now; the next one is the same where it stays.',
  },
  {
    name: 'launch',
    tag: 2,
    data: `text seed, ${TEXTS}, ${CHOICES}, hash16 termsHash`,
    accounts:
      'creator:sw mint:w mintBase market:w vault:w escrow collection:w config system token2022 associatedToken program',
    docs: 'Makes a coin, its market and its twin collection. The mint is createWithSeed(mint base, seed, Token-2022) and ends in jpg. The hash is the first 16 bytes of the SHA-256 of the 28 bytes of terms as they stand in updateConfig; the launch is refused when the Config has others by then.',
  },
  {
    name: 'buy',
    tag: 3,
    data: 'u64 lamportsIn, u64 baseUnitsOutMin',
    accounts: BUY_ACCOUNTS,
    docs: 'Exact lamports in, at least so many base units out.',
  },
  {
    name: 'sell',
    tag: 4,
    data: 'u64 baseUnitsIn, u64 lamportsOutMin',
    accounts: 'user:sw market:w mint vault:w userCoins:w token2022 program',
    docs: 'Exact base units in, at least so many lamports out, after the fee.',
  },
  {
    name: 'capture',
    tag: 5,
    data: 'u16 index, nftSource source',
    accounts:
      'user:sw market:w mint userCoins:w escrow escrowVault:w origin:w nftMint:w userNft:w system token2022 associatedToken program',
    docs: '1,000,000 coins to the escrow, the NFT of that number to the user. The origin is the collection where the NFT is minted, else the escrow’s account of it.',
  },
  {
    name: 'release',
    tag: 6,
    data: 'u16 index',
    accounts:
      'user:sw market:w mint userCoins:w escrow escrowVault:w escrowNft:w nftMint:w userNft:w system token2022 associatedToken program',
    docs: 'The NFT to the escrow, 1,000,000 coins to the user.',
  },
  {
    name: 'boost',
    tag: 7,
    data: '',
    accounts: 'payer:sw market:w system program',
    docs: 'Pays the market’s boost price and lengthens its boost.',
  },
  {
    name: 'claimCreatorFees',
    tag: 8,
    data: '',
    accounts: 'creator:sw market:w program',
    docs: 'Pays the creator what sells have set aside.',
  },
  {
    name: 'claimTreasuryFees',
    tag: 9,
    data: '',
    accounts: 'config:w treasury:w program',
    docs: 'Pays the treasury what has gathered in the Config. Anybody may send it.',
  },
  {
    name: 'buyExactOut',
    tag: 10,
    data: 'u64 baseUnitsOut, u64 lamportsInMax',
    accounts: BUY_ACCOUNTS,
    docs: 'Exact base units out, at most so many lamports in.',
  },
  {
    name: 'migrate',
    tag: 11,
    data: '',
    accounts: 'payer:sw account:w system program',
    docs: 'Brings a Config or Market of an earlier version to this one. Anybody may, and pays the rent of the added bytes.',
  },
  {
    name: 'collect',
    tag: 12,
    data: '',
    accounts: 'market:w config:w program',
    docs: 'Moves what a market owes the treasury to the Config. Anybody may.',
  },
  {
    name: 'offerAdmin',
    tag: 13,
    data: 'address pendingAdmin',
    accounts: 'admin:s config:w program',
    docs: 'Offers the admin’s right to somebody, who has to accept it; the zero address withdraws the offer.',
  },
  {
    name: 'acceptAdmin',
    tag: 14,
    data: '',
    accounts: 'pendingAdmin:s config:w program',
    docs: 'Makes whom the right is offered to the admin.',
  },
  {
    name: 'pause',
    tag: 15,
    data: '',
    accounts: 'pauseKey:s config:w program',
    docs: 'Stops launches and buys, in the NFT market too, new listings and new offers for 72 hours. Refused while they are paused and for 72 hours after.',
  },
  {
    name: 'unpause',
    tag: 16,
    data: '',
    accounts: 'who:s config:w program',
    docs: 'Ends a pause. The signer is the pause key or the admin.',
  },
  {
    name: 'setFeeShares',
    tag: 17,
    data: 'shares shares',
    accounts: 'authority:sw market:w feeShares:w system program',
    more: ['present', 'next'],
    docs: 'Names the receivers of the creator’s fees and their shares: the first time by the creator, later by the authority. Behind the accounts come the present receivers, then the next, each in order.',
  },
  {
    name: 'drawFeeShare',
    tag: 18,
    data: '',
    accounts: 'receiver:sw market:w feeShares:w program',
    docs: 'Pays a receiver its share of the creator’s fees, and confirms it.',
  },
  {
    name: 'offerFeeShares',
    tag: 19,
    data: 'address pendingAuthority',
    accounts: 'authority:s market:w feeShares:w program',
    docs: 'Offers the right to change the receivers; zeros withdraw the offer.',
  },
  {
    name: 'acceptFeeShares',
    tag: 20,
    data: 'shares shares',
    accounts: 'pendingAuthority:s market:w feeShares:w program',
    more: ['present', 'next'],
    docs: 'Takes the right over: pays the present receivers, and names the next. Accounts behind as in setFeeShares.',
  },
  {
    name: 'list',
    tag: 30,
    data: `u16 index, ${ASKED}`,
    accounts: 'seller:sw market:w config listing:w listedNft:w nftMint sellerNft:w system token2022 program',
    docs: 'Offers an NFT for sale until the expiry (unix seconds). It lies with the program meanwhile; sellerNft is any account of the seller’s that holds it.',
  },
  {
    name: 'updateListing',
    tag: 31,
    data: ASKED,
    accounts: 'seller:s market:w listing:w program',
    docs: 'Changes a listing’s price and expiry, also after it has expired.',
  },
  {
    name: 'cancelListing',
    tag: 32,
    data: '',
    accounts:
      'seller:sw market:w listing:w listedNft:w nftMint sellerNft:w system token2022 associatedToken program',
    docs: 'Gives the NFT and the rents back to the seller, into the associated account.',
  },
  {
    name: 'buyListing',
    tag: 33,
    data: 'u64 lamportsMax',
    accounts:
      'buyer:sw market:w config listing:w listedNft:w nftMint buyerNft:w seller:w system token2022 associatedToken program',
    docs: 'Buys a listed NFT at its price, or at what its coins bring now where that is more, for so many lamports at most, fees included.',
  },
  {
    name: 'offer',
    tag: 34,
    data: `u64 nonce, ${ASKED}, editionSet editions`,
    accounts: 'bidder:sw market:w config offer:w system program',
    docs: 'Locks the price, and the rent of the account for the NFT, for any one of the numbers: n is bit (n − 1) % 8 of byte (n − 1) / 8. The nonce is the bidder’s own choice.',
  },
  {
    name: 'cancelOffer',
    tag: 35,
    data: '',
    accounts: 'bidder:sw market:w offer:w program',
    docs: 'Gives all that an offer holds back to the bidder.',
  },
  {
    name: 'acceptOffer',
    tag: 36,
    data: 'u16 index, u64 lamportsMin',
    accounts:
      'seller:sw market:w offer:w bidder:w nftMint sellerNft:w bidderNft:w system token2022 associatedToken memo program',
    docs: 'Gives the NFT of that number to the bidder for the offer’s price, of which the seller gets so many lamports at least, after royalty and fee. sellerNft is any account of the seller’s that holds it.',
  },
]

const ACCOUNTS = [
  accountNode({
    name: 'config',
    docs: ['The program’s settings; the platform’s fees wait here.'],
    data: structOf(
      'u8 tag = 1, u8 version = 2, 1 reserved, u8 bump, u32 boostSeconds, address admin, address treasury, u64 graduationMarketCapLamports, u64 boostPriceLamports, u16 sellFeeBps, u16 creatorShareBps, u16 royaltyBps, u16 marketFeeBps, address pendingAdmin, address pauseKey, i64 pausedUntil, u64 sequence, 64 reservedForLater',
    ),
    discriminators: [fieldDiscriminatorNode('tag')],
    pda: pdaLinkNode('config'),
    size: 240,
  }),
  accountNode({
    name: 'market',
    docs: ['A coin’s books; the account holds its SOL.'],
    data: structOf(
      'u8 tag = 2, u8 version = 2, marketStatus status, u8 marketBump, u8 escrowBump, u8 collectionBump, u16 sellFeeBps, address mint, address creator, address collection, u64 reserveLamports, u64 reserveBaseUnits, u64 realLamports, u64 creatorFeesOwedLamports, u64 graduationMarketCapLamports, u64 boostPriceLamports, u32 boostSeconds, u16 creatorShareBps, 2 reserved, u32 nftsMinted, u32 nftsInCirculation, i64 boostedUntil, i64 createdAt, u64 sequence, address vault, u64 openingReserveLamports, u64 lockedLamports, u64 treasuryFeesOwedLamports, u16 guardBps, u16 guardSeconds, u16 royaltyBps, u16 marketFeeBps, u8 feeSharesBump, 7 reserved, u64 changedSlot, u64 slotStartReserveLamports, u64 slotStartReserveBaseUnits, 40 reservedForLater',
    ),
    discriminators: [fieldDiscriminatorNode('tag')],
    pda: pdaLinkNode('market'),
    size: 328,
  }),
  accountNode({
    name: 'feeShares',
    docs: [
      'Who receives a coin’s creator fees, and who may change that; the fees stay in the market until drawn.',
    ],
    data: structOf(
      `u8 tag = 3, u8 version = 1, u8 bump, 5 padding, address mint, ${FEE_SHARES}, 35 reserved`,
    ),
    discriminators: [fieldDiscriminatorNode('tag')],
    pda: pdaLinkNode('feeShares'),
    size: 312,
  }),
  accountNode({
    name: 'listing',
    docs: ['An NFT for sale: it lies in the token account at the address listedNft, which this one holds.'],
    data: structOf(
      `u8 tag = 4, u8 version = 1, u8 listingBump, u8 listedNftBump, u16 index, 2 reserved, address mint, address nftMint, address seller, ${ASKED}, i64 createdAt, 32 reservedForLater`,
    ),
    discriminators: [fieldDiscriminatorNode('tag')],
    pda: pdaLinkNode('listing'),
    size: 160,
  }),
  accountNode({
    name: 'offer',
    docs: [
      'SOL locked for any one of some NFTs of a coin; the account holds it, with its own rent and nftRentLamports.',
    ],
    data: structOf(
      `u8 tag = 5, u8 version = 1, u8 offerBump, 5 padding, address mint, address bidder, u64 nonce, ${ASKED}, i64 createdAt, editionSet editions, 3 reserved, u64 nftRentLamports, 16 reservedForLater`,
    ),
    discriminators: [fieldDiscriminatorNode('tag')],
    pda: pdaLinkNode('offer'),
    size: 256,
  }),
]

/** The data of the program's call of itself: 255, then the record. */
const recordOf = (kind: number, tail: string) =>
  structOf(
    `u8 tag = 255, u8 kind = ${kind}, u8 version = 2, u8 flags, 1 reserved, u32 edition, u64 sequence, address mint, address who, u64 lamports, u64 baseUnits, u64 feeLamports, u64 creatorFeeLamports, u64 reserveLamports, u64 reserveBaseUnits, u64 realLamports, u64 burnedBaseUnits, i64 unixSeconds${tail}`,
  )

/** Each with what its record goes on with. */
const EVENTS: readonly (readonly [name: string, kind: number, tail: string])[] = [
  ['launchEvent', 2, `, ${TERMS}, ${CHOICES}, ${TEXTS}`],
  ['buyEvent', 3, ''],
  ['sellEvent', 4, ''],
  ['captureEvent', 5, ''],
  ['releaseEvent', 6, ''],
  ['boostEvent', 7, ', i64 boostedUntil'],
  ['claimCreatorFeesEvent', 8, ''],
  ['collectEvent', 12, ''],
  ['setFeeSharesEvent', 17, `, ${FEE_SHARES}, paid paidLamports`],
  ['drawFeeShareEvent', 18, `, ${FEE_SHARES}`],
  ['offerFeeSharesEvent', 19, `, ${FEE_SHARES}`],
  ['acceptFeeSharesEvent', 20, `, ${FEE_SHARES}, paid paidLamports`],
  ['listEvent', 30, ', i64 expiresAt'],
  ['updateListingEvent', 31, ', i64 expiresAt'],
  ['cancelListingEvent', 32, ''],
  ['buyListingEvent', 33, ', address seller'],
  ['offerEvent', 34, ', address offer, u64 nonce, i64 expiresAt, editionSet editions'],
  ['cancelOfferEvent', 35, ', address offer'],
  ['acceptOfferEvent', 36, ', address offer, address bidder'],
]

/** What the Config tells: who did it, and the whole Config after it. */
const configRecordOf = (kind: number) =>
  structOf(
    `u8 tag = 255, u8 kind = ${kind}, u8 version = 2, 6 reserved, u64 sequence, address who, u64 lamports, i64 unixSeconds, address admin, address pendingAdmin, address treasury, address pauseKey, i64 pausedUntil, ${TERMS}`,
  )

const CONFIG_EVENTS: readonly (readonly [name: string, kind: number])[] = [
  ['initializeConfigEvent', 0],
  ['updateConfigEvent', 1],
  ['claimTreasuryFeesEvent', 9],
  ['migrateEvent', 11],
  ['offerAdminEvent', 13],
  ['acceptAdminEvent', 14],
  ['pauseEvent', 15],
  ['unpauseEvent', 16],
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

/** `errorSource` is the text of program/src/error.rs. It is of no deployment: the server puts its own program's address in. */
export function idl(errorSource: string): RootNode {
  return rootNode(
    programNode({
      name: 'twinmint',
      publicKey: SYSTEM_PROGRAM,
      version: '2.0.0',
      docs: [
        'Coins on a bonding curve, each with a twin NFT collection; 1,000,000 coins for one NFT, always.',
      ],
      pdas: PDAS,
      accounts: ACCOUNTS,
      instructions: INSTRUCTIONS.map((described) => instructionOf(described)),
      definedTypes: [
        definedTypeNode({ name: 'nftSource', type: variants('mint', 'escrow') }),
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
        definedTypeNode({ name: 'marketStatus', type: variants('curve', 'graduated') }),
        ...EVENTS.map(([name, kind, tail]) => definedTypeNode({ name, type: recordOf(kind, tail) })),
        ...CONFIG_EVENTS.map(([name, kind]) => definedTypeNode({ name, type: configRecordOf(kind) })),
      ],
      events: [...EVENTS, ...CONFIG_EVENTS].map(([name]) =>
        eventNode({
          name,
          data: definedTypeLinkNode(name),
          discriminators: [fieldDiscriminatorNode('tag'), fieldDiscriminatorNode('kind')],
        }),
      ),
      errors: errorsOf(errorSource),
    }),
  )
}

/** As it is committed. */
export const idlText = (errorSource: string): string => `${JSON.stringify(idl(errorSource), null, 1)}\n`

const self = process.argv[1] ?? ''
if (self.endsWith('program/build/idl.ts')) {
  readCommand('program:idl')
  const folder = dirname(dirname(self))
  writeFileSync(join(folder, 'idl.json'), idlText(readFileSync(join(folder, 'src', 'error.rs'), 'utf8')))
}
