use crate::config::{require_config, require_not_paused};
use crate::error::{AMOUNT_ZERO, INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, NFT_NOT_HELD, Outcome};
use crate::event::{self, Route};
use crate::listing::{self, LISTED_NFT_SEED, Listing};
use crate::market::Market;
use crate::nft::{nft_address, require_index};
use crate::nft_market::require_expiry;
use crate::runtime::{Call, Reader, Slice, find_program_address};
use crate::system::{Fresh, SYSTEM, is_unused, rent_exempt_lamports, require_address, require_signer, sum};
use crate::token::{
    ACCOUNT_SIZE, Movement, TOKEN_2022, base_units, close, initialize_account, is_closed_by_holder, require_held_by,
};

/// Offers the seller's NFT for sale until the expiry, at the price, or at what its coins bring by then where that is more.
/// The NFT lies with the program meanwhile. Accounts:
/// 0. seller `s w`, pays the rents and gets them back
/// 1. market `w`
/// 2. config
/// 3. listing `w`, made here
/// 4. listed NFT's account `w`, made here
/// 5. NFT mint
/// 6. any account of the seller's that holds the NFT `w`; closed, unless somebody else is to close it
/// 7. system program
/// 8. Token-2022
/// 9. this program
#[inline(never)]
pub fn list(call: &Call, data: &mut Reader) -> Outcome<()> {
    let index = data.u16()?;
    let price_lamports = data.u64()?;
    let expires_at = data.u64()? as i64;
    data.end()?;
    let [
        seller,
        market_account,
        config,
        listing_account,
        listed_nft,
        nft_mint,
        seller_nft,
        system,
        token_2022,
        program,
    ] = call.accounts()?;
    let mut market = Market::load(market_account, call.program)?;
    require_config(config, call.program)?;
    require_address(nft_mint, &nft_address(&market.mint, &index.to_le_bytes(), call.program)?.0)?;
    let nft = Slice::new(nft_mint.address());
    let (address, bump) = find_program_address(&[Slice::new(listing::SEED), nft], call.program)?;
    require_address(listing_account, &address)?;
    let (address, listed_nft_bump) = find_program_address(&[Slice::new(LISTED_NFT_SEED), nft], call.program)?;
    require_address(listed_nft, &address)?;
    require_address(system, &SYSTEM)?;
    require_address(token_2022, &TOKEN_2022)?;
    require_address(program, call.program)?;
    require_held_by(seller_nft, nft_mint.address(), seller.address())?;

    require_signer(seller)?;
    require_not_paused(config)?;
    require_index(index)?;
    if base_units(seller_nft)? != 1 {
        return Err(NFT_NOT_HELD);
    }
    // The NFT is not there, so neither is a listing.
    if !is_unused(listing_account) || !is_unused(listed_nft) {
        return Err(INVARIANT_BROKEN);
    }
    if price_lamports == 0 {
        return Err(AMOUNT_ZERO);
    }
    let created_at = require_expiry(expires_at)?;
    let (listing_rent, nft_rent) = (rent_exempt_lamports(listing::SIZE)?, rent_exempt_lamports(ACCOUNT_SIZE)?);
    // What lies at the listed NFT's address comes to the seller only when the listing has been paid.
    let at_first = sum(seller.lamports(), listing_account.lamports())?;
    if at_first < listing_rent || sum(at_first, listed_nft.lamports())? < sum(listing_rent, nft_rent)? {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    market.advance_sequence()?;
    market.store(market_account)?;

    let (size, owner) = (listing::SIZE as u64, call.program);
    Fresh { account: listing_account, payer: seller, size, lamports: listing_rent, owner }
        .make_at_program_address(&[Slice::new(listing::SEED), nft, Slice::new(&[bump])])?;
    let (size, owner) = (ACCOUNT_SIZE as u64, &TOKEN_2022);
    Fresh { account: listed_nft, payer: seller, size, lamports: nft_rent, owner }.make_at_program_address(&[
        Slice::new(LISTED_NFT_SEED),
        nft,
        Slice::new(&[listed_nft_bump]),
    ])?;
    let listing = Listing {
        bump,
        listed_nft_bump,
        index,
        mint: market.mint,
        nft_mint: *nft_mint.address(),
        seller: *seller.address(),
        price_lamports,
        expires_at,
        created_at,
    };
    listing.store(listing_account)?;
    initialize_account(listed_nft, nft_mint, listing_account.address())?;
    let movement =
        Movement { from: seller_nft, to: listed_nft, mint: nft_mint, authority: seller, units: 1, decimals: 0 };
    movement.make(&[])?;
    if is_closed_by_holder(seller_nft)? {
        close(seller_nft, seller, seller, &[])?;
    }
    let route = Route { account: market_account, program: call.program };
    listing.record_asked(event::LIST, &market, &route)?;
    if base_units(listed_nft)? == 1 { Ok(()) } else { Err(INVARIANT_BROKEN) }
}
