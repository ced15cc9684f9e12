//! Products and quotients of u64 through 128 bits. The backend has no library routines for them (`*` with overflow
//! checks, `checked_mul` and u128 products do not compile), so these functions are the only way to multiply.
use crate::error::{OVERFLOW, Outcome};

const LOW_HALF: u64 = 0xffff_ffff;

/// a·b as (high, low) halves of 128 bits: comparing two such pairs compares the products.
#[inline(always)]
pub fn product(a: u64, b: u64) -> (u64, u64) {
    let (a1, a0, b1, b0) = (a >> 32, a & LOW_HALF, b >> 32, b & LOW_HALF);
    let (p00, p01) = (a0.wrapping_mul(b0), a0.wrapping_mul(b1));
    let (p10, p11) = (a1.wrapping_mul(b0), a1.wrapping_mul(b1));
    let middle = (p00 >> 32) + (p01 & LOW_HALF) + (p10 & LOW_HALF); // below 3·2^32
    (p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32), (middle << 32) | (p00 & LOW_HALF))
}

/// floor(a·b / c). Refused when it does not fit 64 bits or c is zero.
pub fn mul_div_floor(a: u64, b: u64, c: u64) -> Outcome<u64> {
    let (high, low) = product(a, b);
    if high >= c {
        return Err(OVERFLOW);
    }
    Ok(divide(high, low, c).0)
}

/// ceil(a·b / c). Refused when it does not fit 64 bits or c is zero.
pub fn mul_div_ceil(a: u64, b: u64, c: u64) -> Outcome<u64> {
    let (high, low) = product(a, b);
    if high >= c {
        return Err(OVERFLOW);
    }
    let (quotient, remainder) = divide(high, low, c);
    if remainder == 0 { Ok(quotient) } else { quotient.checked_add(1).ok_or(OVERFLOW) }
}

/// (high:low) / divisor as (quotient, remainder), for high < divisor: schoolbook division with two digits of 32 bits
/// (Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D).
#[inline(never)]
fn divide(high: u64, low: u64, divisor: u64) -> (u64, u64) {
    if high == 0 {
        return (low / divisor, low % divisor);
    }
    // Normalised so that the divisor's top bit is set: each estimated digit is then at most two too large.
    let shift = divisor.leading_zeros();
    let divisor = divisor << shift;
    let high = (high << shift) | ((low >> 1) >> (63 - shift));
    let low = low << shift;
    let (q1, rest) = digit(high, low >> 32, divisor);
    let (q0, rest) = digit(rest, low & LOW_HALF, divisor);
    ((q1 << 32) | q0, rest >> shift)
}

/// (top·2^32 + next) / divisor, for top < divisor and next < 2^32. The quotient fits 32 bits.
#[inline(always)]
fn digit(top: u64, next: u64, divisor: u64) -> (u64, u64) {
    let (d1, d0) = (divisor >> 32, divisor & LOW_HALF);
    let (mut quotient, mut rest) = (top / d1, top % d1);
    while quotient > LOW_HALF || quotient.wrapping_mul(d0) > ((rest << 32) | next) {
        quotient -= 1;
        rest += d1;
        if rest > LOW_HALF {
            break;
        }
    }
    // Modulo 2^64 on purpose: the true remainder is below the divisor.
    (quotient, ((top << 32) | next).wrapping_sub(quotient.wrapping_mul(divisor)))
}
