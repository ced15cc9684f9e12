use crate::config::{require_config, require_not_paused};
use crate::error::{INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, LISTING_EXPIRED, Outcome, PRICE_TOO_HIGH};
use crate::event::{self, Event, Route};
use crate::listing::Listed;
use crate::market::Market;
use crate::nft_market::{Sale, least_due_lamports};
use crate::runtime::{Call, Reader, unix_seconds};
use crate::swap::missing_rent;
use crate::system::{SYSTEM, end_account, is_unused, require_address, require_signer, sum, transfer};
use crate::token::{ASSOCIATED_ACCOUNT_SIZE, ASSOCIATED_TOKEN, Associated, TOKEN_2022, require_associated};

/// Buys a listed NFT at its price, or at what its coins bring now or brought when this slot began where that is more, for
/// so many lamports at most, fees included. The rents go back to the seller. Accounts:
/// 0. buyer `s w`
/// 1. market `w`
/// 2. config
/// 3. listing `w`, closed
/// 4. listed NFT's account `w`, closed
/// 5. NFT mint
/// 6. buyer's associated account for the NFT `w`, made here when it is not there yet
/// 7. seller `w`
/// 8. system program
/// 9. Token-2022
/// 10. associated token program
/// 11. this program
#[inline(never)]
pub fn buy_listing(call: &Call, data: &mut Reader) -> Outcome<()> {
    let lamports_max = data.u64()?;
    data.end()?;
    let [
        buyer,
        market_account,
        config,
        listing_account,
        listed_nft,
        nft_mint,
        buyer_nft,
        seller,
        system,
        token_2022,
        associated,
        program,
    ] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_config(config, call.program)?;
    let listed = Listed::open([listing_account, listed_nft, nft_mint], &market, call.program)?;
    require_address(seller, &listed.listing.seller)?;
    require_address(system, &SYSTEM)?;
    require_address(token_2022, &TOKEN_2022)?;
    require_address(associated, &ASSOCIATED_TOKEN)?;
    require_address(program, call.program)?;
    require_associated(buyer_nft, nft_mint.address(), buyer.address())?;

    require_signer(buyer)?;
    require_not_paused(config)?;
    if unix_seconds()? >= listed.listing.expires_at {
        return Err(LISTING_EXPIRED);
    }
    let surplus = market.surplus_lamports(market_account)?;
    let coins_lamports = least_due_lamports(&market, market_account)?;
    let due_lamports = listed.listing.price_lamports.max(coins_lamports);
    if due_lamports > lamports_max {
        return Err(PRICE_TOO_HIGH);
    }
    if buyer.lamports() < sum(due_lamports, missing_rent(buyer_nft, ASSOCIATED_ACCOUNT_SIZE)?)? {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    let sale = Sale::of(due_lamports, coins_lamports, &market.terms)?;
    sale.book(&mut market)?;
    market.advance_sequence()?;
    market.store(market_account)?;

    transfer(buyer, market_account, sale.fees_lamports)?;
    transfer(buyer, seller, sale.net_lamports)?;
    if is_unused(buyer_nft) {
        Associated { payer: buyer, account: buyer_nft, wallet: buyer, mint: nft_mint, system, token_2022 }.make()?;
    }
    listed.hand_over(buyer_nft, seller)?;
    let event = Event { nft_index: listed.listing.index, ..sale.event(event::BUY_LISTING, buyer.address()) };
    let route = Route { account: market_account, program: call.program };
    event.record_with::<{ 1 + event::SIZE + 32 }>(&market, &route, seller.address())?;
    end_account(listing_account, seller)?;
    if market.surplus_lamports(market_account)? == surplus { Ok(()) } else { Err(INVARIANT_BROKEN) }
}
