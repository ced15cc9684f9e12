//! Calls of the system program, rent, and the making of accounts at addresses that strangers may have sent lamports to.
use crate::error::{INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, MISSING_SIGNATURE, OVERFLOW, Outcome, WRONG_ADDRESS};
use crate::math::mul_div_floor;
use crate::runtime::{Account, Address, Bytes, Slice, invoke, move_lamports, rent, signs, signs_and_writes, writes};

pub const SYSTEM: Address = [0; 32];

const CREATE_ACCOUNT: u32 = 0;
const TRANSFER: u32 = 2;
const CREATE_ACCOUNT_WITH_SEED: u32 = 3;
const TRANSFER_WITH_SEED: u32 = 11;

/// Not inlined: it stands in every instruction many times, and comparing 32 bytes is long.
#[inline(never)]
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

/// Moves lamports of `from`, who has signed.
pub fn transfer(from: Account, to: Account, lamports: u64) -> Outcome<()> {
    if from.lamports() < lamports {
        return Err(INSUFFICIENT_LAMPORTS);
    }
    transfer_signed(from, to, lamports, &[])
}

fn transfer_signed(from: Account, to: Account, lamports: u64, seeds: &[Slice]) -> Outcome<()> {
    let mut data = Bytes::<12>::new();
    data.put(&TRANSFER.to_le_bytes())?;
    data.put(&lamports.to_le_bytes())?;
    invoke(&SYSTEM, &[signs_and_writes(from), writes(to)], data.as_slice(), seeds)
}

/// Moves lamports of an account that this program owns while calls are still to come that do not name it. With each call
/// the runtime compares the sum of what the program has changed, over the accounts that a call has named by then; so a
/// transfer of nothing names both. `signer` has signed, is writable, and pays nothing.
pub fn move_lamports_before_calls(from: Account, to: Account, lamports: u64, signer: Account) -> Outcome<()> {
    move_lamports(from, to, lamports)?;
    let mut data = Bytes::<12>::new();
    data.put(&TRANSFER.to_le_bytes())?;
    data.put(&[0; 8])?;
    invoke(&SYSTEM, &[signs_and_writes(signer), writes(to), writes(from)], data.as_slice(), &[])
}

/// Ends an account that this program owns: all of its lamports go to `receiver`, and nothing of it can come back, not even
/// in the same transaction. After all calls.
pub fn end_account(account: Account, receiver: Account) -> Outcome<()> {
    move_lamports(account, receiver, account.lamports())?;
    account.give_up(&SYSTEM);
    Ok(())
}

/// An account to be made at an unused address. The system program refuses to make one where lamports are already, so
/// anybody could block a launch by sending one: what is there goes to the payer first.
pub struct Fresh<'a> {
    pub account: Account<'a>,
    pub payer: Account<'a>,
    pub size: u64,
    pub lamports: u64,
    pub owner: &'a Address,
}

/// One of our program addresses, from which with a seed and an owner another address comes; `seeds` sign for it.
pub struct SeedBase<'a> {
    pub account: Account<'a>,
    pub seed: &'a [u8],
    pub seeds: &'a [Slice<'a>],
}

impl Fresh<'_> {
    /// At one of our program addresses, for which the seeds sign.
    pub fn make_at_program_address(&self, seeds: &[Slice]) -> Outcome<()> {
        if self.account.lamports() > 0 {
            transfer_signed(self.account, self.payer, self.account.lamports(), seeds)?;
        }
        let mut data = Bytes::<52>::new();
        data.put(&CREATE_ACCOUNT.to_le_bytes())?;
        data.put(&self.lamports.to_le_bytes())?;
        data.put(&self.size.to_le_bytes())?;
        data.put(self.owner)?;
        let parts = [signs_and_writes(self.payer), signs_and_writes(self.account)];
        invoke(&SYSTEM, &parts, data.as_slice(), seeds)
    }
    /// At the address that the base, its seed and the owner come to.
    pub fn make_with_seed(&self, base: &SeedBase) -> Outcome<()> {
        let seed = base.seed;
        if self.account.lamports() > 0 {
            let mut data = Bytes::<96>::new();
            data.put(&TRANSFER_WITH_SEED.to_le_bytes())?;
            data.put(&self.account.lamports().to_le_bytes())?;
            data.put(&(seed.len() as u64).to_le_bytes())?;
            data.put_slice(seed)?;
            data.put(self.owner)?;
            let parts = [writes(self.account), signs(base.account), writes(self.payer)];
            invoke(&SYSTEM, &parts, data.as_slice(), base.seeds)?;
        }
        let mut data = Bytes::<128>::new();
        data.put(&CREATE_ACCOUNT_WITH_SEED.to_le_bytes())?;
        data.put(base.account.address())?;
        data.put(&(seed.len() as u64).to_le_bytes())?;
        data.put_slice(seed)?;
        data.put(&self.lamports.to_le_bytes())?;
        data.put(&self.size.to_le_bytes())?;
        data.put(self.owner)?;
        let parts = [signs_and_writes(self.payer), writes(self.account), signs(base.account)];
        invoke(&SYSTEM, &parts, data.as_slice(), base.seeds)
    }
}

/// a + b in lamports or base units.
pub fn sum(a: u64, b: u64) -> Outcome<u64> {
    a.checked_add(b).ok_or(OVERFLOW)
}
