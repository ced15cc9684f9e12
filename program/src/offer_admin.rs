use crate::config::Config;
use crate::config_event::{ConfigEvent, OFFER_ADMIN};
use crate::error::Outcome;
use crate::runtime::{Call, Reader};
use crate::system::require_address;

/// Offers the admin's right to somebody, who has to accept it; until then the admin keeps it. Another offer takes this
/// one's place, one to nobody (zeros) withdraws it. Accounts:
/// 0. admin `s`
/// 1. config `w`
/// 2. this program
#[inline(never)]
pub fn offer_admin(call: &Call, data: &mut Reader) -> Outcome<()> {
    let pending_admin = data.address()?;
    data.end()?;
    let [admin, config_account, program] = call.accounts()?;
    let mut config = Config::load(config_account, call.program)?;
    require_address(program, call.program)?;

    config.require_admin(admin)?;

    config.pending_admin = pending_admin;
    let event = ConfigEvent { kind: OFFER_ADMIN, who: admin.address(), lamports: 0 };
    event.store_and_record(&mut config, config_account, call.program)
}
