use crate::config::{Config, NOBODY};
use crate::config_event::{ACCEPT_ADMIN, ConfigEvent};
use crate::error::{NOT_OFFERED, Outcome};
use crate::runtime::{Call, Reader};
use crate::system::{require_address, require_signer};

/// Makes whom it was offered to the admin. That they sign shows that somebody holds the key. Accounts:
/// 0. pending admin `s`
/// 1. config `w`
/// 2. this program
#[inline(never)]
pub fn accept_admin(call: &Call, data: &mut Reader) -> Outcome<()> {
    data.end()?;
    let [pending_admin, config_account, program] = call.accounts()?;
    let mut config = Config::load(config_account, call.program)?;
    require_address(program, call.program)?;

    require_signer(pending_admin)?;
    if *pending_admin.address() != config.pending_admin {
        return Err(NOT_OFFERED);
    }

    config.admin = config.pending_admin;
    config.pending_admin = NOBODY;
    let event = ConfigEvent { kind: ACCEPT_ADMIN, who: pending_admin.address(), lamports: 0 };
    event.store_and_record(&mut config, config_account, call.program)
}
