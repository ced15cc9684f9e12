use crate::error::{INSUFFICIENT_LAMPORTS, OVERFLOW, Outcome};
use crate::event::{self, Event, Route};
use crate::market::Market;
use crate::runtime::{Call, Reader, unix_seconds};
use crate::system::{SYSTEM, require_address, require_signer, sum, transfer};

/// Pays the market's boost price, which is the treasury's and stays in the Market until `collect`, and lengthens the
/// boost. Anybody may, as often as they like. Accounts:
/// 0. payer `s w`
/// 1. market `w`
/// 2. system program
/// 3. this program
#[inline(never)]
pub fn boost(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [payer, market_account, system, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
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
    market.treasury_fees_owed_lamports = sum(market.treasury_fees_owed_lamports, price)?;
    market.advance_sequence()?;
    market.store(market_account)?;

    transfer(payer, market_account, price)?;
    let event = Event { lamports: price, ..Event::of(event::BOOST, payer.address()) };
    let route = Route { account: market_account, program: call.program };
    event.record_with::<{ 1 + event::SIZE + 8 }>(&market, &route, &market.boosted_until.to_le_bytes())
}
