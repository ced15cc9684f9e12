//! The price: constant product over the market's two reserves, the same before and after graduation.
//! Knows numbers only. `packages/sdk/core/curve.ts` says the same in BigInt; `tests/parity.test.ts` compares them.
use crate::error::{INVARIANT_BROKEN, OVERFLOW, Outcome, RESERVE_EXCEEDED};
use crate::math::{mul_div_ceil, mul_div_floor, product};

/// 1,000,000,000 coins of 1,000,000 base units.
pub const SUPPLY_BASE_UNITS: u64 = 1_000_000_000_000_000;
pub const BPS_ONE: u64 = 10_000;

#[derive(Clone, Copy)]
pub struct Reserves {
    pub lamports: u64,
    pub base_units: u64,
}

impl Reserves {
    /// The reserves after a buyer paid `lamports_in`, rounded against the buyer: R_t' = ceil(R_s·R_t / (R_s + in)).
    pub fn after_buy(&self, lamports_in: u64) -> Outcome<Reserves> {
        let lamports = self.lamports.checked_add(lamports_in).ok_or(OVERFLOW)?;
        let base_units = mul_div_ceil(self.lamports, self.base_units, lamports)?;
        Ok(Reserves { lamports, base_units })
    }
    /// The reserves after a buyer took `base_units_out`, fewer than there are, rounded against the buyer:
    /// R_s' = ceil(R_s·R_t / (R_t − out)). Some lamports at least are paid, since R_s·R_t / (R_t − out) is above R_s.
    pub fn after_buy_exact_out(&self, base_units_out: u64) -> Outcome<Reserves> {
        let base_units = self.base_units.checked_sub(base_units_out).ok_or(RESERVE_EXCEEDED)?;
        if base_units == 0 {
            return Err(RESERVE_EXCEEDED);
        }
        let lamports = mul_div_ceil(self.lamports, self.base_units, base_units)?;
        Ok(Reserves { lamports, base_units })
    }
    /// The reserves after a seller gave `base_units_in`, rounded against the seller: gross = floor(in·R_s / (R_t + in)).
    pub fn after_sell(&self, base_units_in: u64) -> Outcome<Reserves> {
        let base_units = self.base_units.checked_add(base_units_in).ok_or(OVERFLOW)?;
        let gross = mul_div_floor(base_units_in, self.lamports, base_units)?;
        Ok(Reserves { lamports: self.lamports - gross, base_units })
    }
    /// Whether floor(R_s·supply / R_t) is at least `threshold_lamports`. Compared as products: never overflows.
    pub fn market_cap_reaches(&self, threshold_lamports: u64) -> bool {
        product(self.lamports, SUPPLY_BASE_UNITS) >= product(threshold_lamports, self.base_units)
    }
    /// The reserves with which the market goes on once the opening reserve, which was never paid in, is taken out:
    /// the same price (to one base unit), backed by real lamports alone.
    pub fn graduated(&self, real_lamports: u64) -> Outcome<Reserves> {
        if real_lamports > self.lamports {
            return Err(INVARIANT_BROKEN);
        }
        let base_units = mul_div_floor(self.base_units, real_lamports, self.lamports)?;
        if base_units == 0 {
            return Err(INVARIANT_BROKEN);
        }
        Ok(Reserves { lamports: real_lamports, base_units })
    }
    /// A trade never lowers R_s·R_t: what would be lost to rounding stays with the market.
    pub fn check_product_kept(&self, before: &Reserves) -> Outcome<()> {
        if product(self.lamports, self.base_units) < product(before.lamports, before.base_units) {
            return Err(INVARIANT_BROKEN);
        }
        Ok(())
    }
}

/// What a sale's gross comes to.
pub struct SaleProceeds {
    pub fee: u64,
    pub creator_part: u64,
    pub net: u64,
}

/// The fee is rounded up, the creator's part of it down; the user gets the rest of the gross.
pub fn sale_proceeds(gross: u64, sell_fee_bps: u16, creator_share_bps: u16) -> Outcome<SaleProceeds> {
    let fee = mul_div_ceil(gross, sell_fee_bps as u64, BPS_ONE)?;
    let creator_part = mul_div_floor(fee, creator_share_bps as u64, BPS_ONE)?;
    let net = gross.checked_sub(fee).ok_or(INVARIANT_BROKEN)?;
    Ok(SaleProceeds { fee, creator_part, net })
}
