//! What capture and release share: their accounts, and the escrow's books.
use crate::error::{INVARIANT_BROKEN, Outcome};
use crate::market::Market;
use crate::math::mul_div_floor;
use crate::nft::{ESCROW_NFT_SEED, ESCROW_SEED, NFT_BASE_UNITS, NFTS_MAX, nft_address};
use crate::runtime::{Account, Address, Call, Slice, find_program_address, program_address};
use crate::system::{SYSTEM, is_unused, rent_exempt_lamports, require_address};
use crate::token::{
    ASSOCIATED_TOKEN, COIN_DECIMALS, Movement, TOKEN_2022, associated_address, base_units, require_held_by,
};

pub struct Swap<'a> {
    pub user: Account<'a>,
    pub market_account: Account<'a>,
    pub mint: Account<'a>,
    pub user_coins: Account<'a>,
    pub escrow: Account<'a>,
    pub escrow_vault: Account<'a>,
    /// The escrow's account of the NFT; in a capture that mints the NFT, the collection.
    pub origin: Account<'a>,
    pub nft_mint: Account<'a>,
    pub user_nft: Account<'a>,
    pub system: Account<'a>,
    pub token_2022: Account<'a>,
    pub program: &'a Address,
    pub market: Market,
    pub index: [u8; 2],
    pub nft_bump: u8,
}

impl<'a> Swap<'a> {
    /// Accounts:
    /// 0. user `s w`, pays rents and gets them back
    /// 1. market `w`
    /// 2. mint
    /// 3. user's coin account `w`
    /// 4. escrow
    /// 5. escrow vault `w`
    /// 6. see `capture` and `release`, `w`; checked by them
    /// 7. NFT mint `w` (a capture may make it)
    /// 8. user's NFT account `w`; checked by `capture` and `release`
    /// 9. system program
    /// 10. Token-2022
    /// 11. associated token program
    /// 12. this program
    #[inline(never)]
    pub fn open(call: &Call<'a>, index: u16) -> Outcome<Swap<'a>> {
        let [
            user,
            market_account,
            mint,
            user_coins,
            escrow,
            escrow_vault,
            origin,
            nft_mint,
            user_nft,
            system,
            token_2022,
            associated,
            program,
        ] = call.accounts()?;
        let market = Market::load(market_account, call.program)?;
        require_address(mint, &market.mint)?;
        let escrow_bump = [market.escrow_bump];
        let escrow_seeds = [Slice::new(ESCROW_SEED), Slice::new(&market.mint), Slice::new(&escrow_bump)];
        require_address(escrow, &program_address(&escrow_seeds, call.program))?;
        require_address(escrow_vault, &associated_address(escrow.address(), &market.mint)?.0)?;
        let index = index.to_le_bytes();
        let (nft_address, nft_bump) = nft_address(&market.mint, &index, call.program)?;
        require_address(nft_mint, &nft_address)?;
        require_address(system, &SYSTEM)?;
        require_address(token_2022, &TOKEN_2022)?;
        require_address(associated, &ASSOCIATED_TOKEN)?;
        require_address(program, call.program)?;
        require_held_by(user_coins, &market.mint, user.address())?;
        if !is_unused(escrow_vault) {
            require_held_by(escrow_vault, &market.mint, escrow.address())?;
        }
        Ok(Swap {
            user,
            market_account,
            mint,
            user_coins,
            escrow,
            escrow_vault,
            origin,
            nft_mint,
            user_nft,
            system,
            token_2022,
            program: call.program,
            market,
            index,
            nft_bump,
        })
    }

    /// Refuses when the sixth account is not where the escrow keeps this NFT; returns the address's bump. It is a
    /// program address, not an associated account: only a release can make it, and nothing can be sent to it unasked.
    /// NFTs that people send to the escrow would else be captured beside the books.
    pub fn require_escrow_nft(&self) -> Outcome<u8> {
        let seeds = [Slice::new(ESCROW_NFT_SEED), Slice::new(&self.market.mint), Slice::new(&self.index)];
        let (address, bump) = find_program_address(&seeds, self.program)?;
        require_address(self.origin, &address)?;
        Ok(bump)
    }

    /// Coins of the escrow's vault beyond those that are locked for NFTs in circulation: what people sent it unasked.
    /// Neither capture nor release changes it.
    pub fn surplus_base_units(&self) -> Outcome<u64> {
        let held = if is_unused(self.escrow_vault) { 0 } else { base_units(self.escrow_vault)? };
        let locked = mul_div_floor(NFT_BASE_UNITS, self.market.nfts_in_circulation as u64, 1)?;
        held.checked_sub(locked).ok_or(INVARIANT_BROKEN)
    }

    /// Counts the event and stores the books, once they are seen to be possible.
    pub fn store_books(&mut self) -> Outcome<()> {
        let market = &mut self.market;
        if market.nfts_minted > NFTS_MAX || market.nfts_in_circulation > market.nfts_minted {
            return Err(INVARIANT_BROKEN);
        }
        market.advance_sequence()?;
        market.store(self.market_account)
    }

    /// 1,000,000 coins.
    pub fn coins(&self, from: Account<'a>, to: Account<'a>, authority: Account<'a>) -> Movement<'a> {
        Movement { from, to, mint: self.mint, authority, units: NFT_BASE_UNITS, decimals: COIN_DECIMALS }
    }

    /// The one NFT.
    pub fn nft(&self, from: Account<'a>, to: Account<'a>, authority: Account<'a>) -> Movement<'a> {
        Movement { from, to, mint: self.nft_mint, authority, units: 1, decimals: 0 }
    }
}

/// The lamports by which an account of `size` bytes, if it has to be made, falls short of its rent.
pub fn missing_rent(account: Account, size: usize) -> Outcome<u64> {
    if is_unused(account) { Ok(rent_exempt_lamports(size)?.saturating_sub(account.lamports())) } else { Ok(0) }
}
