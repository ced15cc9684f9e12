//! The market for NFTs: what a sale comes to, and when a listing or an offer may end. Knows numbers only, and the Market's
//! books. `packages/sdk/core/nft-sale.ts` says the same in BigInt.
use crate::config::Terms;
use crate::curve::{BPS_ONE, Reserves};
use crate::error::{EXPIRY_OUT_OF_RANGE, INVARIANT_BROKEN, Outcome};
use crate::event::Event;
use crate::market::Market;
use crate::math::{mul_div_ceil, mul_div_floor};
use crate::nft::NFT_BASE_UNITS;
use crate::runtime::{Account, Address, unix_seconds};
use crate::system::sum;

/// 366 days.
const EXPIRY_SECONDS_MAX: i64 = 366 * 86_400;

/// Refuses an end that is not later than now, or too far ahead. Returns the time.
pub fn require_expiry(expires_at: i64) -> Outcome<i64> {
    let now = unix_seconds()?;
    let ahead = expires_at.checked_sub(now).ok_or(EXPIRY_OUT_OF_RANGE)?;
    if (1..=EXPIRY_SECONDS_MAX).contains(&ahead) { Ok(now) } else { Err(EXPIRY_OUT_OF_RANGE) }
}

/// What the 1,000,000 coins of an NFT bring from the curve now, in lamports, before the fee of a sell:
/// F = floor(N·R_s / (R_t + N)).
pub fn coins_value_lamports(reserves: &Reserves) -> Outcome<u64> {
    Ok(reserves.lamports - reserves.after_sell(NFT_BASE_UNITS)?.lamports)
}

/// What a listing never sells below: what its coins bring now, or brought when this slot began, whichever is more. So
/// nobody lowers it who sells coins first and buys them back after, all in one slot.
pub fn least_due_lamports(market: &Market, account: Account) -> Outcome<u64> {
    Ok(coins_value_lamports(&market.reserves)?.max(coins_value_lamports(&market.slot_start(account)?)?))
}

/// Who gets what of a sale.
pub struct Sale {
    /// What the buyer pays.
    pub due_lamports: u64,
    /// The creator's, of what is above the coins' value alone.
    pub royalty_lamports: u64,
    /// The royalty and the treasury's part. Both stay in the Market.
    pub fees_lamports: u64,
    /// The seller's.
    pub net_lamports: u64,
}

impl Sale {
    /// royalty = floor(max(0, due − F)·royaltyBps / 10,000), platform = ceil(due·marketFeeBps / 10,000), and the seller
    /// gets the rest.
    pub fn of(due_lamports: u64, coins_lamports: u64, terms: &Terms) -> Outcome<Sale> {
        let premium = due_lamports.saturating_sub(coins_lamports);
        let royalty_lamports = mul_div_floor(premium, terms.royalty_bps as u64, BPS_ONE)?;
        let platform_lamports = mul_div_ceil(due_lamports, terms.market_fee_bps as u64, BPS_ONE)?;
        let fees_lamports = sum(royalty_lamports, platform_lamports)?;
        let net_lamports = due_lamports.checked_sub(fees_lamports).ok_or(INVARIANT_BROKEN)?;
        Ok(Sale { due_lamports, royalty_lamports, fees_lamports, net_lamports })
    }

    /// What happened, but for the NFT's number.
    pub fn event<'a>(&self, kind: u8, who: &'a Address) -> Event<'a> {
        Event {
            lamports: self.due_lamports,
            fee_lamports: self.fees_lamports,
            creator_fee_lamports: self.royalty_lamports,
            ..Event::of(kind, who)
        }
    }

    /// Enters the fees into the Market's books.
    pub fn book(&self, market: &mut Market) -> Outcome<()> {
        let platform_lamports = self.fees_lamports.checked_sub(self.royalty_lamports).ok_or(INVARIANT_BROKEN)?;
        market.creator_fees_owed_lamports = sum(market.creator_fees_owed_lamports, self.royalty_lamports)?;
        market.treasury_fees_owed_lamports = sum(market.treasury_fees_owed_lamports, platform_lamports)?;
        Ok(())
    }
}
