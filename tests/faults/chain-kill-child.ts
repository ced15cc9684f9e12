// The other half of chain-kill.test.ts and chain-disk.test.ts: a chain under load that says on stdout what it acknowledged, until it is
// killed or its disk is full.
import { writeSync } from 'node:fs'
import { lamports } from '@twinmint/sdk/core/money'
import { openEmbeddedChain } from '../../packages/localnet/chain.ts'
import { makeWallet, signedTransaction, transferSol } from '../../packages/localnet/test-wallet.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('a folder is needed')
const say = (line: string): void => {
  // Straight to the pipe: a line that was said is not lost with this process.
  writeSync(1, `${line}\n`)
}
const opening = performance.now()
const chain = await openEmbeddedChain({
  folder,
  onFailure: (sentence) => {
    say(`stopped ${sentence}`)
    process.exit(3)
  },
})
say(`opened ${(performance.now() - opening).toFixed(0)}`)

const wallets = Array.from({ length: 16 }, makeWallet)
await Promise.all(
  wallets.map(async ({ address }) => {
    const { signature } = await chain.airdrop(address, lamports(1_000_000_000n))
    say(`ack ${signature}`)
  }),
)
let made = 0n
await Promise.all(
  wallets.map(async (wallet, at) => {
    const to = wallets[(at + 1) % wallets.length]?.address ?? wallet.address
    for (;;) {
      // Every seventh asks for more than there is: failures that paid their fee must survive as well.
      const amount = ++made % 7n === 0n ? (1n << 60n) + made : 1_000n + made
      const instructions = [transferSol(wallet.address, to, amount)]
      const wire = signedTransaction([wallet], chain.latestBlockhash().blockhash, instructions)
      const { signature } = await chain.sendTransaction(wire)
      say(`ack ${signature}`)
    }
  }),
)
