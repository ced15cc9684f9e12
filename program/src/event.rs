//! The record that an instruction leaves in the transaction's logs, so that an index never has to read an account.
use crate::error::Outcome;
use crate::market::Market;
use crate::runtime::{Address, Bytes, log_record};

/// An event's kind is its instruction's tag.
pub const LAUNCH: u8 = 2;
pub const BUY: u8 = 3;
pub const SELL: u8 = 4;
pub const BOOST: u8 = 7;
pub const CLAIM_CREATOR_FEES: u8 = 8;
const VERSION: u8 = 1;
const FLAG_GRADUATED: u8 = 1;

pub const SIZE: usize = 152;

pub struct Event<'a> {
    pub kind: u8,
    pub graduated_now: bool,
    pub who: &'a Address,
    pub lamports: u64,
    pub base_units: u64,
    pub fee_lamports: u64,
    pub creator_fee_lamports: u64,
    pub burned_base_units: u64,
    pub unix_seconds: i64,
}

impl Event<'_> {
    /// Writes the record's fixed part, with the market as it is now.
    #[inline(always)]
    pub fn write<const N: usize>(&self, market: &Market, record: &mut Bytes<N>) -> Outcome<()> {
        let flags = if self.graduated_now { FLAG_GRADUATED } else { 0 };
        record.put(&[self.kind, VERSION, flags, 0])?;
        record.put(&0u32.to_le_bytes())?; // NFT index
        record.put(&market.sequence.to_le_bytes())?;
        record.put(&market.mint)?;
        record.put(self.who)?;
        record.put(&self.lamports.to_le_bytes())?;
        record.put(&self.base_units.to_le_bytes())?;
        record.put(&self.fee_lamports.to_le_bytes())?;
        record.put(&self.creator_fee_lamports.to_le_bytes())?;
        record.put(&market.reserves.lamports.to_le_bytes())?;
        record.put(&market.reserves.base_units.to_le_bytes())?;
        record.put(&market.real_lamports.to_le_bytes())?;
        record.put(&self.burned_base_units.to_le_bytes())?;
        record.put(&self.unix_seconds.to_le_bytes())
    }

    #[inline(always)]
    pub fn log(&self, market: &Market) -> Outcome<()> {
        let mut record = Bytes::<SIZE>::new();
        self.write(market, &mut record)?;
        log_record(record.as_slice());
        Ok(())
    }
}
