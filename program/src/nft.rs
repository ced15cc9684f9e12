//! The twin collection: what an NFT costs, is numbered, is called, and where it is.
use crate::error::{NFT_INDEX_OUT_OF_RANGE, Outcome, WRONG_ACCOUNT_KIND};
use crate::runtime::{Account, Address, Bytes, Slice, find_program_address};
use crate::token::{Metadata, metadata_texts_offset};

pub const ESCROW_SEED: &[u8] = b"escrow";
pub const COLLECTION_SEED: &[u8] = b"collection";
pub const NFT_SEED: &[u8] = b"nft";
pub const ESCROW_NFT_SEED: &[u8] = b"escrow_nft";
pub const COLLECTION_URI_END: &[u8; 11] = b"/collection";

/// 1,000,000 coins for one NFT, always.
pub const NFT_BASE_UNITS: u64 = 1_000_000_000_000;
pub const NFTS_MAX: u32 = 1_000;
/// How far beyond the number of those minted an NFT's number may be (see docs/decisions/0007).
const WINDOW: u32 = 64;

pub fn require_index(index: u16) -> Outcome<()> {
    if (1..=NFTS_MAX).contains(&(index as u32)) { Ok(()) } else { Err(NFT_INDEX_OUT_OF_RANGE) }
}

/// Where the coin's NFT of that number is, whether it is minted or not, and the address's bump.
pub fn nft_address(mint: &Address, index: &[u8; 2], program: &Address) -> Outcome<(Address, u8)> {
    find_program_address(&[Slice::new(NFT_SEED), Slice::new(mint), Slice::new(index)], program)
}

/// For an NFT that is to be minted now.
pub fn require_index_in_window(index: u16, nfts_minted: u32) -> Outcome<()> {
    if index as u32 <= nfts_minted.saturating_add(WINDOW) { Ok(()) } else { Err(NFT_INDEX_OUT_OF_RANGE) }
}

/// An NFT's name, symbol and address of its metadata.
pub struct NftTexts {
    name: Bytes<208>,
    symbol: Bytes<40>,
    uri: Bytes<128>,
}

impl NftTexts {
    /// From the collection mint's own metadata, which nobody can change: its name and " #n", its symbol, and its
    /// address with "/n" in the place of "/collection".
    #[inline(never)]
    pub fn of(collection: Account, index: u16) -> Outcome<NftTexts> {
        let mut texts = NftTexts { name: Bytes::new(), symbol: Bytes::new(), uri: Bytes::new() };
        let mut at = metadata_texts_offset(collection)?;
        let mut next_text = || -> Outcome<(usize, usize)> {
            let (start, length) = (at + 4, u32::from_le_bytes(collection.read(at)?) as usize);
            at = start + length;
            Ok((start, length))
        };
        let (name, symbol, uri) = (next_text()?, next_text()?, next_text()?);
        collection.read_into(name.0, name.1, &mut texts.name)?;
        texts.name.put(b" #")?;
        put_decimal(index, &mut texts.name)?;
        collection.read_into(symbol.0, symbol.1, &mut texts.symbol)?;
        let base_length = uri.1.checked_sub(COLLECTION_URI_END.len()).ok_or(WRONG_ACCOUNT_KIND)?;
        if collection.read(uri.0 + base_length)? != *COLLECTION_URI_END {
            return Err(WRONG_ACCOUNT_KIND);
        }
        collection.read_into(uri.0, base_length, &mut texts.uri)?;
        texts.uri.put(b"/")?;
        put_decimal(index, &mut texts.uri)?;
        Ok(texts)
    }

    pub fn metadata(&self) -> Metadata<'_> {
        Metadata { name: self.name.as_slice(), symbol: self.symbol.as_slice(), uri: self.uri.as_slice(), uri_end: &[] }
    }
}

fn put_decimal<const N: usize>(number: u16, bytes: &mut Bytes<N>) -> Outcome<()> {
    let mut unit = 10_000;
    while unit > 1 && number < unit {
        unit /= 10;
    }
    while unit > 0 {
        bytes.put(&[b'0' + (number / unit % 10) as u8])?;
        unit /= 10;
    }
    Ok(())
}
