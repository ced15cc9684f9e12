use crate::error::{INSUFFICIENT_LAMPORTS, Outcome};
use crate::event::{self, Event};
use crate::listing::Listed;
use crate::market::Market;
use crate::runtime::{Call, Reader};
use crate::swap::missing_rent;
use crate::system::{SYSTEM, end_account, is_unused, move_lamports_before_calls, require_address, sum};
use crate::token::{ASSOCIATED_ACCOUNT_SIZE, ASSOCIATED_TOKEN, Associated, TOKEN_2022, require_associated};

/// Gives the NFT and the rents back to the seller, expired or not. Can't be paused. Accounts:
/// 0. seller `s w`
/// 1. market `w`
/// 2. listing `w`, closed
/// 3. listed NFT's account `w`, closed
/// 4. NFT mint
/// 5. seller's associated account for the NFT `w`, made here when it is not there yet
/// 6. system program
/// 7. Token-2022
/// 8. associated token program
/// 9. this program
#[inline(never)]
pub fn cancel_listing(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [
        seller,
        market_account,
        listing_account,
        listed_nft,
        nft_mint,
        seller_nft,
        system,
        token_2022,
        associated,
        program,
    ] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    let listed = Listed::open([listing_account, listed_nft, nft_mint], &market, call.program)?;
    require_address(system, &SYSTEM)?;
    require_address(token_2022, &TOKEN_2022)?;
    require_address(associated, &ASSOCIATED_TOKEN)?;
    require_address(program, call.program)?;
    require_associated(seller_nft, nft_mint.address(), seller.address())?;

    listed.listing.require_seller(seller)?;
    let rent = missing_rent(seller_nft, ASSOCIATED_ACCOUNT_SIZE)?;
    if sum(seller.lamports(), listing_account.lamports())? < rent {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    market.advance_sequence()?;
    market.store(market_account)?;

    if is_unused(seller_nft) {
        // The listing's rent first: a wallet that has almost nothing can take its NFT back.
        move_lamports_before_calls(listing_account, seller, listing_account.lamports(), seller)?;
        Associated { payer: seller, account: seller_nft, wallet: seller, mint: nft_mint, system, token_2022 }.make()?;
    }
    listed.hand_over(seller_nft, seller)?;
    let listing = &listed.listing;
    Event {
        nft_index: listing.index,
        lamports: listing.price_lamports,
        ..Event::of(event::CANCEL_LISTING, seller.address())
    }
    .record(&market, market_account, call.program)?;
    end_account(listing_account, seller)
}
