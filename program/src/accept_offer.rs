use crate::error::{
    INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, NFT_NOT_HELD, NFT_NOT_IN_OFFER, OFFER_EXPIRED, OFFER_TOO_LOW, Outcome,
};
use crate::event::{self, Event, Route};
use crate::market::Market;
use crate::memo::{MEMO, write_memo};
use crate::nft::{nft_address, require_index};
use crate::nft_market::{Sale, coins_value_lamports};
use crate::offer_account::{Offer, covers};
use crate::runtime::{Bytes, Call, Reader, move_lamports, unix_seconds};
use crate::swap::missing_rent;
use crate::system::{SYSTEM, end_account, is_unused, move_lamports_before_calls, require_address, require_signer};
use crate::token::{
    ASSOCIATED_ACCOUNT_SIZE, ASSOCIATED_TOKEN, Associated, Movement, TOKEN_2022, base_units, close,
    is_closed_by_holder, require_associated, require_held_by,
};

/// The seller's NFT to the bidder, the offer's price to the seller less royalty and fee, so many lamports at least. The
/// account for the bidder's NFT is paid from the offer; what else is left of it goes back to the bidder. Can't be paused.
/// Accounts:
/// 0. seller `s w`
/// 1. market `w`
/// 2. offer `w`, closed
/// 3. bidder `w`
/// 4. NFT mint
/// 5. any account of the seller's that holds the NFT `w`; closed, unless somebody else is to close it
/// 6. bidder's associated account for the NFT `w`, made here when it is not there yet
/// 7. system program
/// 8. Token-2022
/// 9. associated token program
/// 10. memo program
/// 11. this program
#[inline(never)]
pub fn accept_offer(call: &Call, data: &mut Reader) -> Outcome<()> {
    let index = data.u16()?;
    let lamports_min = data.u64()?;
    data.end()?;
    let [
        seller,
        market_account,
        offer_account,
        bidder,
        nft_mint,
        seller_nft,
        bidder_nft,
        system,
        token_2022,
        associated,
        memo,
        program,
    ] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    let offer = Offer::load(offer_account, &market, call.program)?;
    require_address(bidder, &offer.bidder)?;
    require_address(nft_mint, &nft_address(&market.mint, &index.to_le_bytes(), call.program)?.0)?;
    require_address(system, &SYSTEM)?;
    require_address(token_2022, &TOKEN_2022)?;
    require_address(associated, &ASSOCIATED_TOKEN)?;
    require_address(memo, &MEMO)?;
    require_address(program, call.program)?;
    require_held_by(seller_nft, nft_mint.address(), seller.address())?;
    require_associated(bidder_nft, nft_mint.address(), bidder.address())?;

    require_signer(seller)?;
    require_index(index)?;
    if unix_seconds()? >= offer.expires_at {
        return Err(OFFER_EXPIRED);
    }
    if !covers(offer_account, index)? {
        return Err(NFT_NOT_IN_OFFER);
    }
    if base_units(seller_nft)? != 1 {
        return Err(NFT_NOT_HELD);
    }
    let surplus = market.surplus_lamports(market_account)?;
    let sale = Sale::of(offer.price_lamports, coins_value_lamports(&market.reserves)?, &market.terms)?;
    if sale.net_lamports < lamports_min {
        return Err(OFFER_TOO_LOW);
    }
    let rent = missing_rent(bidder_nft, ASSOCIATED_ACCOUNT_SIZE)?;
    let beside_price = offer_account.lamports().checked_sub(sale.due_lamports).ok_or(INVARIANT_BROKEN)?;
    if beside_price < rent {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    sale.book(&mut market)?;
    market.advance_sequence()?;
    market.store(market_account)?;

    if is_unused(bidder_nft) {
        move_lamports_before_calls(offer_account, bidder_nft, rent, seller)?;
        Associated { payer: seller, account: bidder_nft, wallet: bidder, mint: nft_mint, system, token_2022 }.make()?;
    }
    // Right before the movement: the bidder's account may demand one.
    write_memo()?;
    let nft = Movement { from: seller_nft, to: bidder_nft, mint: nft_mint, authority: seller, units: 1, decimals: 0 };
    nft.make(&[])?;
    // Who accepts their own offer keeps the account.
    if seller_nft.address() != bidder_nft.address() && is_closed_by_holder(seller_nft)? {
        close(seller_nft, seller, seller, &[])?;
    }
    let mut more = Bytes::<64>::new();
    more.put(offer_account.address())?;
    more.put(bidder.address())?;
    let event = Event { nft_index: index, ..sale.event(event::ACCEPT_OFFER, seller.address()) };
    let route = Route { account: market_account, program: call.program };
    event.record_with::<{ 1 + event::SIZE + 64 }>(&market, &route, more.as_slice())?;
    move_lamports(offer_account, market_account, sale.fees_lamports)?;
    move_lamports(offer_account, seller, sale.net_lamports)?;
    end_account(offer_account, bidder)?;
    if market.surplus_lamports(market_account)? != surplus || base_units(bidder_nft)? != 1 {
        return Err(INVARIANT_BROKEN);
    }
    Ok(())
}
