//! Calls of Token-2022 and of the associated token program, and what a token account says.
use crate::error::{Outcome, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER, WRONG_TOKEN_ACCOUNT};
use crate::runtime::{
    Account, Address, Bytes, Slice, find_program_address, invoke, reads, signs, signs_and_writes, writes,
};
use crate::system::{is_unused, require_address};

/// TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb
pub const TOKEN_2022: Address = [
    6, 221, 246, 225, 238, 117, 143, 222, 24, 66, 93, 188, 228, 108, 205, 218, 182, 26, 252, 77, 131, 185, 13, 39, 254,
    189, 249, 40, 216, 161, 139, 252,
];
/// ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
pub const ASSOCIATED_TOKEN: Address = [
    140, 151, 37, 143, 78, 36, 137, 241, 187, 61, 16, 41, 20, 142, 13, 131, 11, 90, 19, 153, 218, 255, 16, 132, 4, 142,
    123, 216, 219, 233, 248, 89,
];
pub const COIN_DECIMALS: u8 = 6;

/// A mint with a metadata pointer, before its metadata is written: 165 bytes as long as a token account, so that the
/// two are told apart by byte 165, then the pointer's 4 + 64.
pub const POINTED_MINT_SIZE: u64 = 234;
/// The same with a group pointer or a group member pointer.
pub const TWICE_POINTED_MINT_SIZE: u64 = POINTED_MINT_SIZE + POINTER_EXTENSION_SIZE;
const POINTER_EXTENSION_SIZE: u64 = 4 + 64;
/// What the metadata extension takes besides its three texts: type and length 4, two addresses, four u32 lengths.
pub const METADATA_EXTENSION_SIZE: u64 = 4 + 64 + 16;
/// Type and length 4, two addresses, two u64.
pub const GROUP_EXTENSION_SIZE: u64 = 4 + 64 + 16;
/// Type and length 4, two addresses, u64.
pub const MEMBER_EXTENSION_SIZE: u64 = 4 + 64 + 8;
/// A token account without extensions.
pub const ACCOUNT_SIZE: usize = 165;
/// A token account with the immutable-owner extension, as the associated token program makes it.
pub const ASSOCIATED_ACCOUNT_SIZE: usize = 170;

const MINT_TO: u8 = 7;
const SET_AUTHORITY: u8 = 6;
const CLOSE_ACCOUNT: u8 = 9;
const TRANSFER_CHECKED: u8 = 12;
const BURN_CHECKED: u8 = 15;
const INITIALIZE_ACCOUNT_3: u8 = 18;
const INITIALIZE_MINT_2: u8 = 20;
const METADATA_POINTER: u8 = 39;
const GROUP_POINTER: u8 = 40;
const MEMBER_POINTER: u8 = 41;
/// The type of the metadata extension.
const METADATA: u16 = 19;
/// First eight bytes of sha256 of "spl_token_metadata_interface:initialize_account" and its like.
const INITIALIZE_METADATA: [u8; 8] = [0xd2, 0xe1, 0x1e, 0xa2, 0x58, 0xb8, 0x4d, 0x8d];
const UPDATE_METADATA_AUTHORITY: [u8; 8] = [0xd7, 0xe4, 0xa6, 0xe4, 0x54, 0x64, 0x56, 0x7b];
const INITIALIZE_GROUP: [u8; 8] = [0x79, 0x71, 0x6c, 0x27, 0x36, 0x33, 0x00, 0x04];
const INITIALIZE_MEMBER: [u8; 8] = [0x98, 0x20, 0xde, 0xb0, 0xdf, 0xed, 0x74, 0x86];

/// The associated token account of a wallet for a mint.
pub fn associated_address(wallet: &Address, mint: &Address) -> Outcome<(Address, u8)> {
    find_program_address(&[Slice::new(wallet), Slice::new(&TOKEN_2022), Slice::new(mint)], &ASSOCIATED_TOKEN)
}

/// What a coin account holds.
pub fn base_units(account: Account) -> Outcome<u64> {
    Ok(u64::from_le_bytes(account.read(64)?))
}

/// Refuses what is not an initialised token account of `mint` in the hands of `wallet`.
pub fn require_held_by(account: Account, mint: &Address, wallet: &Address) -> Outcome<()> {
    // Mint 0, wallet 32, amount 64, state 108. Beyond 165 bytes, byte 165 says 2 for an account and 1 for a mint.
    let held = account.is_owned_by(&TOKEN_2022)
        && account.size() >= 165
        && account.read::<32>(0)? == *mint
        && account.read::<32>(32)? == *wallet
        && account.read::<1>(108)? == [1]
        && (account.size() == 165 || account.read::<1>(165)? == [2]);
    if held { Ok(()) } else { Err(WRONG_TOKEN_ACCOUNT) }
}

