use crate::error::Outcome;
use crate::event::{self, Event, Route};
use crate::fee_shares::FeeShares;
use crate::market::Market;
use crate::runtime::{Call, Reader};
use crate::system::{require_address, require_signer};

/// Offers the right to change the receivers to an address, in place of an earlier offer; the zero address takes an offer
/// back. Nothing else changes until it is accepted. Can't be paused. Accounts:
/// 0. authority `s`
/// 1. market `w`
/// 2. fee shares `w`
/// 3. this program
#[inline(never)]
pub fn offer_fee_shares(call: &Call, data: &mut Reader) -> Outcome<()> {
    let pending = data.address()?;
    data.end()?;
    let [authority, market_account, shares_account, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    let shares = FeeShares::open(shares_account, &market, call.program)?;
    require_address(program, call.program)?;

    require_signer(authority)?;
    shares.require_authority(authority)?;

    shares.set_pending_authority(&pending)?;
    market.advance_sequence()?;
    market.store(market_account)?;
    let event = Event::of(event::OFFER_FEE_SHARES, authority.address());
    shares.record(&event, &market, &Route { account: market_account, program: call.program })
}
