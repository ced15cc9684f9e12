use crate::error::{INVARIANT_BROKEN, NOT_CREATOR, NOTHING_TO_CLAIM, Outcome};
use crate::event::{self, Event};
use crate::market::Market;
use crate::runtime::{Call, Reader, move_lamports, unix_seconds};
use crate::system::require_signer;

/// Pays the creator what sales have set aside. Can't be paused. Accounts:
/// 0. creator `s w`
/// 1. market `w`
#[inline(never)]
pub fn claim_creator_fees(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [creator, market_account] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;

    require_signer(creator)?;
    if *creator.address() != market.creator {
        return Err(NOT_CREATOR);
    }
    let surplus = market.surplus_lamports(market_account)?;
    let owed = market.creator_fees_owed_lamports;
    if owed == 0 {
        return Err(NOTHING_TO_CLAIM);
    }

    market.creator_fees_owed_lamports = 0;
    market.advance_sequence()?;
    market.store(market_account)?;

    move_lamports(market_account, creator, owed)?;
    if market.surplus_lamports(market_account)? < surplus {
        return Err(INVARIANT_BROKEN);
    }
    Event {
        kind: event::CLAIM_CREATOR_FEES,
        graduated_now: false,
        who: creator.address(),
        lamports: owed,
        base_units: 0,
        fee_lamports: 0,
        creator_fee_lamports: 0,
        burned_base_units: 0,
        unix_seconds: unix_seconds()?,
    }
    .log(&market)
}
