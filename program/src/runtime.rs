//! The border to the virtual machine: the entrypoint's input, accounts, system calls, calls of other programs.
//! All `unsafe` of the program stands here; what is above is safe Rust. Must not know what Twinmint is.
//!
//! Three properties of the backend shape this file. A function has five argument registers and one result register
//! (`Refusal` is non-zero so that `Outcome<()>` fits one). Copies whose length the compiler does not know would need
//! a library `memcpy`, which does not exist on chain, so they go through the system call. There is no heap.
#![allow(unsafe_code)]
use crate::error::{
    INVARIANT_BROKEN, MALFORMED_INSTRUCTION, OVERFLOW, Outcome, Refusal, WRONG_ACCOUNT_COUNT, WRONG_ACCOUNT_KIND,
};
use core::{marker::PhantomData, num::NonZeroU64};

pub type Address = [u8; 32];

mod syscall {
    use super::{Address, CallInfo, CallInstruction, CallSigner, Slice};
    unsafe extern "C" {
        pub fn sol_invoke_signed_c(
            instruction: *const CallInstruction,
            infos: *const CallInfo,
            info_count: u64,
            signers: *const CallSigner,
            signer_count: u64,
        ) -> u64;
        pub fn sol_try_find_program_address(
            seeds: *const Slice,
            count: u64,
            program: *const Address,
            address: *mut Address,
            bump: *mut u8,
        ) -> u64;
        pub fn sol_sha256(parts: *const Slice, count: u64, digest: *mut Address) -> u64;
        pub fn sol_get_clock_sysvar(clock: *mut [u64; 5]) -> u64;
        pub fn sol_get_rent_sysvar(rent: *mut [u64; 3]) -> u64;
        pub fn sol_memcpy_(to: *mut u8, from: *const u8, length: u64);
        pub fn sol_memcmp_(a: *const u8, b: *const u8, length: u64, order: *mut i32);
    }
}

/// The loader calls this with the serialised accounts, instruction data and program address.
#[unsafe(no_mangle)]
unsafe extern "C" fn entrypoint(input: *mut u8) -> u64 {
    // SAFETY: `input` is what the loader wrote; see `Call::read`.
    let outcome = unsafe { Call::read(input) }.and_then(|call| crate::process(&call));
    match outcome {
        Ok(()) => 0,
        Err(Refusal(code)) => code.get(),
    }
}

/// One account as the loader serialised it: 0 duplicate marker, 1 signer, 2 writable, 3 executable, 8 address,
/// 40 owner, 72 lamports, 80 data length, 88 data. Copies are the same account (and the same account may stand in
/// two roles), and a call of another program changes it, so everything is read and written by value. Plain reads see
/// such changes: the pointer comes from outside, so the compiler expects every system call to write through it.
#[derive(Clone, Copy)]
pub struct Account<'a>(*mut u8, PhantomData<&'a ()>);

/// Room that the loader leaves after each account's data so that it can grow.
const GROWTH_BYTES: usize = 10_240;

