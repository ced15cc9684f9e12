use crate::config::require_config;
use crate::error::{INSUFFICIENT_LAMPORTS, OVERFLOW, Outcome};
use crate::event::{self, Event, Route};
use crate::market::Market;
use crate::runtime::{Call, Reader, unix_seconds};
use crate::system::{SYSTEM, require_address, require_signer, transfer};

/// Pays the market's boost price to the treasury and lengthens the boost. Anybody may, as often as they like.
/// Accounts:
/// 0. payer `s w`
/// 1. market `w`
/// 2. config `w`, receives the price
/// 3. system program
/// 4. this program
#[inline(never)]
pub fn boost(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [payer, market_account, config, system, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_config(config, call.program)?;
    require_address(system, &SYSTEM)?;
    require_address(program, call.program)?;

    require_signer(payer)?;
    let price = market.terms.boost_price_lamports;
    if payer.lamports() < price {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    let now = unix_seconds()?;
    market.boosted_until =
        now.max(market.boosted_until).checked_add(market.terms.boost_seconds as i64).ok_or(OVERFLOW)?;
    market.advance_sequence()?;
    market.store(market_account)?;

    transfer(payer, config, price)?;
    let event = Event { lamports: price, ..Event::of(event::BOOST, payer.address()) };
    let route = Route { account: market_account, program: call.program };
    event.record_with::<{ 1 + event::SIZE + 8 }>(&market, &route, &market.boosted_until.to_le_bytes())
}
