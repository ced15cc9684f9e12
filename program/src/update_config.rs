use crate::config::Config;
use crate::error::{CONFIG_OUT_OF_RANGE, NOT_ADMIN, Outcome};
use crate::runtime::{Call, Reader};
use crate::system::require_signer;

/// Changes the terms of future launches, the treasury, the admin, and whether launches and buys are paused. Markets
/// that exist keep their terms. Accounts:
/// 0. admin `s`
/// 1. config `w`
#[inline(never)]
pub fn update_config(call: &Call, data: &mut Reader) -> Outcome<()> {
    let mut next = Config::parse(data)?;
    let paused = data.u8()?;
    data.end()?;
    let [admin, config_account] = call.accounts()?;
    let config = Config::load(config_account, call.program)?;

    require_signer(admin)?;
    if *admin.address() != config.admin {
        return Err(NOT_ADMIN);
    }
    next.check_range(config_account.address())?;
    if paused > 1 {
        return Err(CONFIG_OUT_OF_RANGE);
    }

    next.paused = paused == 1;
    next.bump = config.bump;
    next.store(config_account)
}
