//! The Memo program. A token account may demand that a memo goes before whatever comes in; that is asked of the call right
//! before, by the same caller, so nobody but the caller can write it.
use crate::error::Outcome;
use crate::runtime::{Address, invoke};

/// MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr
pub const MEMO: Address = [
    5, 74, 83, 90, 153, 41, 33, 6, 77, 36, 232, 113, 96, 218, 56, 124, 124, 53, 181, 221, 188, 146, 187, 129, 228, 31,
    168, 64, 65, 5, 68, 141,
];

pub fn write_memo() -> Outcome<()> {
    invoke(&MEMO, &[], b"Twinmint", &[])
}