impl<'a> Account<'a> {
    pub fn is_signer(&self) -> bool {
        // SAFETY: byte 1 of the record; the loader never changes it.
        unsafe { *self.0.add(1) != 0 }
    }
    /// False as well for addresses that the runtime keeps for itself, whatever the transaction says.
    pub fn is_writable(&self) -> bool {
        // SAFETY: byte 2 of the record; the loader never changes it.
        unsafe { *self.0.add(2) != 0 }
    }
    pub fn is_executable(&self) -> bool {
        // SAFETY: byte 3 of the record; the loader never changes it.
        unsafe { *self.0.add(3) != 0 }
    }
    pub fn address(&self) -> &'a Address {
        // SAFETY: 32 bytes within the record; an account's address never changes.
        unsafe { &*(self.0.add(8) as *const Address) }
    }
    pub fn is_owned_by(&self, program: &Address) -> bool {
        // SAFETY: 32 bytes within the record.
        let owner = unsafe { (self.0.add(40) as *const Address).read() };
        owner == *program
    }
    pub fn lamports(&self) -> u64 {
        // SAFETY: 8 aligned bytes within the record.
        unsafe { (self.0.add(72) as *const u64).read() }
    }
    fn set_lamports(&self, lamports: u64) {
        // SAFETY: as above. The runtime refuses the transaction when the sums do not match.
        unsafe { (self.0.add(72) as *mut u64).write(lamports) }
    }
    pub fn size(&self) -> usize {
        // SAFETY: 8 aligned bytes within the record.
        unsafe { (self.0.add(80) as *const u64).read() as usize }
    }
    /// The bytes from `offset`, copied. An account that is shorter is not what the caller took it for.
    pub fn read<const N: usize>(&self, offset: usize) -> Outcome<[u8; N]> {
        self.check_range(offset, N)?;
        // SAFETY: the range is within the account's data.
        Ok(unsafe { (self.0.add(88 + offset) as *const [u8; N]).read() })
    }
    /// Appends `length` bytes from `offset` to `bytes`.
    pub fn read_into<const N: usize>(&self, offset: usize, length: usize, bytes: &mut Bytes<N>) -> Outcome<()> {
        self.check_range(offset, length)?;
        let room = bytes.room(length)?;
        // SAFETY: the range is within the account's data; the room is `length` long and none of the account's.
        unsafe { syscall::sol_memcpy_(room.as_mut_ptr(), self.0.add(88 + offset), length as u64) };
        Ok(())
    }
    pub fn write<const N: usize>(&self, offset: usize, bytes: &[u8; N]) -> Outcome<()> {
        self.check_range(offset, N)?;
        // SAFETY: the range is within the account's data. The runtime refuses writes that are not ours to make.
        unsafe { (self.0.add(88 + offset) as *mut [u8; N]).write(*bytes) };
        Ok(())
    }
    /// Lengthens the data to `size` bytes, the new ones zeros: the loader left that room, and left it empty. No other
    /// program may be called between this and the end of what is written, or it would see half an account.
    pub fn grow(&self, size: usize) -> Outcome<()> {
        let old = self.size();
        if size < old || size - old > GROWTH_BYTES {
            return Err(INVARIANT_BROKEN);
        }
        // SAFETY: as `size`. The runtime takes the new length from here; it refuses accounts that are not ours.
        unsafe { (self.0.add(80) as *mut u64).write(size as u64) };
        Ok(())
    }
    /// Takes the data away and gives the account to `owner`. With no lamports left the address is as if nothing had ever
    /// been there, for the rest of the transaction too. No other program may be called after it.
    pub fn give_up(&self, owner: &Address) {
        // SAFETY: as `size` and `is_owned_by`. The runtime takes both from here; it refuses accounts that are not ours.
        unsafe {
            (self.0.add(80) as *mut u64).write(0);
            (self.0.add(40) as *mut Address).write(*owner);
        }
    }
    fn check_range(&self, offset: usize, length: usize) -> Outcome<()> {
        let size = self.size();
        if length > size || offset > size - length {
            return Err(WRONG_ACCOUNT_KIND);
        }
        Ok(())
    }
    fn info(&self) -> CallInfo {
        // SAFETY: all within the record.
        unsafe {
            CallInfo {
                address: self.0.add(8) as _,
                lamports: self.0.add(72) as _,
                data_length: self.size() as u64,
                data: self.0.add(88),
                owner: self.0.add(40) as _,
                rent_epoch: 0,
                signer: *self.0.add(1),
                writable: *self.0.add(2),
                executable: *self.0.add(3),
                padding: [0; 5],
            }
        }
    }
}

/// Moves lamports out of an account that this program owns. Paying oneself would make money out of nothing when both
/// balances are read before either is written, so it is refused.
pub fn move_lamports(from: Account, to: Account, lamports: u64) -> Outcome<()> {
    if from.address() == to.address() {
        return Err(INVARIANT_BROKEN);
    }
    let rest = from.lamports().checked_sub(lamports).ok_or(INVARIANT_BROKEN)?;
    let sum = to.lamports().checked_add(lamports).ok_or(OVERFLOW)?;
    from.set_lamports(rest);
    to.set_lamports(sum);
    Ok(())
}

