//! The launch guard: a surcharge on early buys that nobody gets, so that being first is worth nothing. It falls from
//! second to second to nothing. Knows numbers only; `packages/sdk/core/curve.ts` says the same in BigInt.
use crate::curve::{BPS_ONE, SUPPLY_BASE_UNITS};
use crate::error::{GUARD_OUT_OF_RANGE, INVARIANT_BROKEN, Outcome};
use crate::math::{mul_div_ceil, mul_div_floor};

const BPS_MAX: u16 = 5_000;
const SECONDS_MAX: u16 = 600;
/// 5 % of the supply: as much may the creator's own first buy take without surcharge, where nobody's buy or boost came
/// before it. It belongs in the launch's transaction.
pub const EXEMPT_BASE_UNITS_MAX: u64 = SUPPLY_BASE_UNITS / 20;

/// What a launch fixes: the surcharge of its first second in basis points, and how long it takes to fall to nothing.
#[derive(Clone, Copy)]
pub struct Guard {
    /// 0 = no guard; then `seconds` is 0 too.
    pub bps: u16,
    pub seconds: u16,
}

impl Guard {
    pub fn check_range(&self) -> Outcome<()> {
        let known = self.bps <= BPS_MAX && self.seconds <= SECONDS_MAX && (self.bps == 0) == (self.seconds == 0);
        if known { Ok(()) } else { Err(GUARD_OUT_OF_RANGE) }
    }

    /// The surcharge at `now`, in basis points of what is paid: ceil(bps · (seconds − e) / seconds) while fewer than
    /// `seconds` have passed, then 0. A clock before the launch counts as the launch's second.
    pub fn bps_at(&self, now: i64, created_at: i64) -> Outcome<u64> {
        let passed = now.checked_sub(created_at).ok_or(INVARIANT_BROKEN)?.max(0) as u64;
        let seconds = self.seconds as u64;
        if passed >= seconds {
            return Ok(0);
        }
        mul_div_ceil(self.bps as u64, seconds - passed, seconds)
    }
}

/// What of a payment reaches the reserves: floor(paid · (10,000 − g) / 10,000). Floors of parts never exceed the floor
/// of the sum, so splitting a payment never lowers the surcharge.
pub fn without_surcharge(paid: u64, guard_bps: u64) -> Outcome<u64> {
    mul_div_floor(paid, BPS_ONE - guard_bps, BPS_ONE)
}

/// The least payment of which `effective` reaches the reserves: ceil(effective · 10,000 / (10,000 − g)).
pub fn with_surcharge(effective: u64, guard_bps: u64) -> Outcome<u64> {
    mul_div_ceil(effective, BPS_ONE, BPS_ONE - guard_bps)
}
