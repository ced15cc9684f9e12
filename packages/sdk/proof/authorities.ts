// The lines of a proof that say who could do something: mint more, freeze, rename, take, or change the program. Pure.
import { holderText } from '../program/key-holder.ts'
import {
  decodeGroup,
  decodeMetadata,
  decodePointer,
  EXTENSION,
  type Extension,
  type MintAccount,
  type TokenAccount,
} from '../program/mint.ts'
import { configIn, heldIn, holderIn, pauseTimes, sharedKeyText, upgradeAuthorityIn } from './keys.ts'
import { type Decoded, lineOf, type ProofLine, type Said } from './lines.ts'
import type { CoinReading } from './reading.ts'

export function authorityLines(reading: CoinReading, decoded: Decoded): readonly ProofLine[] {
  const { mint, collection, market } = decoded
  const { addresses } = reading
  return [
    nobodyLine(
      {
        id: 'mint-authority',
        title: 'Mint authority: none',
        explanation:
          'Whoever has the mint authority of a coin can make more of it. It was given up in the launch transaction, and can’t come back.',
      },
      mint,
      ({ mintAuthority }) => mintAuthority,
      'can mint more coins',
    ),
    nobodyLine(
      {
        id: 'freeze-authority',
        title: 'Freeze authority: none',
        explanation:
          'Whoever has the freeze authority of a coin can stop any wallet from selling. This coin never had one.',
      },
      mint,
      ({ freezeAuthority }) => freezeAuthority,
      'can freeze wallets',
    ),
    lineOf(
      {
        id: 'metadata',
        title: 'Name and picture are fixed',
        explanation:
          'Name, symbol and the address of the picture’s metadata stand on the mint itself. There is no authority that could change them, or point wallets elsewhere.',
      },
      { mint },
      ({ mint: account }) => metadataSaid(account, addresses.mint),
    ),
    lineOf(
      {
        id: 'extensions',
        title: 'No hidden powers',
        explanation:
          'Token-2022 knows extensions by which somebody may take coins from any wallet (permanent delegate), take a part of each transfer (transfer fee), refuse transfers (transfer hook, pausable, non-transferable) or close the mint (close authority). This coin may have none but the two that carry its name.',
      },
      { mint },
      ({ mint: account }) => extensionsSaid(account, [EXTENSION.metadataPointer, EXTENSION.metadata]),
    ),
    lineOf(
      {
        id: 'vault-account',
        title: 'Only the program moves the vault',
        explanation:
          'The vault belongs to the market’s address, for which only the program signs. Nobody was allowed to take from it, and nobody can close it.',
      },
      { vault: decoded.vault },
      ({ vault }) => accountSaid(vault, addresses.mint, addresses.market, 'The vault'),
    ),
    lineOf(
      {
        id: 'escrow-account',
        title: 'Only the program moves the escrow',
        explanation:
          'The coins that are locked for NFTs belong to the escrow’s address, for which only the program signs. The account is made by the first swap.',
      },
      { escrowVault: decoded.escrowVault },
      ({ escrowVault }) =>
        escrowVault === undefined
          ? { verdict: 'holds', finding: 'Nothing was swapped yet: there is no account to move.' }
          : accountSaid(escrowVault, addresses.mint, addresses.escrow, 'The escrow’s vault'),
    ),
    lineOf(
      {
        id: 'collection',
        title: 'Only the escrow adds NFTs',
        explanation:
          'The NFT collection is a group of Token-2022 to which only the escrow’s address adds members, 1,000 at the most; only the program signs for it, when somebody swaps coins for an NFT.',
      },
      { collection, market },
      ({ collection: account, market: record }) =>
        collectionSaid(account, reading, BigInt(record.nftsMinted)),
    ),
  ]
}

type Head = Pick<ProofLine, 'id' | 'title' | 'explanation'>

function nobodyLine(
  head: Head,
  mint: Decoded['mint'],
  authorityOf: (mint: MintAccount) => string | undefined,
  power: string,
): ProofLine {
  return lineOf(head, { mint }, ({ mint: account }) => {
    const authority = authorityOf(account)
    return authority === undefined
      ? { verdict: 'holds', finding: `Nobody ${power}.` }
      : { verdict: 'broken', finding: `${authority} ${power}.` }
  })
}

