//! The Offer account: SOL that a bidder has locked for any one of some NFTs of a coin. It holds its own rent, the price, and
//! the rent of the account in which the bidder will hold the NFT.
use crate::error::{
    NOT_BIDDER, OFFER_CLOSED, OFFER_EMPTY, Outcome, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER, WRONG_ADDRESS,
};
use crate::market::Market;
use crate::runtime::{Account, Address};
use crate::system::{is_unused, require_signer};

pub const SEED: &[u8] = b"offer";
pub const SIZE: usize = 256;
const TAG: u8 = 5;
const VERSION: u8 = 1;

const EDITIONS_AT: usize = 104;
/// 1,000 bits: number n is bit (n − 1) % 8 of byte (n − 1) / 8.
pub const EDITIONS_SIZE: usize = 125;

pub struct Offer {
    pub bump: u8,
    pub mint: Address,
    pub bidder: Address,
    /// The bidder's own choice, which tells their offers apart.
    pub nonce: u64,
    pub price_lamports: u64,
    /// Unix seconds; from then on nobody can accept.
    pub expires_at: i64,
    pub created_at: i64,
    pub nft_rent_lamports: u64,
}

impl Offer {
    /// Refuses what is not an Offer for this market's NFTs. As with a listing, owner and tag are enough.
    #[inline(never)]
    pub fn load(account: Account, market: &Market, program: &Address) -> Outcome<Offer> {
        if is_unused(account) {
            return Err(OFFER_CLOSED);
        }
        if !account.is_owned_by(program) {
            return Err(WRONG_ACCOUNT_OWNER);
        }
        if account.size() != SIZE || account.read(0)? != [TAG, VERSION] {
            return Err(WRONG_ACCOUNT_KIND);
        }
        let offer = Offer {
            bump: account.read::<1>(2)?[0],
            mint: account.read(8)?,
            bidder: account.read(40)?,
            nonce: u64::from_le_bytes(account.read(72)?),
            price_lamports: u64::from_le_bytes(account.read(80)?),
            expires_at: i64::from_le_bytes(account.read(88)?),
            created_at: i64::from_le_bytes(account.read(96)?),
            nft_rent_lamports: u64::from_le_bytes(account.read(232)?),
        };
        if offer.mint == market.mint { Ok(offer) } else { Err(WRONG_ADDRESS) }
    }

    /// Writes the whole record; this happens once.
    pub fn store_new(&self, account: Account, editions: &[u8; EDITIONS_SIZE]) -> Outcome<()> {
        account.write(0, &[TAG, VERSION, self.bump])?;
        account.write(8, &self.mint)?;
        account.write(40, &self.bidder)?;
        account.write(72, &self.nonce.to_le_bytes())?;
        account.write(80, &self.price_lamports.to_le_bytes())?;
        account.write(88, &self.expires_at.to_le_bytes())?;
        account.write(96, &self.created_at.to_le_bytes())?;
        account.write(EDITIONS_AT, editions)?;
        account.write(232, &self.nft_rent_lamports.to_le_bytes())
    }

    pub fn require_bidder(&self, account: Account) -> Outcome<()> {
        require_signer(account)?;
        if *account.address() == self.bidder { Ok(()) } else { Err(NOT_BIDDER) }
    }
}

/// Refuses an offer for nothing.
pub fn require_some(editions: &[u8; EDITIONS_SIZE]) -> Outcome<()> {
    if *editions == [0; EDITIONS_SIZE] { Err(OFFER_EMPTY) } else { Ok(()) }
}

/// Whether an offer is for the number, 1 to 1,000.
pub fn covers(account: Account, index: u16) -> Outcome<bool> {
    let place = (index - 1) as usize;
    let [byte] = account.read(EDITIONS_AT + place / 8)?;
    Ok((byte >> (place % 8)) & 1 == 1)
}
