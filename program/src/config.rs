//! The Config account: who decides, and the terms that launches copy. Its lamports above rent are the treasury's.
use crate::error::{
    CONFIG_OUT_OF_RANGE, NOT_ADMIN, OVERFLOW, Outcome, PAUSED, WRONG_ACCOUNT_OWNER,
};
use crate::payee::may_be_named;
use crate::runtime::{Account, Address, Bytes, Reader, unix_seconds};
use crate::system::{rent_exempt_lamports, require_signer};
use crate::version::{VERSION, mismatch};

pub const SEED: &[u8] = b"config";
pub const SIZE: usize = if cfg!(next_version) { 248 } else { 240 };
pub const TAG: u8 = 1;
/// No key is behind it: it stands for nobody.
pub const NOBODY: Address = [0; 32];
/// How long a pause lasts, and how long after its end none can begin.
pub const PAUSE_SECONDS: i64 = 72 * 3_600;

const LAMPORTS_PER_SOL: u64 = 1_000_000_000;
const SELL_FEE_BPS_MAX: u16 = 500;
const CREATOR_SHARE_BPS_MAX: u16 = 10_000;
const ROYALTY_BPS_MAX: u16 = 1_000;
const MARKET_FEE_BPS_MAX: u16 = 500;
const BOOST_PRICE_LAMPORTS_MAX: u64 = 100 * LAMPORTS_PER_SOL;
const BOOST_SECONDS_MIN: u32 = 60;
const BOOST_SECONDS_MAX: u32 = 2_592_000;
/// Four times the least opening reserve: with less, nothing could be launched.
const GRADUATION_LAMPORTS_MIN: u64 = 4 * LAMPORTS_PER_SOL;
const GRADUATION_LAMPORTS_MAX: u64 = 1_000_000 * LAMPORTS_PER_SOL;

/// What a launch copies into its market, where it never changes again.
#[derive(Clone, Copy)]
pub struct Terms {
    pub graduation_market_cap_lamports: u64,
    pub boost_price_lamports: u64,
    pub boost_seconds: u32,
    pub sell_fee_bps: u16,
    pub creator_share_bps: u16,
    /// Of what an NFT's buyer pays above what its coins bring.
    pub royalty_bps: u16,
    /// Of a sale of an NFT.
    pub market_fee_bps: u16,
}

impl Terms {
    pub const SIZE: usize = 28;

    pub fn parse(data: &mut Reader) -> Outcome<Terms> {
        Ok(Terms {
            graduation_market_cap_lamports: data.u64()?,
            boost_price_lamports: data.u64()?,
            boost_seconds: data.u32()?,
            sell_fee_bps: data.u16()?,
            creator_share_bps: data.u16()?,
            royalty_bps: data.u16()?,
            market_fee_bps: data.u16()?,
        })
    }
    /// As instructions and events carry them, and as they are hashed.
    pub fn put<const N: usize>(&self, bytes: &mut Bytes<N>) -> Outcome<()> {
        bytes.put(&self.graduation_market_cap_lamports.to_le_bytes())?;
        bytes.put(&self.boost_price_lamports.to_le_bytes())?;
        bytes.put(&self.boost_seconds.to_le_bytes())?;
        bytes.put(&self.sell_fee_bps.to_le_bytes())?;
        bytes.put(&self.creator_share_bps.to_le_bytes())?;
        bytes.put(&self.royalty_bps.to_le_bytes())?;
        bytes.put(&self.market_fee_bps.to_le_bytes())
    }
    fn are_in_range(&self) -> bool {
        self.sell_fee_bps <= SELL_FEE_BPS_MAX
            && self.creator_share_bps <= CREATOR_SHARE_BPS_MAX
            && self.royalty_bps <= ROYALTY_BPS_MAX
            && self.market_fee_bps <= MARKET_FEE_BPS_MAX
            && (1..=BOOST_PRICE_LAMPORTS_MAX).contains(&self.boost_price_lamports)
            && (BOOST_SECONDS_MIN..=BOOST_SECONDS_MAX).contains(&self.boost_seconds)
            && (GRADUATION_LAMPORTS_MIN..=GRADUATION_LAMPORTS_MAX).contains(&self.graduation_market_cap_lamports)
    }
}

pub struct Config {
    pub bump: u8,
    pub admin: Address,
    pub treasury: Address,
    pub terms: Terms,
    /// Whom the admin has offered the right; zeros = nobody.
    pub pending_admin: Address,
    /// Who may pause launches and buys; zeros = nobody.
    pub pause_key: Address,
    /// Unix seconds; launches and buys are paused before it. 0 = never were.
    pub paused_until: i64,
    /// Of the last event.
    pub sequence: u64,
}