function metadataSaid({ extensions }: MintAccount, mintAddress: string): Said {
  const problems = metadataProblems(extensions, mintAddress)
  return problems.length === 0
    ? { verdict: 'holds', finding: 'Nobody can change name, symbol or picture.' }
    : { verdict: 'broken', finding: problems.join(' ') }
}

function metadataProblems(extensions: readonly Extension[], mintAddress: string): readonly string[] {
  const pointer = extensions.find(({ type }) => type === EXTENSION.metadataPointer)
  const metadata = extensions.find(({ type }) => type === EXTENSION.metadata)
  if (pointer === undefined || metadata === undefined) return ['The mint carries no metadata.']
  const { authority, address } = decodePointer(pointer)
  const { updateAuthority, mint } = decodeMetadata(metadata)
  return [
    ...(authority === undefined ? [] : [`${authority} can point wallets to other metadata.`]),
    ...(address === mintAddress ? [] : ['Wallets are pointed to metadata elsewhere.']),
    ...(updateAuthority === undefined ? [] : [`${updateAuthority} can rename it.`]),
    ...(mint === mintAddress ? [] : ['The metadata is of another mint.']),
  ]
}

/** Each of `allowed`, once, and nothing else. */
function extensionsSaid({ extensions }: MintAccount, allowed: readonly number[]): Said {
  const names = extensions.map(({ name }) => name).join(', ')
  const others = extensions.filter(({ type }) => !allowed.includes(type))
  if (others.length > 0)
    return { verdict: 'broken', finding: `It also has: ${others.map(({ name }) => name).join(', ')}.` }
  return extensions.length === allowed.length
    ? { verdict: 'holds', finding: `Extensions of the mint: ${names}.` }
    : { verdict: 'broken', finding: `Extensions of the mint: ${names === '' ? 'none' : names}.` }
}

function accountSaid(account: TokenAccount, mint: string, owner: string, what: string): Said {
  const problems = [
    ...(account.owner === owner ? [] : [`${what} belongs to ${account.owner}.`]),
    ...(account.mint === mint ? [] : [`${what} holds another token.`]),
    ...(account.delegate === undefined ? [] : [`${account.delegate} may take from it.`]),
    ...(account.closeAuthority === undefined ? [] : [`${account.closeAuthority} can close it.`]),
    ...(account.isFrozen ? [`${what} is frozen.`] : []),
  ]
  return problems.length === 0
    ? { verdict: 'holds', finding: `${what} belongs to the program’s address alone.` }
    : { verdict: 'broken', finding: problems.join(' ') }
}

const COLLECTION_EXTENSIONS = Object.values(EXTENSION)

function collectionSaid(account: MintAccount, { addresses }: CoinReading, minted: bigint): Said {
  const said = extensionsSaid(account, COLLECTION_EXTENSIONS)
  if (said.verdict === 'broken') return said
  const [pointer, group] = [EXTENSION.groupPointer, EXTENSION.group].map((type) =>
    account.extensions.find((each) => each.type === type),
  )
  if (pointer === undefined || group === undefined)
    return { verdict: 'broken', finding: 'The collection is no group.' }
  const { authority, address } = decodePointer(pointer)
  const { updateAuthority, mint, size, sizeMax } = decodeGroup(group)
  const problems = [
    ...metadataProblems(account.extensions, addresses.collection),
    ...(account.mintAuthority === undefined ? [] : [`${account.mintAuthority} can mint in its name.`]),
    ...(account.freezeAuthority === undefined ? [] : [`${account.freezeAuthority} can freeze it.`]),
    ...(account.supply === 0n ? [] : ['The collection’s own mint has a supply.']),
    ...(authority === undefined ? [] : [`${authority} can point to another group.`]),
    ...(address === addresses.collection && mint === addresses.collection
      ? []
      : ['The group lies elsewhere.']),
    ...(updateAuthority === addresses.escrow
      ? []
      : [`Members are added by ${updateAuthority ?? 'nobody'}, not by the escrow.`]),
    ...(sizeMax === 1_000n ? [] : [`It takes ${sizeMax} members.`]),
    ...(size === minted ? [] : [`It has ${size} members, and the market says ${minted} were made.`]),
  ]
  return problems.length === 0
    ? { verdict: 'holds', finding: `${size} members of at most 1,000; only the escrow adds any.` }
    : { verdict: 'broken', finding: problems.join(' ') }
}

