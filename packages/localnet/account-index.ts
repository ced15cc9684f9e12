// Which accounts a program, a wallet or a mint has, so that no call scans the chain. In memory, and rebuilt at every
// start from the accounts themselves (they are all read then anyway): an index that is not stored can't disagree.
import type { Address } from '@solana/kit'
import { findTokenAccount } from './rpc/tokens.ts'
import type { ChainAccount } from './vm.ts'

export interface AccountIndex {
  /** Says that an account changed; undefined when it is gone. */
  apply(address: Address, account: ChainAccount | undefined): void
  ofProgram(program: Address): ReadonlySet<Address>
  /** Token accounts of a wallet, with their mint and token program. */
  ofWallet(wallet: Address): ReadonlyMap<Address, Holding>
  /** Token accounts of a mint, with their amounts. */
  ofMint(mint: Address): ReadonlyMap<Address, bigint>
}

export interface Holding {
  readonly wallet: Address
  readonly mint: Address
  readonly program: Address
}

export function openAccountIndex(): AccountIndex {
  const programOf = new Map<Address, Address>()
  const holdingOf = new Map<Address, Holding>()
  const byProgram = new Map<Address, Set<Address>>()
  const byWallet = new Map<Address, Map<Address, Holding>>()
  const byMint = new Map<Address, Map<Address, bigint>>()

  const forgetHolding = (address: Address): void => {
    const holding = holdingOf.get(address)
    if (!holding) return
    holdingOf.delete(address)
    drop(byWallet, holding.wallet, address)
    drop(byMint, holding.mint, address)
  }
  return {
    apply: (address, account) => {
      const before = programOf.get(address)
      if (before !== account?.owner) {
        if (before !== undefined) drop(byProgram, before, address)
        if (account) {
          programOf.set(address, account.owner)
          const known = byProgram.get(account.owner)
          if (known) known.add(address)
          else byProgram.set(account.owner, new Set([address]))
        } else programOf.delete(address)
      }
      const token = account && findTokenAccount(account)
      if (!token) return forgetHolding(address)
      const holding = holdingOf.get(address)
      if (
        holding?.wallet !== token.owner ||
        holding.mint !== token.mint ||
        holding.program !== account.owner
      ) {
        forgetHolding(address)
        const made = { wallet: token.owner, mint: token.mint, program: account.owner }
        holdingOf.set(address, made)
        put(byWallet, token.owner, address, made)
      }
      put(byMint, token.mint, address, token.amount)
    },
    ofProgram: (program) => byProgram.get(program) ?? new Set(),
    ofWallet: (wallet) => byWallet.get(wallet) ?? new Map(),
    ofMint: (mint) => byMint.get(mint) ?? new Map(),
  }
}

function put<V>(index: Map<Address, Map<Address, V>>, under: Address, address: Address, value: V): void {
  const known = index.get(under)
  if (known) known.set(address, value)
  else index.set(under, new Map([[address, value]]))
}

function drop(
  index: Map<Address, { delete(address: Address): boolean; readonly size: number }>,
  under: Address,
  address: Address,
): void {
  const known = index.get(under)
  known?.delete(address)
  if (known?.size === 0) index.delete(under)
}
