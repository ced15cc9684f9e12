use crate::error::{AMOUNT_TOO_SMALL, AMOUNT_ZERO, INSUFFICIENT_LAMPORTS, Outcome, SLIPPAGE_EXCEEDED};
use crate::guard::without_surcharge;
use crate::purchase::Purchase;
use crate::runtime::{Call, Reader};

/// Exact lamports in, the launch guard's surcharge included, at least so many base units out. Graduates the market when it has reached its threshold.
/// Accounts: see `Purchase::open`.
#[inline(never)]
pub fn buy(call: &Call, data: &mut Reader) -> Outcome<()> {
    let lamports_in = data.u64()?;
    let base_units_out_min = data.u64()?;
    data.end()?;
    let mut purchase = Purchase::open(call)?;
    if lamports_in == 0 {
        return Err(AMOUNT_ZERO);
    }
    if purchase.user.lamports() < lamports_in {
        return Err(INSUFFICIENT_LAMPORTS);
    }
    let before = purchase.market.reserves;
    let mut after = before.after_buy(lamports_in)?;
    let guard_bps = purchase.guard_bps(before.base_units - after.base_units)?;
    if guard_bps != 0 {
        after = before.after_buy(without_surcharge(lamports_in, guard_bps)?)?;
    }
    let base_units_out = before.base_units - after.base_units;
    if base_units_out == 0 {
        return Err(AMOUNT_TOO_SMALL);
    }
    if base_units_out < base_units_out_min {
        return Err(SLIPPAGE_EXCEEDED);
    }
    purchase.settle(after, lamports_in)
}
