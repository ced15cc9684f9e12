use crate::config::{self, Config};
use crate::config_event::{self, ConfigEvent};
use crate::error::{Outcome, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER};
use crate::market;
use crate::runtime::{Account, Call, Reader};
use crate::system::{SYSTEM, rent_exempt_lamports, require_address, require_signer, sum, transfer};
use crate::version::VERSION;

/// Brings an account of an earlier version to this one. There is none before version 2. Anybody may migrate. An account
/// of this version stays as it is, and the payer pays nothing: a transaction that migrates first succeeds although
/// somebody else was faster. Accounts:
/// 0. payer `s w`, pays the rent of the added bytes
/// 1. Config or Market `w`
/// 2. system program
/// 3. this program
#[inline(never)]
pub fn migrate(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [payer, account, system, program] = call.accounts()?;
    if !account.is_owned_by(call.program) {
        return Err(WRONG_ACCOUNT_OWNER);
    }
    require_address(system, &SYSTEM)?;
    require_address(program, call.program)?;
    require_signer(payer)?;

    match account.read(0)? {
        [market::TAG, 2] if cfg!(next_version) => upgrade(payer, account, market::SIZE, booked_lamports(account)?),
        [config::TAG, 2] if cfg!(next_version) => {
            upgrade(payer, account, config::SIZE, 0)?;
            let mut config = Config::load(account, call.program)?;
            let event = ConfigEvent { kind: config_event::MIGRATE, who: payer.address(), lamports: 0 };
            event.store_and_record(&mut config, account, call.program)
        }
        [market::TAG | config::TAG, VERSION] => Ok(()),
        _ => Err(WRONG_ACCOUNT_KIND),
    }
}

/// Writes the version into the account and into the first of the added bytes.
fn upgrade(payer: Account, account: Account, size: usize, booked: u64) -> Outcome<()> {
    let size_before = account.size();
    grow(payer, account, size, booked)?;
    account.write(1, &[VERSION])?;
    account.write(size_before, &[VERSION])
}

/// The lamports that a Market's books promise to others or have locked.
fn booked_lamports(market: Account) -> Outcome<u64> {
    let [real, creator, locked, treasury] = [120, 128, 232, 240].map(|offset| market.read(offset));
    let paid = sum(u64::from_le_bytes(real?), u64::from_le_bytes(creator?))?;
    sum(paid, sum(u64::from_le_bytes(locked?), u64::from_le_bytes(treasury?))?)
}

/// The payer pays the difference of the two sizes' rents, however much the account holds beyond its own: those lamports
/// are not ours to spend. The payer pays more where the account would else hold less than its rent and its books.
#[inline(never)]
fn grow(payer: Account, account: Account, size: usize, booked: u64) -> Outcome<()> {
    let rent = rent_exempt_lamports(size)?;
    let growth = rent.saturating_sub(rent_exempt_lamports(account.size())?);
    let shortfall = sum(rent, booked)?.saturating_sub(account.lamports());
    transfer(payer, account, growth.max(shortfall))?;
    account.grow(size)
}
