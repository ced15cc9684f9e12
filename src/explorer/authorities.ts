// The lines of a proof that say who could do something: mint more, freeze, rename, take, or change the program. Pure.
import { decodeConfig } from '../chain/program/accounts.ts'
import { Reader } from '../chain/program/bytes.ts'
import {
  decodeGroup,
  decodeMetadata,
  decodePointer,
  EXTENSION,
  type Extension,
  type MintAccount,
  type TokenAccount,
} from '../chain/program/mint.ts'
import { UPGRADEABLE_LOADER_PROGRAM } from '../chain/program/programs.ts'
import { type Decoded, decodeAs, lineOf, type ProofLine, type Result, type Said } from './lines.ts'
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
  const { accounts, programAddress } = reading
  const config = decodeAs('config', accounts.config, programAddress, decodeConfig)
  const upgrade = {
    id: 'upgrade',
    title: 'Who can change the program',
    explanation:
      'All of this holds for the program as it is. Whoever has its upgrade authority can put another one in its place, which could do anything with what markets and escrows hold: that is the one thing here that you have to trust. `npm run prove` compares the deployed code with the published one, byte for byte.',
  }
  return [
    lineOf(upgrade, { authority: upgradeAuthorityOf(reading) }, ({ authority }) =>
      authority === undefined
        ? { verdict: 'holds', finding: `Nobody: the program ${programAddress} is final.` }
        : { verdict: 'trust', finding: `${authority} can replace the program ${programAddress}.` },
    ),
    lineOf(
      {
        id: 'admin',
        title: 'Who can pause it',
        explanation:
          'The admin may pause launches and buys, and set the terms of later launches. Selling, swapping and the terms of this coin are out of the admin’s reach: fees and threshold were fixed when it was launched.',
      },
      { config },
      ({ config: { admin, paused } }) => ({
        verdict: 'trust',
        finding: `${admin} can pause buys, never sells or swaps. Now they are ${paused ? 'paused' : 'open'}.`,
      }),
    ),
  ]
}

function upgradeAuthorityOf({ accounts: { program }, programData }: CoinReading): Result<string | undefined> {
  if (program === undefined || !program.isExecutable || program.owner !== UPGRADEABLE_LOADER_PROGRAM)
    return { problem: 'There is no program at the program’s address.' }
  if (programData === undefined || programData.owner !== UPGRADEABLE_LOADER_PROGRAM)
    return { problem: 'The program’s code is not on the chain.' }
  try {
    return { value: upgradeAuthority(programData.data) }
  } catch {
    return { problem: 'The program’s data can’t be read.' }
  }
}

const PROGRAM_DATA_TAG = 3

/** Tag, slot of the deployment, whether, who. Undefined where nobody can upgrade any more. */
function upgradeAuthority(data: Uint8Array): string | undefined {
  const reader = new Reader(data)
  if (reader.u32() !== PROGRAM_DATA_TAG) throw new RangeError('this is not a program’s data')
  reader.u64()
  return reader.u8() === 0 ? undefined : reader.address()
}
