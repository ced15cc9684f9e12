// The proof of one coin: whether what the chain holds adds up to the unit, and who could do anything about it. Pure: the
// same for the panel in the browser and for `npm run prove`. Every line stands alone, so that one that breaks says what
// differs and leaves the others readable.
//
// Anybody can send SOL to a market, or coins to its vault and escrow, unasked. That must not break a proof, so such gifts
// are a part of the sums by their own name; only what is missing breaks them.

import { NFT_BASE_UNITS, SUPPLY_BASE_UNITS } from '../core/curve.ts'
import { groupThousands } from '../core/figures.ts'
import { decodeMarket } from '../program/accounts.ts'
import { decodeMint, decodeTokenAccount } from '../program/mint.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../program/programs.ts'
import { authorityLines, programLines } from './authorities.ts'
import type { AccountName } from './lines.ts'
import { type Decoded, decodeAs, lineOf, type ProofLine, type Result, type Sum } from './lines.ts'
import { guardLine, productLine, reserveLine, solLine } from './market-lines.ts'
import { nftMarketLines, type ShownListed } from './nft-market/lines.ts'
import type { CoinReading } from './reading.ts'
import { amountText, sumSaid } from './sums.ts'

export interface Proof {
  readonly slot: bigint
  readonly lines: readonly ProofLine[]
  readonly broken: number
  readonly trusted: number
  /** Of the last event that the market account tells of; undefined where it is no market. */
  readonly sequence: bigint | undefined
  readonly isGraduated: boolean
}

/** What a site says where the coin's accounts are; nobody says so in the terminal. */
export type ShownAddresses = Readonly<Partial<Record<'market' | 'vault' | 'escrow' | 'collection', string>>>

export function proveCoin(
  reading: CoinReading,
  shown: ShownAddresses = {},
  shownListed?: ShownListed,
): Proof {
  const decoded = decodeAll(reading)
  const sequence = 'value' in decoded.market ? decoded.market.value.sequence : undefined
  const isOfOneEvent = shownListed !== undefined && BigInt(shownListed.sequence) === sequence
  const lines = [
    solLine(reading, decoded),
    reserveLine(decoded),
    productLine(decoded),
    vaultLine(decoded),
    escrowLine(decoded),
    supplyLine(reading, decoded),
    nftLine(reading, decoded),
    ...nftMarketLines(reading.nftMarket, isOfOneEvent ? shownListed : undefined),
    guardLine(decoded),
    ...authorityLines(reading, decoded),
    addressLine(reading, decoded, shown),
    ...programLines(reading),
  ]
  return {
    slot: reading.slot,
    lines,
    broken: lines.filter(({ verdict }) => verdict === 'broken').length,
    trusted: lines.filter(({ verdict }) => verdict === 'trust').length,
    sequence,
    isGraduated: 'value' in decoded.market && decoded.market.value.curve.graduated,
  }
}

function decodeAll({ accounts, programAddress }: CoinReading): Decoded {
  const read = <T>(name: AccountName, owner: string, decode: (data: Uint8Array) => T): Result<T> =>
    decodeAs(name, accounts[name], owner, decode)
  return {
    market: read('market', programAddress, decodeMarket),
    mint: read('mint', TOKEN_2022_PROGRAM, decodeMint),
    collection: read('collection', TOKEN_2022_PROGRAM, decodeMint),
    vault: read('vault', TOKEN_2022_PROGRAM, decodeTokenAccount),
    escrowVault:
      accounts.escrowVault === undefined
        ? { value: undefined }
        : read('escrowVault', TOKEN_2022_PROGRAM, decodeTokenAccount),
  }
}

function vaultLine({ market, vault }: Decoded): ProofLine {
  const head = {
    id: 'vault',
    title: 'Coins for every buyer',
    explanation:
      'The vault holds the coins that are still for sale. The price reckons with exactly so many, so every buy can be paid out.',
  }
  return lineOf(head, { market, vault }, ({ market: { curve }, vault: { baseUnits } }) => {
    const sum: Sum = {
      unit: 'coins',
      whole: {
        label: curve.graduated ? 'Held by the pool’s vault' : 'Held by the curve’s vault',
        amount: baseUnits,
      },
      parts: [{ label: 'Coins in the price', amount: curve.reserveBaseUnits }],
    }
    return sumSaid(
      sum,
      baseUnits - curve.reserveBaseUnits,
      `The vault holds ${amountText('coins', baseUnits)}: all that can be bought.`,
    )
  })
}

function escrowLine({ market, escrowVault }: Decoded): ProofLine {
  const head = {
    id: 'escrow',
    title: 'Coins for every NFT',
    explanation:
      'For every NFT that is out, 1,000,000 coins lie in the escrow. Whoever gives the NFT back gets them, whatever the price is then; nobody else can.',
  }
  return lineOf(head, { market, escrowVault }, ({ market: { nftsInCirculation }, escrowVault: account }) => {
    const held = account?.baseUnits ?? 0n
    const owed = NFT_BASE_UNITS * BigInt(nftsInCirculation)
    const out = `${groupThousands(nftsInCirculation)} ${nftsInCirculation === 1 ? 'NFT' : 'NFTs'}`
    const sum: Sum = {
      unit: 'coins',
      whole: { label: 'Held by the escrow', amount: held },
      parts: [{ label: `1,000,000 × ${out}`, amount: owed }],
    }
    return sumSaid(sum, held - owed, `${amountText('coins', held)} are locked for ${out}.`)
  })
}

