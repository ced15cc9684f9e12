use crate::error::{AMOUNT_ZERO, INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, Outcome, SLIPPAGE_EXCEEDED};
use crate::guard::with_surcharge;
use crate::purchase::Purchase;
use crate::runtime::{Call, Reader};

/// Exact base units out, at most so many lamports in: for those who need so many, as a capture does. Else as `buy`.
/// Accounts: see `Purchase::open`.
#[inline(never)]
pub fn buy_exact_out(call: &Call, data: &mut Reader) -> Outcome<()> {
    let base_units_out = data.u64()?;
    let lamports_in_max = data.u64()?;
    data.end()?;
    let mut purchase = Purchase::open(call)?;
    if base_units_out == 0 {
        return Err(AMOUNT_ZERO);
    }
    let before = purchase.market.reserves;
    let after = before.after_buy_exact_out(base_units_out)?;
    let effective = after.lamports - before.lamports;
    if effective == 0 {
        return Err(INVARIANT_BROKEN);
    }
    let guard_bps = purchase.guard_bps(base_units_out)?;
    let lamports_in = if guard_bps == 0 { effective } else { with_surcharge(effective, guard_bps)? };
    if lamports_in > lamports_in_max {
        return Err(SLIPPAGE_EXCEEDED);
    }
    if purchase.user.lamports() < lamports_in {
        return Err(INSUFFICIENT_LAMPORTS);
    }
    purchase.settle(after, lamports_in)
}
