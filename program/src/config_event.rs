//! What the holders of the program's keys did, as a record like those of `event.rs`, but signed by the Config: who did
//! it, and the whole Config afterwards.
use crate::config::{self, Config, Terms};
use crate::error::Outcome;
use crate::event;
use crate::runtime::{Account, Address, Bytes, Slice, invoke, signs, unix_seconds};

/// An event's kind is its instruction's tag.
pub const INITIALIZE_CONFIG: u8 = 0;
pub const UPDATE_CONFIG: u8 = 1;
pub const CLAIM_TREASURY_FEES: u8 = 9;
pub const MIGRATE: u8 = 11;
pub const OFFER_ADMIN: u8 = 13;
pub const ACCEPT_ADMIN: u8 = 14;
pub const PAUSE: u8 = 15;
pub const UNPAUSE: u8 = 16;
const VERSION: u8 = 2;

const SIZE: usize = 200 + Terms::SIZE;

pub struct ConfigEvent<'a> {
    pub kind: u8,
    pub who: &'a Address,
    /// What the treasury was paid.
    pub lamports: u64,
}

impl ConfigEvent<'_> {
    /// Counts the event, stores the Config as it is now, and records both. To be called before lamports are moved by
    /// hand (see `Event::record`).
    #[inline(never)]
    pub fn store_and_record(&self, config: &mut Config, account: Account, program: &Address) -> Outcome<()> {
        config.advance_sequence()?;
        config.store(account)?;
        let mut data = Bytes::<{ 1 + SIZE }>::new();
        data.put(&[event::TAG, self.kind, VERSION, 0, 0, 0, 0, 0, 0])?;
        data.put(&config.sequence.to_le_bytes())?;
        data.put(self.who)?;
        data.put(&self.lamports.to_le_bytes())?;
        data.put(&unix_seconds()?.to_le_bytes())?;
        data.put(&config.admin)?;
        data.put(&config.pending_admin)?;
        data.put(&config.treasury)?;
        data.put(&config.pause_key)?;
        data.put(&config.paused_until.to_le_bytes())?;
        config.terms.put(&mut data)?;
        let bump = [config.bump];
        let seeds = [Slice::new(config::SEED), Slice::new(&bump)];
        invoke(program, &[signs(account)], data.as_slice(), &seeds)
    }
}
