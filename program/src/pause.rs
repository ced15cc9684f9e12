use crate::config::{Config, PAUSE_SECONDS};
use crate::config_event::{ConfigEvent, PAUSE};
use crate::error::{NOT_PAUSE_KEY, OVERFLOW, Outcome, PAUSE_TOO_SOON};
use crate::runtime::{Call, Reader, unix_seconds};
use crate::system::{require_address, require_signer};

/// Stops launches and buys for 72 hours; never sells, swaps, boosts or claims. It ends by itself, and so that pauses
/// can't be strung together, no other begins for 72 hours after. Accounts:
/// 0. pause key `s`
/// 1. config `w`
/// 2. this program
#[inline(never)]
pub fn pause(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [pause_key, config_account, program] = call.accounts()?;
    let mut config = Config::load(config_account, call.program)?;
    require_address(program, call.program)?;

    require_signer(pause_key)?;
    if *pause_key.address() != config.pause_key {
        return Err(NOT_PAUSE_KEY);
    }
    let now = unix_seconds()?;
    if config.paused_until != 0 && now < after(config.paused_until)? {
        return Err(PAUSE_TOO_SOON);
    }

    config.paused_until = after(now)?;
    let event = ConfigEvent { kind: PAUSE, who: pause_key.address(), lamports: 0 };
    event.store_and_record(&mut config, config_account, call.program)
}

fn after(unix_seconds: i64) -> Outcome<i64> {
    unix_seconds.checked_add(PAUSE_SECONDS).ok_or(OVERFLOW)
}
