use crate::error::{
    INSUFFICIENT_BASE_UNITS, INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, MALFORMED_INSTRUCTION, NFT_NOT_IN_ESCROW,
    NFT_TAKEN, Outcome,
};
use crate::event::{self, Event, FLAG_MINTED};
use crate::nft::{ESCROW_SEED, NFT_BASE_UNITS, NFT_SEED, NftTexts, require_index, require_index_in_window};
use crate::runtime::{Account, Call, Reader, Slice};
use crate::swap::{Swap, missing_rent};
use crate::system::{Fresh, is_unused, rent_exempt_lamports, require_address, require_signer, sum};
use crate::token::{
    ASSOCIATED_ACCOUNT_SIZE, Associated, Authored, MEMBER_EXTENSION_SIZE, TOKEN_2022, TWICE_POINTED_MINT_SIZE,
    base_units, close, require_associated,
};

/// 1,000,000 coins of the user's to the escrow, one NFT to the user: a new one of the chosen number, or the one that
/// the escrow holds. Can't be paused. Accounts: see `Swap::open`, with
/// 5. escrow vault, made here when it is not there yet
/// 6. collection when the NFT is minted, else the escrow's account of the NFT, which is closed
/// 8. user's associated account for the NFT, made here when it is not there yet
#[inline(never)]
pub fn capture(call: &Call, data: &mut Reader) -> Outcome<()> {
    let index = data.u16()?;
    let source = data.u8()?;
    data.end()?;
    if source > 1 {
        return Err(MALFORMED_INSTRUCTION);
    }
    let mints = source == 0;
    let mut swap = Swap::open(call, index)?;
    let (user, nft_mint, user_nft) = (swap.user, swap.nft_mint, swap.user_nft);
    if mints {
        require_address(swap.origin, &swap.market.collection)?;
    } else {
        swap.require_escrow_nft()?;
    }
    require_associated(user_nft, nft_mint.address(), user.address())?;

    require_signer(user)?;
    require_index(index)?;
    if mints {
        require_index_in_window(index, swap.market.nfts_minted)?;
        if !is_unused(nft_mint) {
            return Err(NFT_TAKEN);
        }
    } else if !holds_nft(swap.origin)? {
        return Err(NFT_NOT_IN_ESCROW);
    }
    let surplus = swap.surplus_base_units()?;
    if base_units(swap.user_coins)? < NFT_BASE_UNITS {
        return Err(INSUFFICIENT_BASE_UNITS);
    }
    let accounts = sum(
        missing_rent(swap.escrow_vault, ASSOCIATED_ACCOUNT_SIZE)?,
        missing_rent(user_nft, ASSOCIATED_ACCOUNT_SIZE)?,
    )?;
    if mints {
        mint_nft(&mut swap, index, accounts)?;
    } else {
        if user.lamports() < accounts {
            return Err(INSUFFICIENT_LAMPORTS);
        }
        take_nft(&mut swap)?;
    }
    if is_unused(swap.escrow_vault) {
        associated(&swap, swap.escrow_vault, swap.escrow, swap.mint).make()?;
    }
    swap.coins(swap.user_coins, swap.escrow_vault, user).make(&[])?;
    Event {
        flags: if mints { FLAG_MINTED } else { 0 },
        nft_index: index,
        base_units: NFT_BASE_UNITS,
        ..Event::of(event::CAPTURE, user.address())
    }
    .record(&swap.market, swap.market_account, call.program)?;
    if swap.surplus_base_units()? != surplus || base_units(user_nft)? != 1 {
        return Err(INVARIANT_BROKEN);
    }
    Ok(())
}

/// Only a release makes the escrow's account, and puts the NFT there at once.
fn holds_nft(escrow_nft: Account) -> Outcome<bool> {
    Ok(!is_unused(escrow_nft) && base_units(escrow_nft)? == 1)
}

fn associated<'a>(swap: &Swap<'a>, account: Account<'a>, wallet: Account<'a>, mint: Account<'a>) -> Associated<'a> {
    Associated { payer: swap.user, account, wallet, mint, system: swap.system, token_2022: swap.token_2022 }
}

/// A mint of one NFT, the collection's member, of which nobody can make more, that nobody can freeze or rename.
#[inline(never)]
fn mint_nft(swap: &mut Swap, index: u16, rent_of_accounts: u64) -> Outcome<()> {
    let texts = NftTexts::of(swap.origin, index)?;
    let metadata = texts.metadata();
    // The whole rent at once: Token-2022 makes the mint longer, and would else have to be paid for that.
    let size = TWICE_POINTED_MINT_SIZE + metadata.extension_size() + MEMBER_EXTENSION_SIZE;
    let lamports = rent_exempt_lamports(size as usize)?;
    // What strangers sent to the mint's address reaches the user before the rents are paid.
    if sum(swap.user.lamports(), swap.nft_mint.lamports())? < sum(lamports, rent_of_accounts)? {
        return Err(INSUFFICIENT_LAMPORTS);
    }
    swap.market.nfts_minted += 1;
    swap.market.nfts_in_circulation += 1;
    swap.store_books()?;

    let (mint, bump) = (swap.market.mint, [swap.market.escrow_bump]);
    let seeds = [Slice::new(ESCROW_SEED), Slice::new(&mint), Slice::new(&bump)];
    let nft = Authored { mint: swap.nft_mint, authority: swap.escrow, seeds: &seeds };
    Fresh { account: swap.nft_mint, payer: swap.user, size: TWICE_POINTED_MINT_SIZE, lamports, owner: &TOKEN_2022 }
        .make_at_program_address(&[
            Slice::new(NFT_SEED),
            Slice::new(&mint),
            Slice::new(&swap.index),
            Slice::new(&[swap.nft_bump]),
        ])?;
    nft.point_metadata_at_itself()?;
    nft.point_member_at_itself()?;
    nft.initialize(0)?;
    nft.write_metadata_for_good(&metadata)?;
    nft.join_group(swap.origin)?;
    associated(swap, swap.user_nft, swap.user, swap.nft_mint).make()?;
    nft.mint_to(swap.user_nft, 1)?;
    nft.give_up_minting()
}

/// The escrow's NFT to the user, who also gets the rent of the account in which it was.
#[inline(never)]
fn take_nft(swap: &mut Swap) -> Outcome<()> {
    swap.market.nfts_in_circulation += 1;
    swap.store_books()?;

    let (mint, bump) = (swap.market.mint, [swap.market.escrow_bump]);
    let seeds = [Slice::new(ESCROW_SEED), Slice::new(&mint), Slice::new(&bump)];
    if is_unused(swap.user_nft) {
        associated(swap, swap.user_nft, swap.user, swap.nft_mint).make()?;
    }
    swap.nft(swap.origin, swap.user_nft, swap.escrow).make(&seeds)?;
    close(swap.origin, swap.user, swap.escrow, &seeds)
}
