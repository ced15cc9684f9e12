//! Twinmint's program: coins on a bonding curve, each with a twin NFT collection. `docs/program.md` is its interface,
//! byte for byte. One file an instruction; each checks accounts, signer, state and amounts in that order, then
//! computes, stores, and calls other programs.
#![no_std]
#![no_main]
#![deny(unsafe_code)]

mod boost;
mod buy;
mod buy_exact_out;
mod capture;
mod claim_creator_fees;
mod claim_treasury_fees;
mod config;
mod curve;
mod error;
mod event;
mod initialize_config;
mod launch;
mod market;
mod math;
mod nft;
mod purchase;
mod record_event;
mod release;
mod runtime;
mod sell;
mod swap;
mod system;
mod token;
mod update_config;

use error::{MALFORMED_INSTRUCTION, Outcome, UNKNOWN_INSTRUCTION};
use runtime::{Call, Reader};

fn process(call: &Call) -> Outcome<()> {
    let (tag, rest) = call.data.split_first().ok_or(MALFORMED_INSTRUCTION)?;
    let data = &mut Reader(rest);
    match *tag {
        0 => initialize_config::initialize_config(call, data),
        1 => update_config::update_config(call, data),
        2 => launch::launch(call, data),
        3 => buy::buy(call, data),
        4 => sell::sell(call, data),
        5 => capture::capture(call, data),
        6 => release::release(call, data),
        7 => boost::boost(call, data),
        8 => claim_creator_fees::claim_creator_fees(call, data),
        9 => claim_treasury_fees::claim_treasury_fees(call, data),
        10 => buy_exact_out::buy_exact_out(call, data),
        event::TAG => record_event::record_event(call, data),
        _ => Err(UNKNOWN_INSTRUCTION),
    }
}
