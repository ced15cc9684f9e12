use crate::error::{AMOUNT_ZERO, Outcome};
use crate::event::{self, Route};
use crate::listing::Listing;
use crate::market::Market;
use crate::nft_market::require_expiry;
use crate::runtime::{Call, Reader};
use crate::system::require_address;

/// Changes a listing's price and expiry, also after it has expired. Can't be paused. Accounts:
/// 0. seller `s`
/// 1. market `w`
/// 2. listing `w`
/// 3. this program
#[inline(never)]
pub fn update_listing(call: &Call, data: &mut Reader) -> Outcome<()> {
    let price_lamports = data.u64()?;
    let expires_at = data.u64()? as i64;
    data.end()?;
    let [seller, market_account, listing_account, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    let mut listing = Listing::load(listing_account, &market, call.program)?;
    require_address(program, call.program)?;

    listing.require_seller(seller)?;
    if price_lamports == 0 {
        return Err(AMOUNT_ZERO);
    }
    require_expiry(expires_at)?;

    listing.price_lamports = price_lamports;
    listing.expires_at = expires_at;
    listing.store(listing_account)?;
    market.advance_sequence()?;
    market.store(market_account)?;

    listing.record_asked(event::UPDATE_LISTING, &market, &Route { account: market_account, program: call.program })
}
