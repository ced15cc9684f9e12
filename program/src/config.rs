//! The Config account: who decides, and the terms that launches copy. Its lamports above rent are the treasury's.
use crate::error::{CONFIG_OUT_OF_RANGE, Outcome, PAUSED, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER};
use crate::runtime::{Account, Address, Reader};

pub const SEED: &[u8] = b"config";
pub const SIZE: usize = 128;
const TAG: u8 = 1;
const VERSION: u8 = 1;

const LAMPORTS_PER_SOL: u64 = 1_000_000_000;
const SELL_FEE_BPS_MAX: u16 = 500;
const CREATOR_SHARE_BPS_MAX: u16 = 10_000;
const BOOST_PRICE_LAMPORTS_MAX: u64 = 100 * LAMPORTS_PER_SOL;
const BOOST_SECONDS_MIN: u32 = 60;
const BOOST_SECONDS_MAX: u32 = 2_592_000;
const GRADUATION_LAMPORTS_MIN: u64 = 2 * LAMPORTS_PER_SOL;
const GRADUATION_LAMPORTS_MAX: u64 = 1_000_000 * LAMPORTS_PER_SOL;

/// What a launch copies into its market, where it never changes again.
#[derive(Clone, Copy)]
pub struct Terms {
    pub graduation_market_cap_lamports: u64,
    pub boost_price_lamports: u64,
    pub boost_seconds: u32,
    pub sell_fee_bps: u16,
    pub creator_share_bps: u16,
}

impl Terms {
    fn parse(data: &mut Reader) -> Outcome<Terms> {
        Ok(Terms {
            graduation_market_cap_lamports: data.u64()?,
            boost_price_lamports: data.u64()?,
            boost_seconds: data.u32()?,
            sell_fee_bps: data.u16()?,
            creator_share_bps: data.u16()?,
        })
    }
    fn are_in_range(&self) -> bool {
        self.sell_fee_bps <= SELL_FEE_BPS_MAX
            && self.creator_share_bps <= CREATOR_SHARE_BPS_MAX
            && (1..=BOOST_PRICE_LAMPORTS_MAX).contains(&self.boost_price_lamports)
            && (BOOST_SECONDS_MIN..=BOOST_SECONDS_MAX).contains(&self.boost_seconds)
            && (GRADUATION_LAMPORTS_MIN..=GRADUATION_LAMPORTS_MAX).contains(&self.graduation_market_cap_lamports)
    }
}

pub struct Config {
    pub paused: bool,
    pub bump: u8,
    pub admin: Address,
    pub treasury: Address,
    pub terms: Terms,
}

impl Config {
    /// Admin, treasury and terms as initializeConfig and updateConfig carry them; not paused, bump to be set.
    pub fn parse(data: &mut Reader) -> Outcome<Config> {
        Ok(Config {
            paused: false,
            bump: 0,
            admin: data.address()?,
            treasury: data.address()?,
            terms: Terms::parse(data)?,
        })
    }

    /// A treasury at the Config's own address could never be paid, and nobody holds the key of the zero address.
    pub fn check_range(&self, own_address: &Address) -> Outcome<()> {
        let known = self.admin != [0; 32] && self.treasury != [0; 32] && self.treasury != *own_address;
        if known && self.terms.are_in_range() { Ok(()) } else { Err(CONFIG_OUT_OF_RANGE) }
    }

    /// The inverse of `store`. Refuses what is not the Config.
    pub fn load(account: Account, program: &Address) -> Outcome<Config> {
        require_config(account, program)?;
        let [_, _, paused, bump] = account.read(0)?;
        Ok(Config {
            paused: paused != 0,
            bump,
            admin: account.read(8)?,
            treasury: account.read(40)?,
            terms: Terms {
                boost_seconds: u32::from_le_bytes(account.read(4)?),
                graduation_market_cap_lamports: u64::from_le_bytes(account.read(72)?),
                boost_price_lamports: u64::from_le_bytes(account.read(80)?),
                sell_fee_bps: u16::from_le_bytes(account.read(88)?),
                creator_share_bps: u16::from_le_bytes(account.read(90)?),
            },
        })
    }

    pub fn store(&self, account: Account) -> Outcome<()> {
        account.write(0, &[TAG, VERSION, self.paused as u8, self.bump])?;
        account.write(4, &self.terms.boost_seconds.to_le_bytes())?;
        account.write(8, &self.admin)?;
        account.write(40, &self.treasury)?;
        account.write(72, &self.terms.graduation_market_cap_lamports.to_le_bytes())?;
        account.write(80, &self.terms.boost_price_lamports.to_le_bytes())?;
        account.write(88, &self.terms.sell_fee_bps.to_le_bytes())?;
        account.write(90, &self.terms.creator_share_bps.to_le_bytes())
    }
}

/// Refuses what is not the Config. That it is ours and tagged is enough, without deriving its address: only this
/// program writes into accounts that it owns, and it writes this tag at the derived address alone.
pub fn require_config(account: Account, program: &Address) -> Outcome<()> {
    if !account.is_owned_by(program) {
        return Err(WRONG_ACCOUNT_OWNER);
    }
    if account.size() != SIZE || account.read(0)? != [TAG, VERSION] {
        return Err(WRONG_ACCOUNT_KIND);
    }
    Ok(())
}

/// For launches and buys. Sells, boosts and claims can't be paused.
pub fn require_not_paused(config: Account) -> Outcome<()> {
    if config.read(2)? == [0] { Ok(()) } else { Err(PAUSED) }
}