const ACCOUNTS_MAX: usize = 13;

/// What the transaction asks of the program.
pub struct Call<'a> {
    accounts: [Account<'a>; ACCOUNTS_MAX],
    count: usize,
    pub data: &'a [u8],
    pub program: &'a Address,
}

impl<'a> Call<'a> {
    /// SAFETY: `input` must be the loader's: u64 account count; the accounts, each either a duplicate's u8 index and
    /// seven zeros, or a record (see `Account`), data, room to grow, padding to 8, u64 rent epoch; u64 data length,
    /// data, program address.
    #[inline(always)]
    unsafe fn read(input: *mut u8) -> Outcome<Call<'a>> {
        unsafe {
            let count = *(input as *const u64) as usize;
            if count > ACCOUNTS_MAX {
                return Err(WRONG_ACCOUNT_COUNT);
            }
            let mut accounts = [Account(input, PhantomData); ACCOUNTS_MAX];
            let mut at = input.add(8);
            for i in 0..count {
                let first = *at as usize;
                if first == 0xff {
                    accounts[i] = Account(at, PhantomData);
                    let size = *(at.add(80) as *const u64) as usize;
                    at = at.add(88 + ((size + GROWTH_BYTES + 7) & !7) + 8);
                } else {
                    accounts[i] = accounts[first];
                    at = at.add(8);
                }
            }
            let length = *(at as *const u64) as usize;
            let data = core::slice::from_raw_parts(at.add(8), length);
            let program = &*(at.add(8 + length) as *const Address);
            Ok(Call { accounts, count, data, program })
        }
    }
    /// Exactly `N` accounts.
    #[inline(always)]
    pub fn accounts<const N: usize>(&self) -> Outcome<[Account<'a>; N]> {
        if self.count != N {
            return Err(WRONG_ACCOUNT_COUNT);
        }
        let mut accounts = [self.accounts[0]; N];
        for (i, account) in accounts.iter_mut().enumerate() {
            *account = self.accounts[i];
        }
        Ok(accounts)
    }
    /// The first `N` accounts, and however many stand behind them.
    #[inline(always)]
    pub fn accounts_and_rest<const N: usize>(&self) -> Outcome<([Account<'a>; N], &[Account<'a>])> {
        let rest = self.accounts.get(N..self.count).ok_or(WRONG_ACCOUNT_COUNT)?;
        let mut accounts = [self.accounts[0]; N];
        for (i, account) in accounts.iter_mut().enumerate() {
            *account = self.accounts[i];
        }
        Ok((accounts, rest))
    }
}

/// Reads instruction data from front to back.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Outcome<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(MALFORMED_INSTRUCTION)?;
        self.0 = rest;
        Ok(*head)
    }
    pub fn u8(&mut self) -> Outcome<u8> {
        Ok(self.take::<1>()?[0])
    }
    pub fn u16(&mut self) -> Outcome<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }
    pub fn u32(&mut self) -> Outcome<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }
    pub fn u64(&mut self) -> Outcome<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }
    pub fn address(&mut self) -> Outcome<Address> {
        self.take()
    }
    pub fn bytes<const N: usize>(&mut self) -> Outcome<[u8; N]> {
        self.take()
    }
    /// u8 length, then that many bytes.
    pub fn text(&mut self) -> Outcome<&'a [u8]> {
        let length = self.u8()? as usize;
        let (head, rest) = self.0.split_at_checked(length).ok_or(MALFORMED_INSTRUCTION)?;
        self.0 = rest;
        Ok(head)
    }
    pub fn end(&self) -> Outcome<()> {
        if self.0.is_empty() { Ok(()) } else { Err(MALFORMED_INSTRUCTION) }
    }
}

