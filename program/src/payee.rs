//! Accounts that are named now and paid later: a treasury, receivers of fees. Whoever can't be paid must not be named, must
//! not hold up whoever follows it, and must not be passed over.
use crate::error::{Outcome, WRONG_ACCOUNT_KIND};
use crate::runtime::{Account, Address};
use crate::system::{rent_exempt_lamports, sum};
use crate::token::TOKEN_2022;

/// Whether lamports reach the account and somebody could use them: not an account that the runtime keeps from being written
/// (it takes the mark away), not a program, and not one of ours, nearly all of which belong to this program or to
/// Token-2022. The zero address, whose key nobody holds, is a program's.
pub fn may_be_named(account: Account, program: &Address) -> bool {
    account.is_writable()
        && !account.is_executable()
        && !account.is_owned_by(program)
        && !account.is_owned_by(&TOKEN_2022)
}

/// Who was named must be writable: nobody may pass it over by keeping its account from being paid. Only programs are let
/// off, which the runtime takes the mark from where they are called.
pub fn require_not_passed_over(account: Account) -> Outcome<()> {
    if account.is_writable() || account.is_executable() { Ok(()) } else { Err(WRONG_ACCOUNT_KIND) }
}

/// All of `lamports`, or nothing where the account cannot take them: the runtime refuses a transaction that leaves an
/// account with something, but with less than its rent, or that pays a program.
pub fn payable_lamports(account: Account, lamports: u64) -> Outcome<u64> {
    let after = sum(account.lamports(), lamports)?;
    let takes = !account.is_executable() && after >= rent_exempt_lamports(account.size())?;
    Ok(if takes { lamports } else { 0 })
}