function supplyLine({ holders: counted }: CoinReading, { mint, vault, escrowVault }: Decoded): ProofLine {
  const head = {
    id: 'supply',
    title: 'All coins there ever were',
    explanation: `1,000,000,000 coins were made with the launch, and nobody can make another. They are for sale, locked for NFTs, with holders, or burned: by the graduation, or by whoever owned them.${
      counted === undefined
        ? ' What holders have is what the mint counts beyond the two vaults; `npm run prove` adds up every single account.'
        : ' What holders have was added up account by account.'
    }`,
  }
  return lineOf(head, { mint, vault, escrowVault }, (values) => {
    const [inVault, inEscrow] = [values.vault.baseUnits, values.escrowVault?.baseUnits ?? 0n]
    const { supply } = values.mint
    const held = (counted?.baseUnits ?? supply) - inVault - inEscrow
    const burned = SUPPLY_BASE_UNITS - supply
    const people = counted === undefined ? '' : ` (${groupThousands(counted.accounts)} accounts in all)`
    const sum: Sum = {
      unit: 'coins',
      whole: { label: 'Made with the launch', amount: SUPPLY_BASE_UNITS },
      parts: [
        { label: 'In the vault', amount: inVault },
        { label: 'In the escrow', amount: inEscrow },
        { label: `With holders${people}`, amount: held },
        { label: 'Burned', amount: burned },
      ],
    }
    if (burned < 0n)
      return { verdict: 'broken', finding: `There are ${amountText('coins', -burned)} too many.`, sum }
    if (held < 0n)
      return {
        verdict: 'broken',
        finding: `The vaults hold ${amountText('coins', -held)} more than exist.`,
        sum,
      }
    const difference = SUPPLY_BASE_UNITS - inVault - inEscrow - held - burned
    return difference === 0n
      ? { verdict: 'holds', finding: `${amountText('coins', supply)} exist, and all are accounted for.`, sum }
      : { verdict: 'broken', finding: `It differs by ${amountText('coins', difference)}.`, sum }
  })
}

const NFTS_MAX = 1_000

function nftLine({ nftMarket }: CoinReading, { market }: Decoded): ProofLine {
  const listed = nftMarket?.listings.length
  const head = {
    id: 'nfts',
    title: 'NFTs',
    explanation: `An NFT is made when somebody swaps 1,000,000 coins for it, 1,000 at the most. One that is given back waits in the escrow until somebody takes it again.${
      listed === undefined ? ' One that is listed for sale is its owner’s, and counts as with holders.' : ''
    }`,
  }
  return lineOf(head, { market }, ({ market: { nftsMinted, nftsInCirculation } }) => {
    const sum: Sum = {
      unit: 'NFTs',
      whole: { label: 'Made so far', amount: BigInt(nftsMinted) },
      parts: [
        { label: 'With holders', amount: BigInt(nftsInCirculation - (listed ?? 0)) },
        ...(listed === undefined ? [] : [{ label: 'Listed by holders', amount: BigInt(listed) }]),
        { label: 'Waiting in the escrow', amount: BigInt(nftsMinted - nftsInCirculation) },
      ],
    }
    if (nftsMinted > NFTS_MAX)
      return {
        verdict: 'broken',
        finding: `${groupThousands(nftsMinted)} were made; 1,000 are the most.`,
        sum,
      }
    if (nftsInCirculation > nftsMinted)
      return {
        verdict: 'broken',
        finding: `${nftsInCirculation} are out, and only ${nftsMinted} were made.`,
        sum,
      }
    if ((listed ?? 0) > nftsInCirculation)
      return {
        verdict: 'broken',
        finding: `${listed ?? 0} are listed, and only ${nftsInCirculation} are out.`,
        sum,
      }
    return { verdict: 'holds', finding: `${groupThousands(nftsMinted)} of 1,000 were made.`, sum }
  })
}

function addressLine(
  { addresses, accounts }: CoinReading,
  { market }: Decoded,
  shown: ShownAddresses,
): ProofLine {
  const head = {
    id: 'addresses',
    title: 'Addresses follow from the mint',
    explanation:
      'Market, vault, escrow and collection lie at addresses that are computed from the coin’s mint and the program. They were computed here anew, so nobody can point you to an account of their own. For such an address there is no key: only the program acts for it.',
  }
  return lineOf(head, { market }, ({ market: record }) => {
    const differing = [
      ...Object.entries(shown).flatMap(([name, address]) =>
        address === addresses[name as keyof ShownAddresses] ? [] : [`this page shows another ${name}`],
      ),
      ...(record.mint === addresses.mint ? [] : ['the market is of another coin']),
      ...(record.vault === addresses.vault ? [] : ['the market names another vault']),
      ...(record.collection === addresses.collection ? [] : ['the market names another collection']),
      ...(addresses.mint.endsWith('jpg') ? [] : ['the mint does not end in jpg']),
      ...(accounts.escrow === undefined ||
      (accounts.escrow.owner === SYSTEM_PROGRAM && accounts.escrow.data.length === 0)
        ? []
        : ['the escrow’s address holds something']),
    ]
    return differing.length === 0
      ? { verdict: 'holds', finding: 'Market, vault, escrow and collection are where they must be.' }
      : { verdict: 'broken', finding: `${sentence(differing.join('; '))}.` }
  })
}

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
