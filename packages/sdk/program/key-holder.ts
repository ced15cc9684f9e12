// Who stands behind an address that may change or pause something: somebody's key, or a program. Pure.
import { type Address, isOffCurveAddress } from '@solana/kit'
import { SYSTEM_PROGRAM } from './programs.ts'

/** The multisig most teams keep their authorities in. */
export const SQUADS_V4_PROGRAM = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf' as Address

/**
 * `wallet`: a keypair's own account. `programAddress`: derived by some program, so no key exists and only that program signs
 * for it, as for a multisig's vault. `programAccount`: its account belongs to a program.
 */
export type HolderKind = 'wallet' | 'programAddress' | 'programAccount'

export interface KeyHolder {
  readonly address: string
  readonly kind: HolderKind
  /** The owner of a `programAccount`; null for the others, whose program the chain does not tell. */
  readonly program: string | null
}

/** `account` is what lives there; undefined where nothing does. */
export function holderOf(address: string, account: { readonly owner: string } | undefined): KeyHolder {
  if (account !== undefined && account.owner !== SYSTEM_PROGRAM)
    return { address, kind: 'programAccount', program: account.owner }
  const kind = isOffCurveAddress(address as Address) ? 'programAddress' : 'wallet'
  return { address, kind, program: null }
}

/** What the holder is, to stand after its address: "a plain wallet, with one key". */
export function holderText({ kind, program }: KeyHolder): string {
  if (kind === 'wallet') return 'a plain wallet, with one key'
  if (kind === 'programAddress') return 'an address without a key, for which only a program signs'
  return program === SQUADS_V4_PROGRAM ? 'an account of Squads v4, a multisig' : 'a program’s account'
}
