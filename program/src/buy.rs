use crate::config::{require_config, require_not_paused};
use crate::error::{
    AMOUNT_TOO_SMALL, AMOUNT_ZERO, INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, Outcome, SLIPPAGE_EXCEEDED,
};
use crate::event::{self, Event};
use crate::market::{self, Market};
use crate::runtime::{Account, Call, Reader, Slice, unix_seconds};
use crate::system::{SYSTEM, require_address, require_signer, sum, transfer};
use crate::token::{Authored, Movement, TOKEN_2022, base_units, require_held_by};

/// Exact lamports in, at least so many base units out. Graduates the market when it has reached its threshold.
/// Accounts:
/// 0. user `s w`
/// 1. market `w`
/// 2. config
/// 3. mint `w` (a graduation burns)
/// 4. vault `w`
/// 5. user's coin account `w`
/// 6. system program
/// 7. Token-2022
#[inline(never)]
pub fn buy(call: &Call, data: &mut Reader) -> Outcome<()> {
    let lamports_in = data.u64()?;
    let base_units_out_min = data.u64()?;
    data.end()?;
    let [user, market_account, config, mint, vault, user_coins, system, token_2022] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_config(config, call.program)?;
    require_address(mint, &market.mint)?;
    require_address(vault, &market.vault)?;
    require_address(system, &SYSTEM)?;
    require_address(token_2022, &TOKEN_2022)?;
    require_held_by(user_coins, &market.mint, user.address())?;

    require_signer(user)?;
    require_not_paused(config)?;
    let surplus = market.surplus_lamports(market_account)?;
    if base_units(vault)? < market.reserves.base_units {
        return Err(INVARIANT_BROKEN);
    }
    if lamports_in == 0 {
        return Err(AMOUNT_ZERO);
    }
    if user.lamports() < lamports_in {
        return Err(INSUFFICIENT_LAMPORTS);
    }
    let before = market.reserves;
    market.reserves = before.after_buy(lamports_in)?;
    let base_units_out = before.base_units - market.reserves.base_units;
    if base_units_out == 0 {
        return Err(AMOUNT_TOO_SMALL);
    }
    if base_units_out < base_units_out_min {
        return Err(SLIPPAGE_EXCEEDED);
    }

    market.reserves.check_product_kept(&before)?;
    market.real_lamports = sum(market.real_lamports, lamports_in)?;
    let graduates =
        !market.graduated && market.reserves.market_cap_reaches(market.terms.graduation_market_cap_lamports);
    if graduates {
        market.reserves = market.reserves.graduated(market.real_lamports)?;
        market.graduated = true;
    }
    market.advance_sequence()?;
    market.store(market_account)?;

    let bump = [market.bump];
    let seeds = [Slice::new(market::SEED), Slice::new(&market.mint), Slice::new(&bump)];
    transfer(user, market_account, lamports_in)?;
    let out = Movement { from: vault, to: user_coins, mint, authority: market_account, base_units: base_units_out };
    out.make(&seeds)?;
    let burned = if graduates {
        let coin = Authored { mint, authority: market_account, seeds: &seeds };
        burn_beyond_reserve(&coin, vault, market.reserves.base_units)?
    } else {
        0
    };

    market.check_books(market_account, vault, surplus)?;
    Event {
        kind: event::BUY,
        graduated_now: graduates,
        who: user.address(),
        lamports: lamports_in,
        base_units: base_units_out,
        fee_lamports: 0,
        creator_fee_lamports: 0,
        burned_base_units: burned,
        unix_seconds: unix_seconds()?,
    }
    .log(&market)
}

/// Burns whatever the vault holds beyond the reserve, coins that people sent it included.
#[inline(never)]
fn burn_beyond_reserve(coin: &Authored, vault: Account, reserve_base_units: u64) -> Outcome<u64> {
    let surplus = base_units(vault)?.checked_sub(reserve_base_units).ok_or(INVARIANT_BROKEN)?;
    coin.burn(vault, surplus)?;
    Ok(surplus)
}
