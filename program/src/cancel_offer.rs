use crate::error::Outcome;
use crate::event::{self, Event, Route};
use crate::market::Market;
use crate::offer_account::Offer;
use crate::runtime::{Call, Reader};
use crate::system::{end_account, require_address};

/// Gives all that an offer holds back to the bidder, expired or not. Can't be paused. Accounts:
/// 0. bidder `s w`
/// 1. market `w`
/// 2. offer `w`, closed
/// 3. this program
#[inline(never)]
pub fn cancel_offer(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [bidder, market_account, offer_account, program] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    let offer = Offer::load(offer_account, &market, call.program)?;
    require_address(program, call.program)?;

    offer.require_bidder(bidder)?;

    market.advance_sequence()?;
    market.store(market_account)?;

    let event = Event { lamports: offer.price_lamports, ..Event::of(event::CANCEL_OFFER, bidder.address()) };
    let route = Route { account: market_account, program: call.program };
    event.record_with::<{ 1 + event::SIZE + 32 }>(&market, &route, offer_account.address())?;
    end_account(offer_account, bidder)
}
