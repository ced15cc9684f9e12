//! What happened, as a record that the program sends to itself: the transaction keeps it among its inner instructions,
//! whole, where logs are cut off after 10,000 bytes. An index never has to read an account.
use crate::error::Outcome;
use crate::market::{self, Market};
use crate::runtime::{Account, Address, Bytes, Slice, invoke, signs, unix_seconds};

/// The tag of the call that carries a record (see `record_event.rs`).
pub const TAG: u8 = 255;

/// An event's kind is its instruction's tag.
pub const LAUNCH: u8 = 2;
pub const BUY: u8 = 3;
pub const SELL: u8 = 4;
pub const CAPTURE: u8 = 5;
pub const RELEASE: u8 = 6;
pub const BOOST: u8 = 7;
pub const CLAIM_CREATOR_FEES: u8 = 8;
pub const COLLECT: u8 = 12;
pub const SET_FEE_SHARES: u8 = 17;
pub const DRAW_FEE_SHARE: u8 = 18;
pub const OFFER_FEE_SHARES: u8 = 19;
pub const ACCEPT_FEE_SHARES: u8 = 20;
pub const LIST: u8 = 30;
pub const UPDATE_LISTING: u8 = 31;
pub const CANCEL_LISTING: u8 = 32;
pub const BUY_LISTING: u8 = 33;
pub const OFFER: u8 = 34;
pub const CANCEL_OFFER: u8 = 35;
pub const ACCEPT_OFFER: u8 = 36;
const VERSION: u8 = 2;

/// This buy graduated the market.
pub const FLAG_GRADUATED: u8 = 1;
/// This capture minted its NFT.
pub const FLAG_MINTED: u8 = 2;

pub const SIZE: usize = 152;

pub struct Event<'a> {
    pub kind: u8,
    pub flags: u8,
    pub nft_index: u16,
    pub who: &'a Address,
    pub lamports: u64,
    pub base_units: u64,
    pub fee_lamports: u64,
    pub creator_fee_lamports: u64,
    pub burned_base_units: u64,
}

/// The market's account, which signs, and this program, which is called.
pub struct Route<'a> {
    pub account: Account<'a>,
    pub program: &'a Address,
}

impl<'a> Event<'a> {
    /// Zeros in all else.
    #[inline(always)]
    pub fn of(kind: u8, who: &'a Address) -> Self {
        Event {
            kind,
            flags: 0,
            nft_index: 0,
            who,
            lamports: 0,
            base_units: 0,
            fee_lamports: 0,
            creator_fee_lamports: 0,
            burned_base_units: 0,
        }
    }

    /// Records it with the market as it is now. To be called before lamports are moved by hand: a call makes the
    /// runtime add up what this program changed, and the other side of such a movement is not among the callee's
    /// accounts.
    pub fn record(&self, market: &Market, account: Account, program: &Address) -> Outcome<()> {
        self.record_with::<{ 1 + SIZE }>(market, &Route { account, program }, &[])
    }

    /// The same with further bytes behind the record.
    #[inline(never)]
    pub fn record_with<const N: usize>(&self, market: &Market, route: &Route, more: &[u8]) -> Outcome<()> {
        let mut data = Bytes::<N>::new();
        data.put(&[TAG])?;
        self.write(market, &mut data)?;
        data.put_slice(more)?;
        let bump = [market.bump];
        let seeds = [Slice::new(market::SEED), Slice::new(&market.mint), Slice::new(&bump)];
        invoke(route.program, &[signs(route.account)], data.as_slice(), &seeds)
    }

    #[inline(always)]
    fn write<const N: usize>(&self, market: &Market, data: &mut Bytes<N>) -> Outcome<()> {
        data.put(&[self.kind, VERSION, self.flags, 0])?;
        data.put(&(self.nft_index as u32).to_le_bytes())?;
        data.put(&market.sequence.to_le_bytes())?;
        data.put(&market.mint)?;
        data.put(self.who)?;
        data.put(&self.lamports.to_le_bytes())?;
        data.put(&self.base_units.to_le_bytes())?;
        data.put(&self.fee_lamports.to_le_bytes())?;
        data.put(&self.creator_fee_lamports.to_le_bytes())?;
        data.put(&market.reserves.lamports.to_le_bytes())?;
        data.put(&market.reserves.base_units.to_le_bytes())?;
        data.put(&market.real_lamports.to_le_bytes())?;
        data.put(&self.burned_base_units.to_le_bytes())?;
        data.put(&unix_seconds()?.to_le_bytes())
    }
}
