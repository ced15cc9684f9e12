//! What both kinds of buy share: their accounts, and the settlement once lamports and coins are known.
use crate::config::{require_config, require_not_paused};
use crate::curve::Reserves;
use crate::error::{INVARIANT_BROKEN, Outcome};
use crate::event::{self, Event, FLAG_GRADUATED};
use crate::guard::EXEMPT_BASE_UNITS_MAX;
use crate::market::{self, Market};
use crate::runtime::{Account, Address, Call, Slice, unix_seconds};
use crate::system::{SYSTEM, require_address, require_signer, sum, transfer};
use crate::token::{Authored, COIN_DECIMALS, Movement, TOKEN_2022, base_units, require_held_by};

pub struct Purchase<'a> {
    pub user: Account<'a>,
    pub market: Market,
    market_account: Account<'a>,
    mint: Account<'a>,
    vault: Account<'a>,
    user_coins: Account<'a>,
    program: &'a Address,
    surplus_lamports: u64,
}

impl<'a> Purchase<'a> {
    /// Accounts, signer, pause, and that the books add up before anything moves. Accounts:
    /// 0. user `s w`
    /// 1. market `w`
    /// 2. config
    /// 3. mint `w` (a graduation burns)
    /// 4. vault `w`
    /// 5. user's coin account `w`
    /// 6. system program
    /// 7. Token-2022
    /// 8. this program
    #[inline(never)]
    pub fn open(call: &Call<'a>) -> Outcome<Purchase<'a>> {
        let [user, market_account, config, mint, vault, user_coins, system, token_2022, program] = call.accounts()?;
        let market = Market::load(market_account, call.program)?;
        require_config(config, call.program)?;
        require_address(mint, &market.mint)?;
        require_address(vault, &market.vault)?;
        require_address(system, &SYSTEM)?;
        require_address(token_2022, &TOKEN_2022)?;
        require_address(program, call.program)?;
        require_held_by(user_coins, &market.mint, user.address())?;

        require_signer(user)?;
        require_not_paused(config)?;
        let surplus_lamports = market.surplus_lamports(market_account)?;
        if base_units(vault)? < market.reserves.base_units {
            return Err(INVARIANT_BROKEN);
        }
        Ok(Purchase { user, market, market_account, mint, vault, user_coins, program: call.program, surplus_lamports })
    }

    /// The launch guard's surcharge of this second, in basis points, on a purchase that without it would get
    /// `base_units_out`. The creator's own first one is exempt: the event right after the launch, of 5 % at most.
    pub fn guard_bps(&self, base_units_out: u64) -> Outcome<u64> {
        let market = &self.market;
        let is_exempt = market.sequence == 1
            && *self.user.address() == market.creator
            && base_units_out <= EXEMPT_BASE_UNITS_MAX;
        if market.guard.bps == 0 || is_exempt {
            return Ok(0);
        }
        market.guard.bps_at(unix_seconds()?, market.created_at)
    }

    /// Takes `lamports_paid`, of which the reserves get what they gain and the rest is locked, and gives the coins that
    /// they lose. Graduates the market when it has reached its threshold.
    #[inline(never)]
    pub fn settle(&mut self, reserves: Reserves, lamports_paid: u64) -> Outcome<()> {
        let Purchase { user, market_account, mint, vault, user_coins, program, surplus_lamports, .. } = *self;
        let market = &mut self.market;
        let before = market.reserves;
        let lamports_in = reserves.lamports.checked_sub(before.lamports).ok_or(INVARIANT_BROKEN)?;
        let base_units_out = before.base_units.checked_sub(reserves.base_units).ok_or(INVARIANT_BROKEN)?;
        reserves.check_product_kept(&before)?;
        Market::remember_slot_start(market_account, &before)?;
        market.reserves = reserves;
        market.real_lamports = sum(market.real_lamports, lamports_in)?;
        let surcharge = lamports_paid.checked_sub(lamports_in).ok_or(INVARIANT_BROKEN)?;
        market.locked_lamports = sum(market.locked_lamports, surcharge)?;
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
        transfer(user, market_account, lamports_paid)?;
        let out = Movement {
            from: vault,
            to: user_coins,
            mint,
            authority: market_account,
            units: base_units_out,
            decimals: COIN_DECIMALS,
        };
        out.make(&seeds)?;
        let burned = if graduates {
            let coin = Authored { mint, authority: market_account, seeds: &seeds };
            burn_beyond_reserve(&coin, vault, market.reserves.base_units)?
        } else {
            0
        };
        Event {
            flags: if graduates { FLAG_GRADUATED } else { 0 },
            lamports: lamports_paid,
            base_units: base_units_out,
            fee_lamports: surcharge,
            burned_base_units: burned,
            ..Event::of(event::BUY, user.address())
        }
        .record(market, market_account, program)?;
        market.check_books(market_account, vault, surplus_lamports)
    }
}

/// Burns whatever the vault holds beyond the reserve, coins that people sent it included.
#[inline(never)]
fn burn_beyond_reserve(coin: &Authored, vault: Account, reserve_base_units: u64) -> Outcome<u64> {
    let surplus = base_units(vault)?.checked_sub(reserve_base_units).ok_or(INVARIANT_BROKEN)?;
    coin.burn(vault, surplus)?;
    Ok(surplus)
}
