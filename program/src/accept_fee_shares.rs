use crate::error::{NOT_OFFERED, Outcome};
use crate::event;
use crate::fee_shares::{Change, FeeShares, Shares};
use crate::market::Market;
use crate::runtime::{Call, Reader};
use crate::system::{require_address, require_signer};

/// Takes the right to change the receivers over from whoever offered it: the present receivers are paid what they have not
/// drawn, and new ones named, at once, so that no receiver named before outlives the change unless it is named again.
/// Can't be paused. Accounts:
/// 0. pending authority `s`
/// 1. market `w`
/// 2. fee shares `w`
/// 3. this program
/// 4. the present receivers, each `w`, in their order
/// 5. the new receivers, each `w`, in the order of their shares
#[inline(never)]
pub fn accept_fee_shares(call: &Call, data: &mut Reader) -> Outcome<()> {
    let next = Shares::parse(data)?;
    let ([pending, market_account, shares_account, program], rest) = call.accounts_and_rest()?;
    let mut market = Market::load(market_account, call.program)?;
    let shares = FeeShares::open(shares_account, &market, call.program)?;
    require_address(program, call.program)?;
    let (present, receivers) = shares.split(rest, next.count)?;
    let next = next.with(receivers);

    require_signer(pending)?;
    if *pending.address() != shares.pending_authority()? {
        return Err(NOT_OFFERED);
    }
    shares.set_pending_authority(&[0; 32])?;
    let change = Change { market_account, shares, present, next, program: call.program };
    change.make(event::ACCEPT_FEE_SHARES, pending, &mut market)
}
