//! The Listing account: one NFT of which its owner has said what it costs and until when. The NFT lies in a token account
//! of its own, at a program address too, which the Listing's address holds.
use crate::error::{
    INVARIANT_BROKEN, NOT_LISTED, NOT_SELLER, Outcome, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER, WRONG_ADDRESS,
};
use crate::event::{self, Event, Route};
use crate::market::Market;
use crate::runtime::{Account, Address, Slice, program_address};
use crate::system::{is_unused, require_address, require_signer};
use crate::token::{Movement, base_units, close};

pub const SEED: &[u8] = b"listing";
pub const LISTED_NFT_SEED: &[u8] = b"listed_nft";
pub const SIZE: usize = 160;
const TAG: u8 = 4;
const VERSION: u8 = 1;

pub struct Listing {
    pub bump: u8,
    /// Of the account in which the NFT lies.
    pub listed_nft_bump: u8,
    pub index: u16,
    pub mint: Address,
    pub nft_mint: Address,
    pub seller: Address,
    pub price_lamports: u64,
    /// Unix seconds; from then on nobody can buy.
    pub expires_at: i64,
    pub created_at: i64,
}

impl Listing {
    /// Refuses what is not a Listing of this market's. As with a market, owner and tag are enough: this program alone
    /// writes into accounts that it owns, and it writes this tag at derived addresses alone.
    #[inline(never)]
    pub fn load(account: Account, market: &Market, program: &Address) -> Outcome<Listing> {
        if is_unused(account) {
            return Err(NOT_LISTED);
        }
        if !account.is_owned_by(program) {
            return Err(WRONG_ACCOUNT_OWNER);
        }
        if account.size() != SIZE || account.read(0)? != [TAG, VERSION] {
            return Err(WRONG_ACCOUNT_KIND);
        }
        let [bump, listed_nft_bump] = account.read(2)?;
        let listing = Listing {
            bump,
            listed_nft_bump,
            index: u16::from_le_bytes(account.read(4)?),
            mint: account.read(8)?,
            nft_mint: account.read(40)?,
            seller: account.read(72)?,
            price_lamports: u64::from_le_bytes(account.read(104)?),
            expires_at: i64::from_le_bytes(account.read(112)?),
            created_at: i64::from_le_bytes(account.read(120)?),
        };
        if listing.mint == market.mint { Ok(listing) } else { Err(WRONG_ADDRESS) }
    }

    pub fn store(&self, account: Account) -> Outcome<()> {
        account.write(0, &[TAG, VERSION, self.bump, self.listed_nft_bump])?;
        account.write(4, &self.index.to_le_bytes())?;
        account.write(8, &self.mint)?;
        account.write(40, &self.nft_mint)?;
        account.write(72, &self.seller)?;
        account.write(104, &self.price_lamports.to_le_bytes())?;
        account.write(112, &self.expires_at.to_le_bytes())?;
        account.write(120, &self.created_at.to_le_bytes())
    }

    pub fn require_seller(&self, account: Account) -> Outcome<()> {
        require_signer(account)?;
        if *account.address() == self.seller { Ok(()) } else { Err(NOT_SELLER) }
    }

    /// The event of a listing that is new or has changed.
    pub fn record_asked(&self, kind: u8, market: &Market, route: &Route) -> Outcome<()> {
        let event = Event { nft_index: self.index, lamports: self.price_lamports, ..Event::of(kind, &self.seller) };
        event.record_with::<{ 1 + event::SIZE + 8 }>(market, route, &self.expires_at.to_le_bytes())
    }
}

/// A listing with its NFT.
pub struct Listed<'a> {
    pub listing: Listing,
    pub account: Account<'a>,
    pub nft_account: Account<'a>,
    pub nft_mint: Account<'a>,
}

impl<'a> Listed<'a> {
    /// Refuses any other accounts than the listing, the one in which its NFT lies, and the NFT's mint.
    #[inline(never)]
    pub fn open(accounts: [Account<'a>; 3], market: &Market, program: &Address) -> Outcome<Listed<'a>> {
        let [account, nft_account, nft_mint] = accounts;
        let listing = Listing::load(account, market, program)?;
        let bump = [listing.listed_nft_bump];
        let seeds = [Slice::new(LISTED_NFT_SEED), Slice::new(&listing.nft_mint), Slice::new(&bump)];
        require_address(nft_account, &program_address(&seeds, program))?;
        require_address(nft_mint, &listing.nft_mint)?;
        Ok(Listed { listing, account, nft_account, nft_mint })
    }

    /// Gives the NFT to the account, and the rent of where it lay to the seller.
    #[inline(never)]
    pub fn hand_over(&self, to: Account<'a>, seller: Account<'a>) -> Outcome<()> {
        let bump = [self.listing.bump];
        let seeds = [Slice::new(SEED), Slice::new(&self.listing.nft_mint), Slice::new(&bump)];
        let nft = Movement {
            from: self.nft_account,
            to,
            mint: self.nft_mint,
            authority: self.account,
            units: 1,
            decimals: 0,
        };
        nft.make(&seeds)?;
        close(self.nft_account, seller, self.account, &seeds)?;
        if base_units(to)? == 1 { Ok(()) } else { Err(INVARIANT_BROKEN) }
    }
}
