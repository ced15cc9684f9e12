// The other half of chain-kill.test.ts: a chain under load that says on stdout what it acknowledged, until it is killed.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { openEmbeddedChain } from '../../src/chain/embedded/chain.ts'
import { addressOf, encodeTransaction } from '../../src/chain/program/message.ts'
import { lamports } from '../../src/core/money.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('a folder is needed')
const say = (line: string): void => {
  // Straight to the pipe: a line that was said is not lost with this process.
  writeSync(1, `${line}\n`)
}
const opening = performance.now()
const chain = await openEmbeddedChain({ folder })
say(`opened ${(performance.now() - opening).toFixed(0)}`)

const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address
const wallets = Array.from({ length: 16 }, (): { key: KeyObject; address: Address } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return { key: privateKey, address: addressOf(spki.subarray(spki.length - 32)) }
})
await Promise.all(
  wallets.map(async ({ address }) => {
    const { signature } = await chain.airdrop(address, lamports(1_000_000_000n))
    say(`ack ${signature}`)
  }),
)
let made = 0n
await Promise.all(
  wallets.map(async ({ key, address }, at) => {
    for (;;) {
      const data = Buffer.alloc(12)
      data.writeUInt32LE(2, 0)
      // Every seventh asks for more than there is: failures that paid their fee must survive as well.
      data.writeBigUInt64LE(++made % 7n === 0n ? (1n << 60n) + made : 1_000n + made, 4)
      const wire = encodeTransaction({
        feePayer: address,
        recentBlockhash: chain.latestBlockhash().blockhash,
        instructions: [
          {
            programAddress: SYSTEM_PROGRAM,
            accounts: [
              { address, signer: true, writable: true },
              {
                address: wallets[(at + 1) % wallets.length]?.address ?? address,
                signer: false,
                writable: true,
              },
            ],
            data,
          },
        ],
      })
      wire.set(sign(null, wire.subarray(65), key), 1)
      const { signature } = await chain.sendTransaction(wire)
      say(`ack ${signature}`)
    }
  }),
)
