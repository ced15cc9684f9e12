use crate::config::{self, Config, Terms};
use crate::curve::{Reserves, SUPPLY_BASE_UNITS};
use crate::error::{
    ALREADY_LAUNCHED, INSUFFICIENT_LAMPORTS, INVALID_TEXT, INVARIANT_BROKEN, MINT_NOT_JPG, OPENING_OUT_OF_RANGE,
    Outcome, TERMS_CHANGED,
};
use crate::event::{self, Event, Route};
use crate::guard::Guard;
use crate::market::{self, Market};
use crate::nft::{COLLECTION_SEED, COLLECTION_URI_END, ESCROW_SEED, NFTS_MAX};
use crate::runtime::{Account, Address, Bytes, Call, Reader, Slice, find_program_address, sha256, unix_seconds};
use crate::system::{Fresh, SYSTEM, SeedBase, is_unused, rent_exempt_lamports, require_address, require_signer, sum};
use crate::token::{
    ASSOCIATED_ACCOUNT_SIZE, ASSOCIATED_TOKEN, Associated, Authored, COIN_DECIMALS, GROUP_EXTENSION_SIZE, Metadata,
    POINTED_MINT_SIZE, TOKEN_2022, TWICE_POINTED_MINT_SIZE, associated_address,
};

const MINT_BASE_SEED: &[u8] = b"mint_base";

const NAME_CHARACTERS_MAX: usize = 50;
const SYMBOL_CHARACTERS_MAX: usize = 10;
const URI_BYTES_MAX: usize = 120;
/// Beside the collection's and the NFTs' metadata in one folder.
const COIN_URI_END: &[u8; 5] = b"/coin";
const SEED_BYTES_MAX: usize = 32;
const OPENING_RESERVE_LAMPORTS_MIN: u64 = 1_000_000_000;
const OPENING_RESERVE_LAMPORTS_MAX: u64 = 100_000_000_000;
/// The opening market cap is at most this part of the one at which the market graduates.
const OPENINGS_TO_GRADUATION: u64 = 4;

/// Makes a coin, its market and its twin collection. Accounts:
/// 0. creator `s w`, pays the rents
/// 1. mint `w`
/// 2. mint base
/// 3. market `w`
/// 4. vault `w`
/// 5. escrow
/// 6. collection `w`
/// 7. config
/// 8. system program
/// 9. Token-2022
/// 10. associated token program
/// 11. this program
///
/// The mint's address has one of our own addresses as its base, for which only this program signs. With the creator's
/// key as base, the creator could have another mint there first, give wallets or the escrow coin accounts of it that can
/// never send, close it, and launch: such accounts would take coins and not give them back.
///
/// A transaction may run 64 instructions, calls included, and a purchase and a boost go with a launch. What a later
/// instruction can do as well is not done here: the first capture makes the escrow's coin account.
#[inline(never)]
pub fn launch(call: &Call, data: &mut Reader) -> Outcome<()> {
    let texts = Texts {
        seed: data.text()?,
        name: data.text()?,
        symbol: data.text()?,
        collection_name: data.text()?,
        uri: data.text()?,
    };
    let opening_reserve_lamports = data.u64()?;
    let guard = Guard { bps: data.u16()?, seconds: data.u16()? };
    let terms_hash = data.bytes::<16>()?;
    data.end()?;
    let accounts = Accounts::check(call, texts.seed)?;
    let bumps = &accounts.bumps;
    require_signer(accounts.creator)?;
    let config = Config::load(accounts.config, call.program)?;
    config::require_not_paused(accounts.config)?;
    if terms_hash != hash_of(&config.terms)? {
        return Err(TERMS_CHANGED);
    }
    if !is_unused(accounts.mint) || !is_unused(accounts.market) || !is_unused(accounts.collection) {
        return Err(ALREADY_LAUNCHED);
    }
    if !ends_in_jpg(accounts.mint.address()) {
        return Err(MINT_NOT_JPG);
    }
    check_opening(opening_reserve_lamports, &config.terms)?;
    guard.check_range()?;
    texts.check()?;

    let coin = Metadata { name: texts.name, symbol: texts.symbol, uri: texts.uri, uri_end: COIN_URI_END };
    let twin =
        Metadata { name: texts.collection_name, symbol: texts.symbol, uri: texts.uri, uri_end: COLLECTION_URI_END };
    let rents = Rents::affordable(&accounts, &coin, &twin)?;
    make_coin(&accounts, &texts, &coin, rents.mint)?;
    make_collection(&accounts, &twin, rents.collection)?;

    let mint = accounts.mint.address();
    let fresh = Fresh {
        account: accounts.market,
        payer: accounts.creator,
        size: market::SIZE as u64,
        lamports: rents.market,
        owner: call.program,
    };
    fresh.make_at_program_address(&[Slice::new(market::SEED), Slice::new(mint), Slice::new(&[bumps.market])])?;
    let now = unix_seconds()?;
    let market = Market {
        graduated: false,
        bump: bumps.market,
        escrow_bump: bumps.escrow,
        collection_bump: bumps.collection,
        mint: *mint,
        creator: *accounts.creator.address(),
        collection: *accounts.collection.address(),
        vault: *accounts.vault.address(),
        reserves: Reserves { lamports: opening_reserve_lamports, base_units: SUPPLY_BASE_UNITS },
        real_lamports: 0,
        creator_fees_owed_lamports: 0,
        terms: config.terms,
        nfts_minted: 0,
        nfts_in_circulation: 0,
        boosted_until: 0,
        created_at: now,
        sequence: 1,
        opening_reserve_lamports,
        locked_lamports: 0,
        treasury_fees_owed_lamports: 0,
        guard,
        fee_shares_bump: 0,
    };
    market.store_new(accounts.market)?;
    record(&accounts, &market, &texts, call.program)?;
    market.check_books(accounts.market, accounts.vault, 0)
}

