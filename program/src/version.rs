use crate::error::{NEEDS_MIGRATION, Refusal, WRONG_ACCOUNT_KIND};
use crate::runtime::Account;

/// The version of every Config and Market that the other instructions accept. The build with `next_version` stands for a
/// program after this one: its accounts are longer, and tests migrate to it. It is never deployed.
pub const VERSION: u8 = if cfg!(next_version) { 3 } else { 2 };

/// The refusal of an account that this program owns and that is not a `tag` of this version.
pub fn mismatch(account: Account, tag: u8) -> Refusal {
    match account.read(0) {
        Ok([found, version]) if found == tag && version != VERSION => NEEDS_MIGRATION,
        _ => WRONG_ACCOUNT_KIND,
    }
}
