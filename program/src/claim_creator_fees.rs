use crate::error::{FEES_SHARED, INVARIANT_BROKEN, NOT_CREATOR, NOTHING_TO_CLAIM, Outcome};
use crate::event::{self, Event};
use crate::market::Market;
use crate::runtime::{Call, Reader, move_lamports};
use crate::system::{require_address, require_signer};

/// Pays the creator what sales have set aside, unless it is shared. Can't be paused. Accounts:
/// 0. creator `s w`
/// 1. market `w`
/// 2. this program
#[inline(never)]
pub fn claim_creator_fees(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [creator, market_account, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_address(program, call.program)?;

    require_signer(creator)?;
    if *creator.address() != market.creator {
        return Err(NOT_CREATOR);
    }
    if market.fee_shares_bump != 0 {
        return Err(FEES_SHARED);
    }
    let surplus = market.surplus_lamports(market_account)?;
    let owed = market.creator_fees_owed_lamports;
    if owed == 0 {
        return Err(NOTHING_TO_CLAIM);
    }

    market.creator_fees_owed_lamports = 0;
    market.advance_sequence()?;
    market.store(market_account)?;

    Event { lamports: owed, ..Event::of(event::CLAIM_CREATOR_FEES, creator.address()) }.record(
        &market,
        market_account,
        call.program,
    )?;
    move_lamports(market_account, creator, owed)?;
    if market.surplus_lamports(market_account)? < surplus {
        return Err(INVARIANT_BROKEN);
    }
    Ok(())
}