/// The opening reserve is also the opening market cap.
fn check_opening(reserve_lamports: u64, terms: &Terms) -> Outcome<()> {
    let in_range = (OPENING_RESERVE_LAMPORTS_MIN..=OPENING_RESERVE_LAMPORTS_MAX).contains(&reserve_lamports)
        && reserve_lamports <= terms.graduation_market_cap_lamports / OPENINGS_TO_GRADUATION;
    if in_range { Ok(()) } else { Err(OPENING_OUT_OF_RANGE) }
}

/// The first half of the hash of the terms, by which a launch names those that its creator was shown. Half is enough: to
/// have others accepted in place of given ones, the admin would have to find terms whose hash agrees in 128 bits (2^128
/// hashes). Two sets of their own choice that agree take 2^64, and gain at most what the limits of the terms allow.
fn hash_of(terms: &Terms) -> Outcome<[u8; 16]> {
    let mut bytes = Bytes::<{ Terms::SIZE }>::new();
    terms.put(&mut bytes)?;
    let digest = sha256(&[Slice::new(bytes.as_slice())]);
    Ok(*digest.first_chunk().ok_or(INVARIANT_BROKEN)?)
}

struct Texts<'a> {
    seed: &'a [u8],
    name: &'a [u8],
    symbol: &'a [u8],
    collection_name: &'a [u8],
    uri: &'a [u8],
}

impl Texts<'_> {
    fn check(&self) -> Outcome<()> {
        let valid = is_text(self.name, NAME_CHARACTERS_MAX)
            && is_text(self.symbol, SYMBOL_CHARACTERS_MAX)
            && is_text(self.collection_name, NAME_CHARACTERS_MAX)
            && is_text(self.uri, URI_BYTES_MAX)
            && self.uri.len() <= URI_BYTES_MAX;
        if valid { Ok(()) } else { Err(INVALID_TEXT) }
    }
}

/// UTF-8 of one to `characters_max` characters, none of them unseen, and one at least that can be seen by itself.
#[inline(never)]
fn is_text(bytes: &[u8], characters_max: usize) -> bool {
    let Ok(text) = core::str::from_utf8(bytes) else { return false };
    let mut count = 0;
    let mut is_seen = false;
    for character in text.chars() {
        if is_unseen(character) {
            return false;
        }
        is_seen |= !is_blank(character);
        count += 1;
    }
    is_seen && count <= characters_max
}

