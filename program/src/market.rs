//! The Market account: a coin's books. The account's own lamports are the coin's SOL.
use crate::config::Terms;
use crate::curve::Reserves;
use crate::error::{INVARIANT_BROKEN, OVERFLOW, Outcome, WRONG_ACCOUNT_OWNER};
use crate::guard::Guard;
use crate::runtime::{Account, Address, slot};
use crate::token::base_units;
use crate::version::{VERSION, mismatch};

pub const SEED: &[u8] = b"market";
pub const SIZE: usize = if cfg!(next_version) { 344 } else { 328 };
pub const TAG: u8 = 2;

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
    /// What was really paid in and is not yet paid out; until graduation the reserve in lamports is more by the
    /// opening reserve.
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
    /// The reserve in lamports at launch, which nobody paid.
    pub opening_reserve_lamports: u64,
    /// The surcharges of early buys. Nobody gets them: no instruction moves them.
    pub locked_lamports: u64,
    /// The treasury's, until `collect` moves it to the Config.
    pub treasury_fees_owed_lamports: u64,
    pub guard: Guard,
    /// Of the account that shares the creator's fees; 0 = the creator alone has them.
    pub fee_shares_bump: u8,
}

/// Refuses what is not a Market: as with the Config, the owner and the tag are enough.
#[inline(always)]
pub fn require_market(account: Account, program: &Address) -> Outcome<()> {
    if !account.is_owned_by(program) {
        return Err(WRONG_ACCOUNT_OWNER);
    }
    if account.size() != SIZE || account.read(0)? != [TAG, VERSION] {
        return Err(mismatch(account, TAG));
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
                royalty_bps: u16::from_le_bytes(account.read(252)?),
                market_fee_bps: u16::from_le_bytes(account.read(254)?),
            },
            nfts_minted: u32::from_le_bytes(account.read(160)?),
            nfts_in_circulation: u32::from_le_bytes(account.read(164)?),
            boosted_until: i64::from_le_bytes(account.read(168)?),
            created_at: i64::from_le_bytes(account.read(176)?),
            sequence: u64::from_le_bytes(account.read(184)?),
            opening_reserve_lamports: u64::from_le_bytes(account.read(224)?),
            locked_lamports: u64::from_le_bytes(account.read(232)?),
            treasury_fees_owed_lamports: u64::from_le_bytes(account.read(240)?),
            guard: Guard {
                bps: u16::from_le_bytes(account.read(248)?),
                seconds: u16::from_le_bytes(account.read(250)?),
            },
            fee_shares_bump: account.read::<1>(256)?[0],
        })
    }

    /// Writes the whole record; a launch does this once. What is left out is zeros in a new account.
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
        account.write(224, &self.opening_reserve_lamports.to_le_bytes())?;
        account.write(248, &self.guard.bps.to_le_bytes())?;
        account.write(250, &self.guard.seconds.to_le_bytes())?;
        account.write(252, &self.terms.royalty_bps.to_le_bytes())?;
        account.write(254, &self.terms.market_fee_bps.to_le_bytes())?;
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
        account.write(184, &self.sequence.to_le_bytes())?;
        account.write(232, &self.locked_lamports.to_le_bytes())?;
        account.write(240, &self.treasury_fees_owed_lamports.to_le_bytes())
    }

    /// From now on the creator's fees are shared. Happens once, so `store` leaves it out.
    pub fn store_fee_shares_bump(account: Account, bump: u8) -> Outcome<()> {
        account.write(256, &[bump])
    }

    /// Before the reserves change: remembers those with which this slot began, once in a slot.
    #[inline(always)]
    pub fn remember_slot_start(account: Account, reserves: &Reserves) -> Outcome<()> {
        let slot = slot()?.to_le_bytes();
        if account.read::<8>(264)? == slot {
            return Ok(());
        }
        account.write(264, &slot)?;
        account.write(272, &reserves.lamports.to_le_bytes())?;
        account.write(280, &reserves.base_units.to_le_bytes())
    }

    /// The reserves with which this slot began: where nothing is remembered of it, they have not changed since.
    pub fn slot_start(&self, account: Account) -> Outcome<Reserves> {
        if account.read::<8>(264)? != slot()?.to_le_bytes() {
            return Ok(self.reserves);
        }
        Ok(Reserves {
            lamports: u64::from_le_bytes(account.read(272)?),
            base_units: u64::from_le_bytes(account.read(280)?),
        })
    }

    /// Counts one event more.
    pub fn advance_sequence(&mut self) -> Outcome<()> {
        self.sequence = self.sequence.checked_add(1).ok_or(OVERFLOW)?;
        Ok(())
    }

    /// The account's lamports beyond what the books promise to others or have locked: its rent, and what people sent
    /// it unasked. No instruction may lower it, so it is never below the rent that the launch paid.
    pub fn surplus_lamports(&self, account: Account) -> Outcome<u64> {
        let fees = self.creator_fees_owed_lamports.checked_add(self.treasury_fees_owed_lamports);
        let kept = self.real_lamports.checked_add(self.locked_lamports);
        let booked = fees.zip(kept).and_then(|(fees, kept)| fees.checked_add(kept)).ok_or(INVARIANT_BROKEN)?;
        account.lamports().checked_sub(booked).ok_or(INVARIANT_BROKEN)
    }

    /// After the money has moved: nothing of the surplus has gone, and the vault holds what the curve sells.
    pub fn check_books(&self, account: Account, vault: Account, surplus_before: u64) -> Outcome<()> {
        if self.surplus_lamports(account)? < surplus_before || base_units(vault)? < self.reserves.base_units {
            return Err(INVARIANT_BROKEN);
        }
        Ok(())
    }
}
