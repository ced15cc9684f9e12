//! The Market account: a coin's books. The account's own lamports are the coin's SOL.
use crate::config::Terms;
use crate::curve::Reserves;
use crate::error::{INVARIANT_BROKEN, OVERFLOW, Outcome, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER};
use crate::runtime::{Account, Address};
use crate::token::base_units;

pub const SEED: &[u8] = b"market";
pub const SIZE: usize = 224;
const TAG: u8 = 2;
const VERSION: u8 = 1;

pub struct Market {
    pub graduated: bool,
    pub bump: u8,
    pub escrow_bump: u8,
    pub collection_bump: u8,
    pub mint: Address,
    pub creator: Address,
    pub collection: Address,
    pub vault: Address,
    pub reserves: Reserves,
    /// What was really paid in and is not yet paid out; the reserve in lamports is 1 SOL more until graduation.
    pub real_lamports: u64,
    pub creator_fees_owed_lamports: u64,
    pub terms: Terms,
    pub nfts_minted: u32,
    /// Minted and not given back: the escrow's vault holds 1,000,000 coins for each.
    pub nfts_in_circulation: u32,
    pub boosted_until: i64,
    pub created_at: i64,
    /// Of the last event.
    pub sequence: u64,
}

/// Refuses what is not a Market: as with the Config, the owner and the tag are enough.
#[inline(always)]
pub fn require_market(account: Account, program: &Address) -> Outcome<()> {
    if !account.is_owned_by(program) {
        return Err(WRONG_ACCOUNT_OWNER);
    }
    if account.size() != SIZE || account.read(0)? != [TAG, VERSION] {
        return Err(WRONG_ACCOUNT_KIND);
    }
    Ok(())
}

impl Market {
    /// The inverse of `store`.
    #[inline(never)]
    pub fn load(account: Account, program: &Address) -> Outcome<Market> {
        require_market(account, program)?;
        let [status, bump, escrow_bump, collection_bump] = account.read(2)?;
        Ok(Market {
            graduated: status != 0,
            bump,
            escrow_bump,
            collection_bump,
            mint: account.read(8)?,
            creator: account.read(40)?,
            collection: account.read(72)?,
            vault: account.read(192)?,
            reserves: Reserves {
                lamports: u64::from_le_bytes(account.read(104)?),
                base_units: u64::from_le_bytes(account.read(112)?),
            },
            real_lamports: u64::from_le_bytes(account.read(120)?),
            creator_fees_owed_lamports: u64::from_le_bytes(account.read(128)?),
            terms: Terms {
                sell_fee_bps: u16::from_le_bytes(account.read(6)?),
                graduation_market_cap_lamports: u64::from_le_bytes(account.read(136)?),
                boost_price_lamports: u64::from_le_bytes(account.read(144)?),
                boost_seconds: u32::from_le_bytes(account.read(152)?),
                creator_share_bps: u16::from_le_bytes(account.read(156)?),
            },
            nfts_minted: u32::from_le_bytes(account.read(160)?),
            nfts_in_circulation: u32::from_le_bytes(account.read(164)?),
            boosted_until: i64::from_le_bytes(account.read(168)?),
            created_at: i64::from_le_bytes(account.read(176)?),
            sequence: u64::from_le_bytes(account.read(184)?),
        })
    }

    /// Writes the whole record; a launch does this once.
    pub fn store_new(&self, account: Account) -> Outcome<()> {
        account.write(0, &[TAG, VERSION])?;
        account.write(3, &[self.bump, self.escrow_bump, self.collection_bump])?;
        account.write(6, &self.terms.sell_fee_bps.to_le_bytes())?;
        account.write(8, &self.mint)?;
        account.write(40, &self.creator)?;
        account.write(72, &self.collection)?;
        account.write(136, &self.terms.graduation_market_cap_lamports.to_le_bytes())?;
        account.write(144, &self.terms.boost_price_lamports.to_le_bytes())?;
        account.write(152, &self.terms.boost_seconds.to_le_bytes())?;
        account.write(156, &self.terms.creator_share_bps.to_le_bytes())?;
        account.write(176, &self.created_at.to_le_bytes())?;
        account.write(192, &self.vault)?;
        self.store(account)
    }

    /// Writes what changes after the launch.
    #[inline(always)]
    pub fn store(&self, account: Account) -> Outcome<()> {
        account.write(2, &[self.graduated as u8])?;
        account.write(104, &self.reserves.lamports.to_le_bytes())?;
        account.write(112, &self.reserves.base_units.to_le_bytes())?;
        account.write(120, &self.real_lamports.to_le_bytes())?;
        account.write(128, &self.creator_fees_owed_lamports.to_le_bytes())?;
        account.write(160, &self.nfts_minted.to_le_bytes())?;
        account.write(164, &self.nfts_in_circulation.to_le_bytes())?;
        account.write(168, &self.boosted_until.to_le_bytes())?;
        account.write(184, &self.sequence.to_le_bytes())
    }

    /// Counts one event more.
    pub fn advance_sequence(&mut self) -> Outcome<()> {
        self.sequence = self.sequence.checked_add(1).ok_or(OVERFLOW)?;
        Ok(())
    }

    /// The account's lamports beyond what the books promise to others: its rent, and what people sent it unasked.
    /// No instruction may lower it, so it is never below the rent that the launch paid.
    pub fn surplus_lamports(&self, account: Account) -> Outcome<u64> {
        let promised = self.real_lamports.checked_add(self.creator_fees_owed_lamports).ok_or(INVARIANT_BROKEN)?;
        account.lamports().checked_sub(promised).ok_or(INVARIANT_BROKEN)
    }

    /// After the money has moved: nothing of the surplus has gone, and the vault holds what the curve sells.
    pub fn check_books(&self, account: Account, vault: Account, surplus_before: u64) -> Outcome<()> {
        if self.surplus_lamports(account)? < surplus_before || base_units(vault)? < self.reserves.base_units {
            return Err(INVARIANT_BROKEN);
        }
        Ok(())
    }
}
