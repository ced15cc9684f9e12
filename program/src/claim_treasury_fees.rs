use crate::config::{Config, gathered_lamports};
use crate::config_event::{CLAIM_TREASURY_FEES, ConfigEvent};
use crate::error::{NOTHING_TO_CLAIM, Outcome};
use crate::runtime::{Call, Reader, move_lamports};
use crate::system::require_address;

/// Pays the treasury what has gathered in the Config account above its rent. Nobody has to sign: it can go to the
/// treasury only. Can't be paused. Accounts:
/// 0. config `w`
/// 1. treasury `w`
/// 2. this program
#[inline(never)]
pub fn claim_treasury_fees(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [config_account, treasury, program] = call.accounts()?;
    let mut config = Config::load(config_account, call.program)?;
    require_address(treasury, &config.treasury)?;
    require_address(program, call.program)?;

    let lamports = gathered_lamports(config_account)?;
    if lamports == 0 {
        return Err(NOTHING_TO_CLAIM);
    }
    let event = ConfigEvent { kind: CLAIM_TREASURY_FEES, who: treasury.address(), lamports };
    event.store_and_record(&mut config, config_account, call.program)?;
    move_lamports(config_account, treasury, lamports)
}