/// Control characters, and those that take no room, turn the text beside them around, or mean what nobody has agreed on:
/// with them one name could pass for another. Older wallets and explorers show texts as they stand.
fn is_unseen(character: char) -> bool {
    matches!(
        character as u32,
        0..=0x1f | 0x7f..=0x9f | 0xad | 0x34f | 0x61c | 0x115f | 0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b
            | 0x200e | 0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0x2800 | 0x3164 | 0xe000..=0xf8ff | 0xfeff | 0xffa0
            | 0xfff0..=0xfffb | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff | 0xf0000..
    )
}

/// Spaces of all kinds; and what belongs to its neighbours, as emoji and the scripts of India and Arabia need it.
fn is_blank(character: char) -> bool {
    matches!(
        character as u32,
        0x20 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x202f | 0x205f | 0x3000 | 0x200c | 0x200d | 0xfe00..=0xfe0f
    )
}

struct Bumps {
    mint_base: u8,
    market: u8,
    escrow: u8,
    collection: u8,
}

struct Accounts<'a> {
    creator: Account<'a>,
    mint: Account<'a>,
    mint_base: Account<'a>,
    market: Account<'a>,
    vault: Account<'a>,
    escrow: Account<'a>,
    collection: Account<'a>,
    config: Account<'a>,
    system: Account<'a>,
    token_2022: Account<'a>,
    bumps: Bumps,
}