/// Bytes built front to back in a fixed room.
pub struct Bytes<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Bytes<N> {
    #[inline(always)]
    pub fn new() -> Self {
        Bytes { bytes: [0; N], length: 0 }
    }
    #[inline(always)]
    pub fn put<const K: usize>(&mut self, bytes: &[u8; K]) -> Outcome<()> {
        let room = self.bytes.get_mut(self.length..).and_then(|rest| rest.first_chunk_mut::<K>()).ok_or(OVERFLOW)?;
        *room = *bytes;
        self.length += K;
        Ok(())
    }
    pub fn put_slice(&mut self, bytes: &[u8]) -> Outcome<()> {
        let room = self.room(bytes.len())?;
        // SAFETY: both are `bytes.len()` long, and a mutable borrow overlaps nothing.
        unsafe { syscall::sol_memcpy_(room.as_mut_ptr(), bytes.as_ptr(), bytes.len() as u64) };
        Ok(())
    }
    /// The next `length` bytes, to be written.
    fn room(&mut self, length: usize) -> Outcome<&mut [u8]> {
        let room = self.bytes.get_mut(self.length..).and_then(|rest| rest.get_mut(..length)).ok_or(OVERFLOW)?;
        self.length += length;
        Ok(room)
    }
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Pointer and length, as system calls take byte strings.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Slice<'a> {
    start: *const u8,
    length: u64,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> Slice<'a> {
    #[inline(always)]
    pub fn new(bytes: &'a [u8]) -> Self {
        Slice { start: bytes.as_ptr(), length: bytes.len() as u64, lifetime: PhantomData }
    }
}

/// The program address of the seeds, with its canonical bump.
pub fn find_program_address(seeds: &[Slice], program: &Address) -> Outcome<(Address, u8)> {
    let (mut address, mut bump) = ([0; 32], 0);
    // SAFETY: the seeds live through the call; both results have their room.
    let failed = unsafe {
        syscall::sol_try_find_program_address(seeds.as_ptr(), seeds.len() as u64, program, &mut address, &mut bump)
    };
    if failed == 0 { Ok((address, bump)) } else { Err(INVARIANT_BROKEN) }
}

/// The program address of seeds that end in their bump, which is known to be the canonical one: no search, so it takes
/// 100 compute units instead of 1,500 and more.
pub fn program_address(seeds: &[Slice; 3], program: &Address) -> Address {
    let [first, second, bump] = *seeds;
    sha256(&[first, second, bump, Slice::new(program), Slice::new(b"ProgramDerivedAddress")])
}

pub fn sha256(parts: &[Slice]) -> Address {
    let mut digest = [0; 32];
    // SAFETY: the parts live through the call. It has no way to fail with a handful of parts.
    unsafe { syscall::sol_sha256(parts.as_ptr(), parts.len() as u64, &mut digest) };
    digest
}

/// The cluster's clock, in unix seconds.
pub fn unix_seconds() -> Outcome<i64> {
    Ok(clock()?[4] as i64)
}

/// The number of the slot that goes on, never 0.
pub fn slot() -> Outcome<u64> {
    Ok(clock()?[0])
}

fn clock() -> Outcome<[u64; 5]> {
    let mut clock = [0u64; 5];
    // SAFETY: slot, epoch start, epoch, leader schedule epoch, unix time: forty bytes.
    let failed = unsafe { syscall::sol_get_clock_sysvar(&mut clock) };
    if failed == 0 { Ok(clock) } else { Err(INVARIANT_BROKEN) }
}

/// The cluster's rent: lamports a byte, and the bits of the double by which they are multiplied.
pub fn rent() -> Outcome<(u64, u64)> {
    let mut rent = [0u64; 3];
    // SAFETY: u64, f64, u8 and padding: 24 bytes.
    let failed = unsafe { syscall::sol_get_rent_sysvar(&mut rent) };
    if failed == 0 { Ok((rent[0], rent[1])) } else { Err(INVARIANT_BROKEN) }
}

