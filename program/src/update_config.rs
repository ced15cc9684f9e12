use crate::config::{Config, Settings, gathered_lamports};
use crate::config_event::{ConfigEvent, UPDATE_CONFIG};
use crate::error::Outcome;
use crate::payee::{payable_lamports, require_not_passed_over};
use crate::runtime::{Call, Reader, move_lamports};
use crate::system::require_address;

/// Changes the terms of future launches, the treasury and the pause key. Markets that exist keep their terms. What has
/// gathered for a treasury is paid to it before another takes its place, or stays for that one where the account can't take
/// it: nobody may hold a change up. Accounts:
/// 0. admin `s`
/// 1. config `w`
/// 2. treasury until now `w`
/// 3. next treasury `w`, the same where it stays
/// 4. this program
#[inline(never)]
pub fn update_config(call: &Call, data: &mut Reader) -> Outcome<()> {
    let settings = Settings::parse(data)?;
    data.end()?;
    let [admin, config_account, treasury, next_treasury, program] = call.accounts()?;
    let mut config = Config::load(config_account, call.program)?;
    require_address(treasury, &config.treasury)?;
    require_not_passed_over(treasury)?;
    require_address(program, call.program)?;

    config.require_admin(admin)?;
    settings.check_range(next_treasury, config_account.address(), call.program)?;

    let stays = next_treasury.address() == treasury.address();
    let lamports = if stays { 0 } else { payable_lamports(treasury, gathered_lamports(config_account)?)? };
    config.treasury = *next_treasury.address();
    config.pause_key = settings.pause_key;
    config.terms = settings.terms;
    let event = ConfigEvent { kind: UPDATE_CONFIG, who: admin.address(), lamports };
    event.store_and_record(&mut config, config_account, call.program)?;
    move_lamports(config_account, treasury, lamports)
}
