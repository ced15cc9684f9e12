use crate::config::{self, Config};
use crate::config_event::{self, ConfigEvent};
use crate::error::{Outcome, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER};
use crate::market::{self, Market};
use crate::runtime::{Account, Call, Reader, unix_seconds};
use crate::system::{SYSTEM, rent_exempt_lamports, require_address, require_signer, sum, transfer};

/// Makes version 2 of an account of version 1. Anybody may; nothing but the version changes for anybody. Where somebody was
/// faster, nothing is changed nor paid: what was prepared to follow a migration goes through. Accounts:
/// 0. payer `s w`, pays the rent of what is added
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

    if market::is_version_1(account) {
        let promised = sum(u64::from_le_bytes(account.read(120)?), u64::from_le_bytes(account.read(128)?))?;
        grow(payer, account, market::SIZE, promised)?;
        Market::upgrade(account)
    } else if config::is_version_1(account) {
        grow(payer, account, config::SIZE, 0)?;
        Config::upgrade(account, unix_seconds()?)?;
        let mut config = Config::load(account, call.program)?;
        let event = ConfigEvent { kind: config_event::MIGRATE, who: payer.address(), lamports: 0 };
        event.store_and_record(&mut config, account, call.program)
    } else if account.read(0)? == [market::TAG, 2] || account.read(0)? == [config::TAG, 2] {
        Ok(())
    } else {
        Err(WRONG_ACCOUNT_KIND)
    }
}

/// The payer pays what the new size costs more than the old one, whatever else the account holds: that is not ours to
/// spend. More where the account would else be short of its rent and what its books promise.
#[inline(never)]
fn grow(payer: Account, account: Account, size: usize, promised: u64) -> Outcome<()> {
    let rent = rent_exempt_lamports(size)?;
    let growth = rent.saturating_sub(rent_exempt_lamports(account.size())?);
    let shortfall = sum(rent, promised)?.saturating_sub(account.lamports());
    transfer(payer, account, growth.max(shortfall))?;
    account.grow(size)
}