/// Refuses what is not the wallet's associated account for the mint; it need not have been made yet.
pub fn require_associated(account: Account, mint: &Address, wallet: &Address) -> Outcome<()> {
    require_address(account, &associated_address(wallet, mint)?.0)?;
    if is_unused(account) { Ok(()) } else { require_held_by(account, mint, wallet) }
}

/// A movement of coins or of an NFT, signed by the seeds of one of our addresses or, with none, by the user.
pub struct Movement<'a> {
    pub from: Account<'a>,
    pub to: Account<'a>,
    pub mint: Account<'a>,
    pub authority: Account<'a>,
    pub units: u64,
    pub decimals: u8,
}

impl Movement<'_> {
    pub fn make(&self, seeds: &[Slice]) -> Outcome<()> {
        let mut data = Bytes::<10>::new();
        data.put(&[TRANSFER_CHECKED])?;
        data.put(&self.units.to_le_bytes())?;
        data.put(&[self.decimals])?;
        let parts = [writes(self.from), reads(self.mint), writes(self.to), signs(self.authority)];
        invoke(&TOKEN_2022, &parts, data.as_slice(), seeds)
    }
}

/// A mint and the address of ours that decides over it until `give_up_minting`.
#[derive(Clone, Copy)]
pub struct Authored<'a> {
    pub mint: Account<'a>,
    pub authority: Account<'a>,
    pub seeds: &'a [Slice<'a>],
}

/// What wallets show.
pub struct Metadata<'a> {
    pub name: &'a [u8],
    pub symbol: &'a [u8],
    pub uri: &'a [u8],
    pub uri_end: &'a [u8],
}

impl Metadata<'_> {
    pub fn extension_size(&self) -> u64 {
        METADATA_EXTENSION_SIZE + (self.name.len() + self.symbol.len() + self.uri.len() + self.uri_end.len()) as u64
    }
}

impl Authored<'_> {
    /// Says that the mint's metadata is on the mint itself, for good: nobody may point elsewhere.
    pub fn point_metadata_at_itself(&self) -> Outcome<()> {
        self.point_at_itself(METADATA_POINTER)
    }
    pub fn point_group_at_itself(&self) -> Outcome<()> {
        self.point_at_itself(GROUP_POINTER)
    }
    pub fn point_member_at_itself(&self) -> Outcome<()> {
        self.point_at_itself(MEMBER_POINTER)
    }
    fn point_at_itself(&self, extension: u8) -> Outcome<()> {
        let mut data = Bytes::<66>::new();
        data.put(&[extension, 0])?;
        data.put(&[0; 32])?;
        data.put(self.mint.address())?;
        invoke(&TOKEN_2022, &[writes(self.mint)], data.as_slice(), &[])
    }
    /// Without freeze authority.
    pub fn initialize(&self, decimals: u8) -> Outcome<()> {
        let mut data = Bytes::<35>::new();
        data.put(&[INITIALIZE_MINT_2, decimals])?;
        data.put(self.authority.address())?;
        data.put(&[0])?;
        invoke(&TOKEN_2022, &[writes(self.mint)], data.as_slice(), &[])
    }
    /// Writes the metadata and gives up the right to change it.
    #[inline(never)]
    pub fn write_metadata_for_good(&self, metadata: &Metadata) -> Outcome<()> {
        let mut data = Bytes::<400>::new();
        data.put(&INITIALIZE_METADATA)?;
        data.put(&(metadata.name.len() as u32).to_le_bytes())?;
        data.put_slice(metadata.name)?;
        data.put(&(metadata.symbol.len() as u32).to_le_bytes())?;
        data.put_slice(metadata.symbol)?;
        data.put(&((metadata.uri.len() + metadata.uri_end.len()) as u32).to_le_bytes())?;
        data.put_slice(metadata.uri)?;
        data.put_slice(metadata.uri_end)?;
        let parts = [writes(self.mint), reads(self.authority), reads(self.mint), signs(self.authority)];
        invoke(&TOKEN_2022, &parts, data.as_slice(), self.seeds)?;

        let mut data = Bytes::<40>::new();
        data.put(&UPDATE_METADATA_AUTHORITY)?;
        data.put(&[0; 32])?;
        invoke(&TOKEN_2022, &[writes(self.mint), signs(self.authority)], data.as_slice(), self.seeds)
    }
    /// Makes the mint a group whose members the authority adds.
    pub fn initialize_group(&self, size_max: u64) -> Outcome<()> {
        let mut data = Bytes::<48>::new();
        data.put(&INITIALIZE_GROUP)?;
        data.put(self.authority.address())?;
        data.put(&size_max.to_le_bytes())?;
        let parts = [writes(self.mint), reads(self.mint), signs(self.authority)];
        invoke(&TOKEN_2022, &parts, data.as_slice(), self.seeds)
    }
    /// Makes the mint a member of the group, whose update authority is the same as the mint's own.
    pub fn join_group(&self, group: Account) -> Outcome<()> {
        let parts = [writes(self.mint), reads(self.mint), signs(self.authority), writes(group), signs(self.authority)];
        invoke(&TOKEN_2022, &parts, &INITIALIZE_MEMBER, self.seeds)
    }
    pub fn mint_to(&self, account: Account, base_units: u64) -> Outcome<()> {
        let mut data = Bytes::<9>::new();
        data.put(&[MINT_TO])?;
        data.put(&base_units.to_le_bytes())?;
        let parts = [writes(self.mint), writes(account), signs(self.authority)];
        invoke(&TOKEN_2022, &parts, data.as_slice(), self.seeds)
    }
    /// The supply can never grow again.
    pub fn give_up_minting(&self) -> Outcome<()> {
        let data = [SET_AUTHORITY, 0, 0]; // authority type 0 mints; no successor
        invoke(&TOKEN_2022, &[writes(self.mint), signs(self.authority)], &data, self.seeds)
    }
    /// Burns coins of an account that the authority owns.
    pub fn burn(&self, account: Account, base_units: u64) -> Outcome<()> {
        let mut data = Bytes::<10>::new();
        data.put(&[BURN_CHECKED])?;
        data.put(&base_units.to_le_bytes())?;
        data.put(&[COIN_DECIMALS])?;
        let parts = [writes(account), writes(self.mint), signs(self.authority)];
        invoke(&TOKEN_2022, &parts, data.as_slice(), self.seeds)
    }
}

