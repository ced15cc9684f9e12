use crate::config::{self, Config};
use crate::error::{NOTHING_TO_CLAIM, Outcome};
use crate::runtime::{Call, Reader, move_lamports};
use crate::system::{rent_exempt_lamports, require_address};

/// Pays the treasury what has gathered in the Config account above its rent. Nobody has to sign: it can go to the
/// treasury only. Can't be paused. Accounts:
/// 0. config `w`
/// 1. treasury `w`
#[inline(never)]
pub fn claim_treasury_fees(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [config_account, treasury] = call.accounts()?;
    let config = Config::load(config_account, call.program)?;
    require_address(treasury, &config.treasury)?;

    let gathered = config_account.lamports().saturating_sub(rent_exempt_lamports(config::SIZE)?);
    if gathered == 0 {
        return Err(NOTHING_TO_CLAIM);
    }
    move_lamports(config_account, treasury, gathered)
}
