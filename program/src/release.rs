use crate::error::{INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, NFT_NOT_HELD, Outcome};
use crate::event::{self, Event};
use crate::nft::{ESCROW_NFT_SEED, ESCROW_SEED, NFT_BASE_UNITS, require_index};
use crate::runtime::{Call, Reader, Slice};
use crate::swap::Swap;
use crate::system::{Fresh, is_unused, rent_exempt_lamports, require_signer, sum};
use crate::token::{
    ACCOUNT_SIZE, TOKEN_2022, base_units, close, initialize_account, is_closed_by_holder, require_held_by,
};

/// The user's NFT to the escrow, 1,000,000 coins to the user. Can't be paused. Accounts: see `Swap::open`, with
/// 6. escrow's account of the NFT, made here
/// 8. any account of the user's that holds the NFT; closed, unless somebody else is to close it
#[inline(never)]
pub fn release(call: &Call, data: &mut Reader) -> Outcome<()> {
    let index = data.u16()?;
    data.end()?;
    let mut swap = Swap::open(call, index)?;
    let (user, user_nft, escrow_nft) = (swap.user, swap.user_nft, swap.origin);
    let escrow_nft_bump = [swap.require_escrow_nft()?];
    require_held_by(user_nft, swap.nft_mint.address(), user.address())?;

    require_signer(user)?;
    require_index(index)?;
    if base_units(user_nft)? != 1 {
        return Err(NFT_NOT_HELD);
    }
    let surplus = swap.surplus_base_units()?;
    // The NFT is not there, so neither is the account.
    if !is_unused(escrow_nft) {
        return Err(INVARIANT_BROKEN);
    }
    let lamports = rent_exempt_lamports(ACCOUNT_SIZE)?;
    if sum(user.lamports(), escrow_nft.lamports())? < lamports {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    swap.market.nfts_in_circulation = swap.market.nfts_in_circulation.checked_sub(1).ok_or(INVARIANT_BROKEN)?;
    swap.store_books()?;

    let (mint, bump) = (swap.market.mint, [swap.market.escrow_bump]);
    let seeds = [Slice::new(ESCROW_SEED), Slice::new(&mint), Slice::new(&bump)];
    let size = ACCOUNT_SIZE as u64;
    Fresh { account: escrow_nft, payer: user, size, lamports, owner: &TOKEN_2022 }.make_at_program_address(&[
        Slice::new(ESCROW_NFT_SEED),
        Slice::new(&mint),
        Slice::new(&swap.index),
        Slice::new(&escrow_nft_bump),
    ])?;
    initialize_account(escrow_nft, swap.nft_mint, swap.escrow.address())?;
    swap.nft(user_nft, escrow_nft, user).make(&[])?;
    if is_closed_by_holder(user_nft)? {
        close(user_nft, user, user, &[])?;
    }
    swap.coins(swap.escrow_vault, swap.user_coins, swap.escrow).make(&seeds)?;
    Event { nft_index: index, base_units: NFT_BASE_UNITS, ..Event::of(event::RELEASE, user.address()) }.record(
        &swap.market,
        swap.market_account,
        call.program,
    )?;
    if swap.surplus_base_units()? != surplus || base_units(escrow_nft)? != 1 {
        return Err(INVARIANT_BROKEN);
    }
    Ok(())
}
