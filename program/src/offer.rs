use crate::config::{require_config, require_not_paused};
use crate::error::{AMOUNT_ZERO, INSUFFICIENT_LAMPORTS, OFFER_EXISTS, Outcome};
use crate::event::{self, Event, Route};
use crate::market::Market;
use crate::nft_market::require_expiry;
use crate::offer_account::{self, EDITIONS_SIZE, Offer, require_some};
use crate::runtime::{Bytes, Call, Reader, Slice, find_program_address};
use crate::system::{Fresh, SYSTEM, is_unused, rent_exempt_lamports, require_address, require_signer, sum};
use crate::token::ASSOCIATED_ACCOUNT_SIZE;

/// Locks the price for any one of the numbers until the expiry, with the rent of the account in which the bidder will hold
/// the NFT. Accounts:
/// 0. bidder `s w`
/// 1. market `w`
/// 2. config
/// 3. offer `w`, made here
/// 4. system program
/// 5. this program
#[inline(never)]
pub fn offer(call: &Call, data: &mut Reader) -> Outcome<()> {
    let nonce = data.u64()?;
    let price_lamports = data.u64()?;
    let expires_at = data.u64()? as i64;
    let editions = data.bytes::<EDITIONS_SIZE>()?;
    data.end()?;
    let [bidder, market_account, config, offer_account, system, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_config(config, call.program)?;
    let nonce_bytes = nonce.to_le_bytes();
    let (bidder_seed, nonce_seed) = (Slice::new(bidder.address()), Slice::new(&nonce_bytes));
    let seeds = [Slice::new(offer_account::SEED), bidder_seed, nonce_seed];
    let (address, bump) = find_program_address(&seeds, call.program)?;
    require_address(offer_account, &address)?;
    require_address(system, &SYSTEM)?;
    require_address(program, call.program)?;

    require_signer(bidder)?;
    require_not_paused(config)?;
    if !is_unused(offer_account) {
        return Err(OFFER_EXISTS);
    }
    if price_lamports == 0 {
        return Err(AMOUNT_ZERO);
    }
    let created_at = require_expiry(expires_at)?;
    require_some(&editions)?;
    let nft_rent_lamports = rent_exempt_lamports(ASSOCIATED_ACCOUNT_SIZE)?;
    let rents = sum(rent_exempt_lamports(offer_account::SIZE)?, nft_rent_lamports)?;
    let lamports = sum(price_lamports, rents)?;
    if sum(bidder.lamports(), offer_account.lamports())? < lamports {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    market.advance_sequence()?;
    market.store(market_account)?;

    let size = offer_account::SIZE as u64;
    Fresh { account: offer_account, payer: bidder, size, lamports, owner: call.program }.make_at_program_address(&[
        Slice::new(offer_account::SEED),
        bidder_seed,
        nonce_seed,
        Slice::new(&[bump]),
    ])?;
    let (mint, who) = (market.mint, *bidder.address());
    let offer = Offer { bump, mint, bidder: who, nonce, price_lamports, expires_at, created_at, nft_rent_lamports };
    offer.store_new(offer_account, &editions)?;
    let mut more = Bytes::<{ 32 + 8 + 8 + EDITIONS_SIZE }>::new();
    more.put(offer_account.address())?;
    more.put(&nonce.to_le_bytes())?;
    more.put(&expires_at.to_le_bytes())?;
    more.put(&editions)?;
    let event = Event { lamports: price_lamports, ..Event::of(event::OFFER, bidder.address()) };
    let route = Route { account: market_account, program: call.program };
    event.record_with::<{ 1 + event::SIZE + 32 + 8 + 8 + EDITIONS_SIZE }>(&market, &route, more.as_slice())
}
