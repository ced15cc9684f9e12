use crate::curve::sale_proceeds;
use crate::error::{
    AMOUNT_TOO_SMALL, AMOUNT_ZERO, INSUFFICIENT_BASE_UNITS, INVARIANT_BROKEN, Outcome, SLIPPAGE_EXCEEDED,
};
use crate::event::{self, Event};
use crate::market::Market;
use crate::runtime::{Call, Reader, move_lamports};
use crate::system::{require_address, require_signer, sum};
use crate::token::{COIN_DECIMALS, Movement, TOKEN_2022, base_units, require_held_by};

/// Exact base units in, at least so many lamports out, after the fee, which stays in the Market, owed to the treasury
/// and the creator: nothing that other coins share is written. Can't be paused. Accounts:
/// 0. user `s w`
/// 1. market `w`
/// 2. mint
/// 3. vault `w`
/// 4. user's coin account `w`
/// 5. Token-2022
/// 6. this program
#[inline(never)]
pub fn sell(call: &Call, data: &mut Reader) -> Outcome<()> {
    let base_units_in = data.u64()?;
    let lamports_out_min = data.u64()?;
    data.end()?;
    let [user, market_account, mint, vault, user_coins, token_2022, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_address(mint, &market.mint)?;
    require_address(vault, &market.vault)?;
    require_address(token_2022, &TOKEN_2022)?;
    require_address(program, call.program)?;
    require_held_by(user_coins, &market.mint, user.address())?;

    require_signer(user)?;
    let surplus = market.surplus_lamports(market_account)?;
    if base_units(vault)? < market.reserves.base_units {
        return Err(INVARIANT_BROKEN);
    }
    if base_units_in == 0 {
        return Err(AMOUNT_ZERO);
    }
    if base_units(user_coins)? < base_units_in {
        return Err(INSUFFICIENT_BASE_UNITS);
    }
    let before = market.reserves;
    market.reserves = before.after_sell(base_units_in)?;
    let gross = before.lamports - market.reserves.lamports;
    let proceeds = sale_proceeds(gross, market.terms.sell_fee_bps, market.terms.creator_share_bps)?;
    if proceeds.net == 0 {
        return Err(AMOUNT_TOO_SMALL);
    }
    if proceeds.net < lamports_out_min {
        return Err(SLIPPAGE_EXCEEDED);
    }

    market.reserves.check_product_kept(&before)?;
    Market::remember_slot_start(market_account, &before)?;
    market.real_lamports = market.real_lamports.checked_sub(gross).ok_or(INVARIANT_BROKEN)?;
    market.creator_fees_owed_lamports = sum(market.creator_fees_owed_lamports, proceeds.creator_part)?;
    market.treasury_fees_owed_lamports =
        sum(market.treasury_fees_owed_lamports, proceeds.fee - proceeds.creator_part)?;
    market.advance_sequence()?;
    market.store(market_account)?;

    let coins =
        Movement { from: user_coins, to: vault, mint, authority: user, units: base_units_in, decimals: COIN_DECIMALS };
    coins.make(&[])?;
    Event {
        lamports: proceeds.net,
        base_units: base_units_in,
        fee_lamports: proceeds.fee,
        creator_fee_lamports: proceeds.creator_part,
        ..Event::of(event::SELL, user.address())
    }
    .record(&market, market_account, call.program)?;
    // After the calls, never before: the runtime adds up the callee's accounts, and the user is not among them.
    move_lamports(market_account, user, proceeds.net)?;
    market.check_books(market_account, vault, surplus)
}