/** What no sum shows: that the program stays what it is. */
export function programLines(reading: CoinReading): readonly ProofLine[] {
  const { programAddress, owners } = reading
  const config = configIn(reading)
  const authority = upgradeAuthorityIn(reading)
  const held = (address: string) => holderIn(owners, address)
  const said = (address: string) => `${address}, ${holderText(held(address))},`
  return [
    lineOf(
      {
        id: 'upgrade',
        title: 'Who can change the program',
        explanation:
          'All of this holds for the program as it is. Whoever has its upgrade authority can put another one in its place, which could do anything with what markets and escrows hold: that is the one thing here that you have to trust. A plain wallet is one key, which one person can use or lose; an address without a key acts only as a program lets it, as a multisig does once enough of its members agree. `npm run prove` compares the deployed code with the published one, byte for byte.',
      },
      { authority },
      ({ authority: upgrade }) => {
        if (upgrade === undefined)
          return { verdict: 'holds', finding: `Nobody: the program ${programAddress} is final.` }
        const finding = `${said(upgrade)} can replace the program ${programAddress}.`
        const also =
          'value' in config
            ? sharedKeyText({ upgradeAuthority: upgrade, ...heldIn(config.value) })
            : undefined
        return { verdict: 'trust', finding: also === undefined ? finding : `${finding} ${also}` }
      },
    ),
    lineOf(
      {
        id: 'admin',
        title: 'Who sets later terms',
        explanation:
          'The admin may set the terms of later launches, and name the treasury and the pause key. The terms of this coin are out of the admin’s reach: fees and threshold were fixed when it was launched. The right passes on only when whoever it is offered to accepts it.',
      },
      { config },
      ({ config: { admin, pendingAdmin } }) => {
        const finding = `${said(admin)} can set the terms of later launches, not of this coin, and name the pause key.`
        const offered =
          pendingAdmin && `The right is offered to ${said(pendingAdmin)} who has not accepted it yet.`
        return { verdict: 'trust', finding: offered === undefined ? finding : `${finding} ${offered}` }
      },
    ),
    lineOf(
      {
        id: 'pause',
        title: 'Who can pause it',
        explanation:
          'The pause key may stop launches and buys, of coins and of listed NFTs, and new listings and offers; never sells, swaps, claims, accepting an offer, or taking back what is listed or offered. A pause ends by itself after 72 hours, and no other can begin for 72 hours after it; the pause key and the admin can end it early.',
      },
      { config },
      ({ config }) => {
        const { pauseKey } = config
        const last = lastPauseText(config)
        return pauseKey === undefined
          ? { verdict: 'holds', finding: `Nobody, as long as the admin names no pause key. ${last}` }
          : { verdict: 'trust', finding: `${said(pauseKey)} can pause buys, 72 hours at a time. ${last}` }
      },
    ),
    lineOf(
      {
        id: 'treasury',
        title: 'Who gets the platform’s fees',
        explanation:
          'The treasury gets the platform’s part of what sellers pay, and what boosts cost. It can do nothing else; the admin may name another one.',
      },
      { config },
      ({ config: { treasury } }) => ({
        verdict: 'holds',
        finding: `${said(treasury)} gets the platform’s part of the fees.`,
      }),
    ),
  ]
}

/** The last pause, by the chain's times. */
function lastPauseText(config: Parameters<typeof pauseTimes>[0]): string {
  const { pausedUntil, nextPauseFrom } = pauseTimes(config)
  if (pausedUntil === null || nextPauseFrom === null) return 'There was no pause yet.'
  return `The last pause lasts until ${utcText(pausedUntil)}; no other begins before ${utcText(nextPauseFrom)}.`
}

/** "2026-11-26 17:00 UTC": a proof is the same wherever it is read. */
const utcText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
