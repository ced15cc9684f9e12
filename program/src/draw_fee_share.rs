use crate::error::{INVARIANT_BROKEN, NOTHING_TO_CLAIM, Outcome};
use crate::event::{self, Event, Route};
use crate::fee_shares::FeeShares;
use crate::market::Market;
use crate::runtime::{Call, Reader, move_lamports};
use crate::system::{require_address, require_signer};

/// Pays a receiver its share of what was ever received, less what it drew, whatever the others do; and confirms it, for
/// which there may be nothing to pay once. Can't be paused. Accounts:
/// 0. receiver `s w`
/// 1. market `w`
/// 2. fee shares `w`
/// 3. this program
#[inline(never)]
pub fn draw_fee_share(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [account, market_account, shares_account, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    let shares = FeeShares::open(shares_account, &market, call.program)?;
    require_address(program, call.program)?;

    require_signer(account)?;
    let receiver = shares.receiver_at(account.address())?;
    let surplus = market.surplus_lamports(market_account)?;

    let lamports = shares.draw(&receiver, &mut market, account)?;
    if lamports == 0 && receiver.is_confirmed()? {
        return Err(NOTHING_TO_CLAIM);
    }
    receiver.confirm()?;
    market.advance_sequence()?;
    market.store(market_account)?;

    let event = Event { lamports, ..Event::of(event::DRAW_FEE_SHARE, account.address()) };
    shares.record(&event, &market, &Route { account: market_account, program: call.program })?;
    move_lamports(market_account, account, lamports)?;
    if market.surplus_lamports(market_account)? < surplus {
        return Err(INVARIANT_BROKEN);
    }
    Ok(())
}
