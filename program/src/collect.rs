use crate::config::require_config;
use crate::error::{INVARIANT_BROKEN, NOTHING_TO_CLAIM, Outcome};
use crate::event::{self, Event};
use crate::market::Market;
use crate::runtime::{Call, Reader, move_lamports};
use crate::system::require_address;

/// Moves what the market owes the treasury to the Config, from where `claim_treasury_fees` pays it. Nobody has to sign:
/// it can go there only. Can't be paused. Accounts:
/// 0. market `w`
/// 1. config `w`
/// 2. this program
#[inline(never)]
pub fn collect(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [market_account, config, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_config(config, call.program)?;
    require_address(program, call.program)?;

    let surplus = market.surplus_lamports(market_account)?;
    let owed = market.treasury_fees_owed_lamports;
    if owed == 0 {
        return Err(NOTHING_TO_CLAIM);
    }

    market.treasury_fees_owed_lamports = 0;
    market.advance_sequence()?;
    market.store(market_account)?;

    Event { lamports: owed, ..Event::of(event::COLLECT, config.address()) }.record(
        &market,
        market_account,
        call.program,
    )?;
    move_lamports(market_account, config, owed)?;
    if market.surplus_lamports(market_account)? < surplus {
        return Err(INVARIANT_BROKEN);
    }
    Ok(())
}
