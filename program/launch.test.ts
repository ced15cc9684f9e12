import { expect, test } from 'vitest'
import { Chain, SOL, SUPPLY, wallet } from './harness.ts'

test('launches, buys and sells through the deployed program', async () => {
  const chain = await Chain.open({ signatures: true })
  const [creator, user] = [wallet(1), wallet(2)]
  for (const one of [creator, user]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.coin(creator, {}, 1)
  const launched = chain.must(chain.launch(coin), creator)
  console.log('launch', launched.bytes, launched.computeUnits, coin.addresses.mint)
  expect(coin.addresses.mint.endsWith('jpg')).toBe(true)
  expect(chain.baseUnitsOf(coin.addresses.vault)).toBe(SUPPLY)
  const first = chain.must(
    [await chain.createCoinAccount(user, coin), await chain.buy(user, coin, SOL)],
    user,
  )
  console.log('first buy', first.bytes, first.computeUnits, first.ownComputeUnits)
  const second = chain.must(
    [await chain.createCoinAccount(user, coin), await chain.buy(user, coin, SOL)],
    user,
  )
  console.log('next buy', second.bytes, second.computeUnits, second.ownComputeUnits)
  const sold = chain.must(await chain.sell(user, coin, 100_000_000_000n), user)
  console.log('sell', sold.bytes, sold.computeUnits, sold.ownComputeUnits)
  const boosted = chain.must(chain.boost(user, coin), user)
  console.log('boost', boosted.bytes, boosted.ownComputeUnits)
  const claimed = chain.must(chain.claimCreatorFees(creator, coin), creator)
  console.log('claim', claimed.bytes, claimed.ownComputeUnits, claimed.events)
  chain.fund(chain.treasury, SOL)
  console.log('treasury', chain.must(chain.claimTreasuryFees(), creator).ownComputeUnits)
})