/// How an account takes part in a call of another program.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    account: Account<'a>,
    writable: bool,
    signer: bool,
}

pub fn reads(account: Account) -> Part {
    Part { account, writable: false, signer: false }
}
pub fn writes(account: Account) -> Part {
    Part { account, writable: true, signer: false }
}
pub fn signs(account: Account) -> Part {
    Part { account, writable: false, signer: true }
}
pub fn signs_and_writes(account: Account) -> Part {
    Part { account, writable: true, signer: true }
}

#[repr(C)]
struct CallSigner {
    seeds: *const (),
    count: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct CallPart {
    address: *const Address,
    writable: u8,
    signer: u8,
    padding: [u8; 6],
}
#[repr(C)]
struct CallInstruction {
    program: *const Address,
    parts: *const CallPart,
    part_count: u64,
    data: *const u8,
    length: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct CallInfo {
    address: *const Address,
    lamports: *mut u64,
    data_length: u64,
    data: *mut u8,
    owner: *const Address,
    rent_epoch: u64,
    signer: u8,
    writable: u8,
    executable: u8,
    padding: [u8; 5],
}

impl CallInfo {
    /// What is overwritten before it is read.
    const NONE: CallInfo = CallInfo {
        address: core::ptr::null(),
        lamports: core::ptr::null_mut(),
        data_length: 0,
        data: core::ptr::null_mut(),
        owner: core::ptr::null(),
        rent_epoch: 0,
        signer: 0,
        writable: 0,
        executable: 0,
        padding: [0; 5],
    };
}

/// Calls a program, which may be this one, with exactly these accounts; `seeds` sign for one of our addresses, none when empty. When
/// the callee fails, the runtime ends the whole transaction: there is nothing to handle after it.
#[inline(always)]
pub fn invoke<const N: usize>(program: &Address, parts: &[Part; N], data: &[u8], seeds: &[Slice]) -> Outcome<()> {
    invoke_packed(parts, &Packed { program, data, seeds })
}

/// `invoke` has one word more of arguments than a function can take.
struct Packed<'a> {
    program: &'a Address,
    data: &'a [u8],
    seeds: &'a [Slice<'a>],
}

#[inline(never)]
fn invoke_packed<const N: usize>(parts: &[Part; N], packed: &Packed) -> Outcome<()> {
    let Packed { program, data, seeds } = *packed;
    let mut metas = [CallPart { address: program, writable: 0, signer: 0, padding: [0; 6] }; N];
    let mut infos = [CallInfo::NONE; N];
    for (i, part) in parts.iter().enumerate() {
        metas[i] = CallPart {
            address: part.account.address(),
            writable: part.writable as u8,
            signer: part.signer as u8,
            padding: [0; 6],
        };
        infos[i] = part.account.info();
    }
    let instruction = CallInstruction {
        program,
        parts: metas.as_ptr(),
        part_count: N as u64,
        data: data.as_ptr(),
        length: data.len() as u64,
    };
    let signer = CallSigner { seeds: seeds.as_ptr() as *const (), count: seeds.len() as u64 };
    // SAFETY: everything pointed to lives through the call; the infos point into the loader's own records.
    let failed = unsafe {
        syscall::sol_invoke_signed_c(&instruction, infos.as_ptr(), N as u64, &signer, !seeds.is_empty() as u64)
    };
    match NonZeroU64::new(failed) {
        None => Ok(()),
        Some(code) => Err(Refusal(code)),
    }
}

/// The compiler calls these two for comparisons that it does not expand inline.
/// SAFETY: the compiler passes two ranges of `length` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, length: u64) -> i32 {
    let mut order = 0;
    if length != 0 {
        unsafe { syscall::sol_memcmp_(a, b, length, &mut order) }
    }
    order
}
#[unsafe(no_mangle)]
unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, length: u64) -> i32 {
    unsafe { memcmp(a, b, length) }
}

/// Never reached: panics compile to an immediate abort of the transaction.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