/// What an admin may change by themselves, besides the treasury: that is an account of the list, so that it is seen
/// whether it can be paid.
pub struct Settings {
    pub pause_key: Address,
    pub terms: Terms,
}

impl Settings {
    pub fn parse(data: &mut Reader) -> Outcome<Settings> {
        Ok(Settings { pause_key: data.address()?, terms: Terms::parse(data)? })
    }

    /// A treasury that can't be paid would keep what has gathered. That the Config is none is asked by its address too:
    /// before it is written, it belongs to nobody.
    pub fn check_range(&self, treasury: Account, config_address: &Address, program: &Address) -> Outcome<()> {
        let can_be_paid = may_be_named(treasury, program) && treasury.address() != config_address;
        if can_be_paid && self.terms.are_in_range() { Ok(()) } else { Err(CONFIG_OUT_OF_RANGE) }
    }
}

impl Config {
    /// The inverse of `store`. Refuses what is not the Config.
    #[inline(never)]
    pub fn load(account: Account, program: &Address) -> Outcome<Config> {
        require_config(account, program)?;
        Ok(Config {
            bump: account.read::<1>(3)?[0],
            admin: account.read(8)?,
            treasury: account.read(40)?,
            terms: Terms {
                boost_seconds: u32::from_le_bytes(account.read(4)?),
                graduation_market_cap_lamports: u64::from_le_bytes(account.read(72)?),
                boost_price_lamports: u64::from_le_bytes(account.read(80)?),
                sell_fee_bps: u16::from_le_bytes(account.read(88)?),
                creator_share_bps: u16::from_le_bytes(account.read(90)?),
                royalty_bps: u16::from_le_bytes(account.read(92)?),
                market_fee_bps: u16::from_le_bytes(account.read(94)?),
            },
            pending_admin: account.read(96)?,
            pause_key: account.read(128)?,
            paused_until: i64::from_le_bytes(account.read(160)?),
            sequence: u64::from_le_bytes(account.read(168)?),
        })
    }

    pub fn store(&self, account: Account) -> Outcome<()> {
        account.write(0, &[TAG, VERSION, 0, self.bump])?;
        account.write(4, &self.terms.boost_seconds.to_le_bytes())?;
        account.write(8, &self.admin)?;
        account.write(40, &self.treasury)?;
        account.write(72, &self.terms.graduation_market_cap_lamports.to_le_bytes())?;
        account.write(80, &self.terms.boost_price_lamports.to_le_bytes())?;
        account.write(88, &self.terms.sell_fee_bps.to_le_bytes())?;
        account.write(90, &self.terms.creator_share_bps.to_le_bytes())?;
        account.write(92, &self.terms.royalty_bps.to_le_bytes())?;
        account.write(94, &self.terms.market_fee_bps.to_le_bytes())?;
        account.write(96, &self.pending_admin)?;
        account.write(128, &self.pause_key)?;
        account.write(160, &self.paused_until.to_le_bytes())?;
        account.write(168, &self.sequence.to_le_bytes())
    }

    /// Counts one event more.
    pub fn advance_sequence(&mut self) -> Outcome<()> {
        self.sequence = self.sequence.checked_add(1).ok_or(OVERFLOW)?;
        Ok(())
    }

    pub fn require_admin(&self, account: Account) -> Outcome<()> {
        require_signer(account)?;
        if *account.address() == self.admin { Ok(()) } else { Err(NOT_ADMIN) }
    }
}

/// Refuses what is not the Config. That it is ours and tagged is enough, without deriving its address: only this
/// program writes into accounts that it owns, and it writes this tag at the derived address alone.
pub fn require_config(account: Account, program: &Address) -> Outcome<()> {
    if !account.is_owned_by(program) {
        return Err(WRONG_ACCOUNT_OWNER);
    }
    if account.size() != SIZE || account.read(0)? != [TAG, VERSION] {
        return Err(mismatch(account, TAG));
    }
    Ok(())
}

/// For launches, buys, and in the market for NFTs what begins or buys a listing or begins an offer. Sells, boosts, swaps,
/// claims, taking back and accepting can't be paused.
pub fn require_not_paused(config: Account) -> Outcome<()> {
    let until = i64::from_le_bytes(config.read(160)?);
    if until != 0 && unix_seconds()? < until { Err(PAUSED) } else { Ok(()) }
}

/// What has gathered in the Config account above its rent, in lamports: the treasury's.
pub fn gathered_lamports(config: Account) -> Outcome<u64> {
    Ok(config.lamports().saturating_sub(rent_exempt_lamports(SIZE)?))
}
