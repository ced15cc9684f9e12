//! Calls of the system program, rent, and the making of accounts at addresses that strangers may have sent lamports to.
use crate::error::{INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, MISSING_SIGNATURE, OVERFLOW, Outcome, WRONG_ADDRESS};
use crate::math::mul_div_floor;
use crate::runtime::{Account, Address, Bytes, Slice, invoke, rent, signs, signs_and_writes, writes};

pub const SYSTEM: Address = [0; 32];

const ASSIGN: u32 = 1;
const TRANSFER: u32 = 2;
const ALLOCATE: u32 = 8;
const ALLOCATE_WITH_SEED: u32 = 9;

pub fn require_address(account: Account, address: &Address) -> Outcome<()> {
    if account.address() == address { Ok(()) } else { Err(WRONG_ADDRESS) }
}

pub fn require_signer(account: Account) -> Outcome<()> {
    if account.is_signer() { Ok(()) } else { Err(MISSING_SIGNATURE) }
}

/// True for an address at which nothing but lamports can be.
pub fn is_unused(account: Account) -> bool {
    account.is_owned_by(&SYSTEM) && account.size() == 0
}

/// Lamports that an account of `size` bytes must hold to stay: (128 + size) · rate · threshold, rounded down.
pub fn rent_exempt_lamports(size: usize) -> Outcome<u64> {
    let (rate, threshold) = rent()?;
    let lamports = mul_div_floor(size as u64 + 128, rate, 1)?;
    // The threshold is a double (2.0 on old clusters, 1.0 on new ones) and there are no floats on chain:
    // its value is mantissa / 2^(1075 − exponent).
    let exponent = threshold >> 52;
    let mantissa = (threshold & ((1 << 52) - 1)) | (1 << 52);
    if !(1012..=1074).contains(&exponent) {
        return Err(INVARIANT_BROKEN);
    }
    mul_div_floor(lamports, mantissa, 1 << (1075 - exponent))
}

/// What is missing for `account` to hold `size` bytes.
pub fn missing_lamports(account: Account, size: usize) -> Outcome<u64> {
    Ok(rent_exempt_lamports(size)?.saturating_sub(account.lamports()))
}

/// Moves lamports of `from`, who has signed.
pub fn transfer(from: Account, to: Account, lamports: u64) -> Outcome<()> {
    if from.lamports() < lamports {
        return Err(INSUFFICIENT_LAMPORTS);
    }
    if lamports == 0 {
        return Ok(());
    }
    let mut data = Bytes::<12>::new();
    data.put(&TRANSFER.to_le_bytes())?;
    data.put(&lamports.to_le_bytes())?;
    invoke(&SYSTEM, &[signs_and_writes(from), writes(to)], data.as_slice(), &[])
}

/// An account to be made at an unused address.
pub struct Fresh<'a> {
    pub account: Account<'a>,
    pub size: u64,
    pub owner: &'a Address,
}

impl Fresh<'_> {
    /// Makes the account at one of our program addresses. Not by CreateAccount: that refuses an address that already
    /// has lamports, so anybody could block a launch by sending one.
    pub fn make_at_program_address(&self, seeds: &[Slice]) -> Outcome<()> {
        let mut data = Bytes::<12>::new();
        data.put(&ALLOCATE.to_le_bytes())?;
        data.put(&self.size.to_le_bytes())?;
        invoke(&SYSTEM, &[signs_and_writes(self.account)], data.as_slice(), seeds)?;
        let mut data = Bytes::<36>::new();
        data.put(&ASSIGN.to_le_bytes())?;
        data.put(self.owner)?;
        invoke(&SYSTEM, &[signs_and_writes(self.account)], data.as_slice(), seeds)
    }
    /// Makes the account at the address that `base`, who has signed, `seed` and the owner come to.
    pub fn make_with_seed(&self, base: Account, seed: &[u8]) -> Outcome<()> {
        let mut data = Bytes::<128>::new();
        data.put(&ALLOCATE_WITH_SEED.to_le_bytes())?;
        data.put(base.address())?;
        data.put(&(seed.len() as u64).to_le_bytes())?;
        data.put_slice(seed)?;
        data.put(&self.size.to_le_bytes())?;
        data.put(self.owner)?;
        invoke(&SYSTEM, &[writes(self.account), signs(base)], data.as_slice(), &[])
    }
}

/// a + b in lamports or base units.
pub fn sum(a: u64, b: u64) -> Outcome<u64> {
    a.checked_add(b).ok_or(OVERFLOW)
}