/// Makes the account, which Token-2022 owns already, one of the mint in the hands of `wallet`.
pub fn initialize_account(account: Account, mint: Account, wallet: &Address) -> Outcome<()> {
    let mut data = Bytes::<33>::new();
    data.put(&[INITIALIZE_ACCOUNT_3])?;
    data.put(wallet)?;
    invoke(&TOKEN_2022, &[writes(account), reads(mint)], data.as_slice(), &[])
}

/// Whether the wallet that holds the account may close it: nobody else was made its close authority.
pub fn is_closed_by_holder(account: Account) -> Outcome<bool> {
    let close_authority: [u8; 36] = account.read(129)?;
    Ok(close_authority[..4] == [0; 4] || close_authority[4..] == account.read::<32>(32)?)
}

/// Closes an empty account, whose lamports go to `receiver`.
pub fn close(account: Account, receiver: Account, authority: Account, seeds: &[Slice]) -> Outcome<()> {
    invoke(&TOKEN_2022, &[writes(account), writes(receiver), signs(authority)], &[CLOSE_ACCOUNT], seeds)
}

/// Where a mint's metadata extension begins with its name, after two addresses.
pub fn metadata_texts_offset(mint: Account) -> Outcome<usize> {
    if !mint.is_owned_by(&TOKEN_2022) {
        return Err(WRONG_ACCOUNT_OWNER);
    }
    if mint.read(165)? != [1] {
        return Err(WRONG_ACCOUNT_KIND);
    }
    // Each extension: u16 type, u16 length, data. A read beyond the account's end is refused.
    let mut at = 166;
    while u16::from_le_bytes(mint.read(at)?) != METADATA {
        at += 4 + u16::from_le_bytes(mint.read(at + 2)?) as usize;
    }
    Ok(at + 4 + 64)
}

/// The accounts from which an associated token account is made.
pub struct Associated<'a> {
    pub payer: Account<'a>,
    pub account: Account<'a>,
    pub wallet: Account<'a>,
    pub mint: Account<'a>,
    pub system: Account<'a>,
    pub token_2022: Account<'a>,
}

impl Associated<'_> {
    /// The associated token program tops up, allocates and assigns, so lamports that are already there do no harm.
    pub fn make(&self) -> Outcome<()> {
        let parts = [
            signs_and_writes(self.payer),
            writes(self.account),
            reads(self.wallet),
            reads(self.mint),
            reads(self.system),
            reads(self.token_2022),
        ];
        invoke(&ASSOCIATED_TOKEN, &parts, &[], &[])
    }
}