impl<'a> Accounts<'a> {
    /// Derives every address; the bumps are the canonical ones.
    #[inline(never)]
    fn check(call: &Call<'a>, seed: &[u8]) -> Outcome<Accounts<'a>> {
        let [
            creator,
            mint,
            mint_base,
            market,
            vault,
            escrow,
            collection,
            config,
            system,
            token_2022,
            associated,
            program,
        ] = call.accounts()?;
        config::require_config(config, call.program)?;
        require_address(system, &SYSTEM)?;
        require_address(token_2022, &TOKEN_2022)?;
        require_address(associated, &ASSOCIATED_TOKEN)?;
        require_address(program, call.program)?;
        if !is_seed(seed) {
            return Err(INVALID_TEXT);
        }
        let (base, base_bump) =
            find_program_address(&[Slice::new(MINT_BASE_SEED), Slice::new(creator.address())], call.program)?;
        require_address(mint_base, &base)?;
        // How the system program derives addresses from a base, a seed and an owner.
        let mint_address = sha256(&[Slice::new(&base), Slice::new(seed), Slice::new(&TOKEN_2022)]);
        require_address(mint, &mint_address)?;
        let derive = |prefix: &[u8], account: Account| -> Outcome<u8> {
            let (address, bump) = find_program_address(&[Slice::new(prefix), Slice::new(&mint_address)], call.program)?;
            require_address(account, &address)?;
            Ok(bump)
        };
        let (market_bump, escrow_bump) = (derive(market::SEED, market)?, derive(ESCROW_SEED, escrow)?);
        let collection_bump = derive(COLLECTION_SEED, collection)?;
        require_address(vault, &associated_address(market.address(), &mint_address)?.0)?;
        let bumps =
            Bumps { mint_base: base_bump, market: market_bump, escrow: escrow_bump, collection: collection_bump };
        Ok(Accounts { creator, mint, mint_base, market, vault, escrow, collection, config, system, token_2022, bumps })
    }
}

fn is_seed(seed: &[u8]) -> bool {
    (1..=SEED_BYTES_MAX).contains(&seed.len())
        && seed.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Whether the address ends in `jpg` as base58 text: its value modulo 58^3 is that of the three digits.
fn ends_in_jpg(address: &Address) -> bool {
    const THREE_DIGITS: u64 = 58 * 58 * 58;
    const JPG: u64 = (42 * 58 + 47) * 58 + 39; // j, p, g in base58's alphabet
    let mut rest = 0;
    for byte in address {
        rest = ((rest << 8) + *byte as u64) % THREE_DIGITS;
    }
    rest == JPG
}

/// What the accounts must hold in the end.
struct Rents {
    mint: u64,
    market: u64,
    collection: u64,
}

impl Rents {
    /// Refuses when the creator, with what strangers sent to these addresses, can't pay them.
    #[inline(never)]
    fn affordable(accounts: &Accounts, coin: &Metadata, twin: &Metadata) -> Outcome<Rents> {
        let twin_size = TWICE_POINTED_MINT_SIZE + twin.extension_size() + GROUP_EXTENSION_SIZE;
        let rents = Rents {
            mint: rent_exempt_lamports((POINTED_MINT_SIZE + coin.extension_size()) as usize)?,
            market: rent_exempt_lamports(market::SIZE)?,
            collection: rent_exempt_lamports(twin_size as usize)?,
        };
        let vault = rent_exempt_lamports(ASSOCIATED_ACCOUNT_SIZE)?.saturating_sub(accounts.vault.lamports());
        let needed = sum(sum(rents.mint, rents.market)?, sum(rents.collection, vault)?)?;
        // What lies at the market's and the collection's address reaches the creator only when the mint is paid for.
        if sum(accounts.creator.lamports(), accounts.mint.lamports())? < needed {
            Err(INSUFFICIENT_LAMPORTS)
        } else {
            Ok(rents)
        }
    }
}

/// The coin: the whole supply into the vault, and nobody who could mint more, freeze, or rename it.
#[inline(never)]
fn make_coin(accounts: &Accounts, texts: &Texts, metadata: &Metadata, lamports: u64) -> Outcome<()> {
    let bump = [accounts.bumps.market];
    let seeds = [Slice::new(market::SEED), Slice::new(accounts.mint.address()), Slice::new(&bump)];
    let coin = Authored { mint: accounts.mint, authority: accounts.market, seeds: &seeds };
    let base_bump = [accounts.bumps.mint_base];
    let base_seeds = [Slice::new(MINT_BASE_SEED), Slice::new(accounts.creator.address()), Slice::new(&base_bump)];
    let payer = accounts.creator;
    Fresh { account: accounts.mint, payer, size: POINTED_MINT_SIZE, lamports, owner: &TOKEN_2022 }
        .make_with_seed(&SeedBase { account: accounts.mint_base, seed: texts.seed, seeds: &base_seeds })?;
    coin.point_metadata_at_itself()?;
    coin.initialize(COIN_DECIMALS)?;
    coin.write_metadata_for_good(metadata)?;
    let (system, token_2022) = (accounts.system, accounts.token_2022);
    let (account, wallet, mint) = (accounts.vault, accounts.market, accounts.mint);
    Associated { payer, account, wallet, mint, system, token_2022 }.make()?;
    coin.mint_to(accounts.vault, SUPPLY_BASE_UNITS)?;
    coin.give_up_minting()
}

/// The collection: a group to which only the escrow adds members, and which itself has no supply.
#[inline(never)]
fn make_collection(accounts: &Accounts, metadata: &Metadata, lamports: u64) -> Outcome<()> {
    let (mint, bumps) = (accounts.mint.address(), &accounts.bumps);
    let (collection_bump, escrow_bump) = ([bumps.collection], [bumps.escrow]);
    let seeds = [Slice::new(ESCROW_SEED), Slice::new(mint), Slice::new(&escrow_bump)];
    let collection = Authored { mint: accounts.collection, authority: accounts.escrow, seeds: &seeds };
    let (account, payer) = (accounts.collection, accounts.creator);
    let fresh = Fresh { account, payer, size: TWICE_POINTED_MINT_SIZE, lamports, owner: &TOKEN_2022 };
    fresh.make_at_program_address(&[Slice::new(COLLECTION_SEED), Slice::new(mint), Slice::new(&collection_bump)])?;
    collection.point_metadata_at_itself()?;
    collection.point_group_at_itself()?;
    collection.initialize(0)?;
    collection.write_metadata_for_good(metadata)?;
    collection.initialize_group(NFTS_MAX as u64)?;
    collection.give_up_minting()
}

#[inline(never)]
fn record(accounts: &Accounts, market: &Market, texts: &Texts, program: &Address) -> Outcome<()> {
    let mut more = Bytes::<608>::new();
    market.terms.put(&mut more)?;
    more.put(&market.opening_reserve_lamports.to_le_bytes())?;
    more.put(&market.guard.bps.to_le_bytes())?;
    more.put(&market.guard.seconds.to_le_bytes())?;
    for text in [texts.name, texts.symbol, texts.collection_name, texts.uri] {
        more.put(&[text.len() as u8])?;
        more.put_slice(text)?;
    }
    let route = Route { account: accounts.market, program };
    Event::of(event::LAUNCH, &market.creator).record_with::<768>(market, &route, more.as_slice())
}
