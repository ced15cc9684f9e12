// A send from the dialog to the chain.
import type { Address } from '@solana/kit'
import { accountCost, type ShownSend } from '@twinmint/sdk/actions/send/rules'
import { deriveSend, type SendAddresses } from '@twinmint/sdk/actions/send/transaction'
import { verifySend } from '@twinmint/sdk/actions/send/verify'
import { askedFee, type Flow } from '@twinmint/sdk/actions/signing/flow'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { PreparedSend } from '@twinmint/sdk/api/send/contract'
import { baseUnits, coinText } from '@twinmint/sdk/core/money'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { fieldOf, type RpcCall } from '@twinmint/sdk/program/rpc'
import { mustMatch } from '@twinmint/sdk/program/signable'
import { apiPost } from '../../data/api.ts'

export interface Sent {
  readonly signature: string
  readonly collection: Collection
}

interface Prepared {
  readonly send: PreparedSend
  readonly addresses: SendAddresses
}

/** The server waits a minute for the network. A send of which nobody knows is asked about, never made anew. */
const PATIENCE = { againMs: 1_000, giveUpMs: 75_000 }

/** `rpc` asks the page's node. */
export const sendFlow = (
  collection: Pick<Collection, 'id' | 'mintAddress'>,
  rpc: RpcCall,
): Flow<ShownSend, Prepared, void, Sent> => ({
  isSend: true,
  prepare: async (shown, { walletAddress, programAddress }) => {
    const { recipientAddress, edition, units } = shown
    const [send, addresses] = await Promise.all([
      apiPost<PreparedSend>('/api/send/create-transaction', {
        collectionId: collection.id,
        senderAddress: walletAddress,
        recipientAddress,
        ...(edition === undefined ? { amount: coinText(baseUnits(units)) } : { tokenId: edition }),
        ...askedFee(shown),
      }),
      deriveSend({
        programAddress: programAddress as Address,
        coinMint: collection.mintAddress as Address,
        edition,
        sender: walletAddress as Address,
        recipient: recipientAddress as Address,
      }),
    ])
    // The mint is the server's word so far: a coin that looks like this one has no market of the program.
    await requireMarket(rpc, { programAddress, mintAddress: collection.mintAddress })
    return { send, addresses }
  },
  wiresOf: ({ send }) => [send.transaction],
  priorityFeeLamports: ({ priorityFeeLamports }) => priorityFeeLamports,
  verify: (wires, shown, { addresses }, by) => {
    for (const wire of wires) verifySend(wire, { ...by, shown, addresses })
  },
  // The receiver's account went away meanwhile: its rent is shown before anybody signs.
  worse: ({ send }, shown) =>
    send.createsAccount && !shown.createsAccount
      ? { offered: { ...shown, createsAccount: true, rentLamports: accountCost(true) } }
      : undefined,
  submit: (signedTransaction) =>
    apiPost('/api/send/execute', { collectionId: collection.id, signedTransaction }),
  patience: PATIENCE,
})

/** Throws a TransactionMismatch unless the program has a market for the mint; an RpcFailure where the node does not say. */
export async function requireMarket(
  rpc: RpcCall,
  { programAddress, mintAddress }: { readonly programAddress: string; readonly mintAddress: string },
): Promise<void> {
  const { market } = await deriveMarketAddresses(programAddress as Address, mintAddress as Address)
  const answer = await rpc('getMultipleAccounts', [
    [market],
    { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 0 } },
  ])
  const accounts = fieldOf(answer, 'value')
  const owner = Array.isArray(accounts) ? fieldOf(accounts[0], 'owner') : undefined
  mustMatch(owner === programAddress, 'its mint has no market of the program')
}
