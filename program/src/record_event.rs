use crate::config::require_config;
use crate::error::{MALFORMED_INSTRUCTION, Outcome};
use crate::event;
use crate::market::require_market;
use crate::runtime::{Call, Reader};
use crate::system::require_signer;

/// The program's call of itself that carries an event's record: it only has to succeed, so that the transaction keeps
/// it. Nobody but this program can sign for a market or the Config, so nobody else can bring such a call about. Accounts:
/// 0. market or config `s`
#[inline(never)]
pub fn record_event(call: &Call, data: &mut Reader) -> Outcome<()> {
    if data.0.len() < event::SIZE {
        return Err(MALFORMED_INSTRUCTION);
    }
    let [teller] = call.accounts()?;
    if require_config(teller, call.program).is_err() {
        require_market(teller, call.program)?;
    }
    require_signer(teller)
}
