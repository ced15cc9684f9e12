//! Another program, that calls Twinmint with whatever it is told: `events.test.ts` tries to have it tell events.
//! `npm run program:build` makes `caller.so` of it.
#![no_std]
#![no_main]
#![allow(dead_code)]
#[path = "src/error.rs"]
mod error;
#[path = "src/runtime.rs"]
mod runtime;

use error::{MALFORMED_INSTRUCTION, Outcome};
use runtime::{Account, Call, Part, invoke, reads, signs, signs_and_writes, writes};

/// The first byte says how: 0 and 1 name the first account unsigned and signed; 2 passes thirteen accounts on as a
/// capture or release has them, 3 four, six, ten or twelve as they are marked. The called program comes last.
fn process(call: &Call) -> Outcome<()> {
    let (how, data) = call.data.split_first().ok_or(MALFORMED_INSTRUCTION)?;
    if *how == 3 {
        let ([], all) = call.accounts_and_rest()?;
        return match all.len() {
            4 => pass_on::<4>(call, data),
            6 => pass_on::<6>(call, data),
            10 => pass_on::<10>(call, data),
            _ => pass_on::<12>(call, data),
        };
    }
    if *how == 2 {
        let accounts: [Account; 13] = call.accounts()?;
        let mut parts: [Part; 13] = accounts.map(reads);
        parts[0] = signs_and_writes(accounts[0]);
        for i in [1, 3, 5, 6, 7, 8] {
            parts[i] = writes(accounts[i]);
        }
        return invoke(accounts[12].address(), &parts, data, &[]);
    }
    let [market, program] = call.accounts()?;
    let part = if *how == 1 { signs(market) } else { reads(market) };
    invoke(program.address(), &[part], data, &[])
}

fn pass_on<const N: usize>(call: &Call, data: &[u8]) -> Outcome<()> {
    let accounts: [Account; N] = call.accounts()?;
    let parts: [Part; N] = accounts.map(|account| match (account.is_signer(), account.is_writable()) {
        (true, true) => signs_and_writes(account),
        (true, false) => signs(account),
        (false, true) => writes(account),
        (false, false) => reads(account),
    });
    invoke(accounts[N - 1].address(), &parts, data, &[])
}
