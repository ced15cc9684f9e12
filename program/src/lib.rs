//! Twinmint's program: coins on a bonding curve, each with a twin NFT collection. `docs/program.md` is its interface,
//! byte for byte. One file an instruction; each checks accounts, signer, state and amounts in that order, then
//! computes, stores, and calls other programs.
#![no_std]
#![no_main]
#![deny(unsafe_code)]

mod accept_admin;
mod accept_fee_shares;
mod accept_offer;
mod boost;
mod buy;
mod buy_exact_out;
mod buy_listing;
mod cancel_listing;
mod cancel_offer;
mod capture;
mod claim_creator_fees;
mod claim_treasury_fees;
mod collect;
mod config;
mod config_event;
mod curve;
mod draw_fee_share;
mod error;
mod event;
mod fee_shares;
mod guard;
mod initialize_config;
mod launch;
mod list;
mod listing;
mod market;
mod math;
mod memo;
mod migrate;
mod nft;
mod nft_market;
mod offer;
mod offer_account;
mod offer_admin;
mod offer_fee_shares;
mod pause;
mod payee;
mod purchase;
mod record_event;
mod release;
mod runtime;
mod security;
mod sell;
mod set_fee_shares;
mod swap;
mod system;
mod token;
mod unpause;
mod update_config;
mod update_listing;
mod version;

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
        11 => migrate::migrate(call, data),
        12 => collect::collect(call, data),
        13 => offer_admin::offer_admin(call, data),
        14 => accept_admin::accept_admin(call, data),
        15 => pause::pause(call, data),
        16 => unpause::unpause(call, data),
        17 => set_fee_shares::set_fee_shares(call, data),
        18 => draw_fee_share::draw_fee_share(call, data),
        19 => offer_fee_shares::offer_fee_shares(call, data),
        20 => accept_fee_shares::accept_fee_shares(call, data),
        30 => list::list(call, data),
        31 => update_listing::update_listing(call, data),
        32 => cancel_listing::cancel_listing(call, data),
        33 => buy_listing::buy_listing(call, data),
        34 => offer::offer(call, data),
        35 => cancel_offer::cancel_offer(call, data),
        36 => accept_offer::accept_offer(call, data),
        event::TAG => record_event::record_event(call, data),
        _ => Err(UNKNOWN_INSTRUCTION),
    }
}
