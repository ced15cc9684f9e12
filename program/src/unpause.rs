use crate::config::Config;
use crate::config_event::{ConfigEvent, UNPAUSE};
use crate::error::{NOT_PAUSE_KEY, NOT_PAUSED, Outcome};
use crate::runtime::{Call, Reader, unix_seconds};
use crate::system::{require_address, require_signer};

/// Ends a pause before its time. Refused where there is none: it would put off when the next can begin. Accounts:
/// 0. pause key or admin `s`
/// 1. config `w`
/// 2. this program
#[inline(never)]
pub fn unpause(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [who, config_account, program] = call.accounts()?;
    let mut config = Config::load(config_account, call.program)?;
    require_address(program, call.program)?;

    require_signer(who)?;
    if *who.address() != config.pause_key && *who.address() != config.admin {
        return Err(NOT_PAUSE_KEY);
    }
    let now = unix_seconds()?;
    if now >= config.paused_until {
        return Err(NOT_PAUSED);
    }

    config.paused_until = now;
    let event = ConfigEvent { kind: UNPAUSE, who: who.address(), lamports: 0 };
    event.store_and_record(&mut config, config_account, call.program)
}
