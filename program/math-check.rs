//! Compares math.rs with the compiler's own 128-bit arithmetic, on this machine: `math.test.ts` builds and runs it.
#![allow(dead_code)]
#[path = "src/error.rs"]
mod error;
#[path = "src/math.rs"]
mod math;

/// splitmix64
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Every length of number, and what makes an estimated digit too large: halves of ones and zeros, one off a power.
fn edge(state: &mut u64) -> u64 {
    let (value, shape, bits) = (next(state), next(state) % 8, next(state) % 64);
    match shape {
        0 => value,
        1 => value >> bits,
        2 => 1 << bits,
        3 => (1u64 << bits).wrapping_sub(1),
        4 => u64::MAX << bits,
        5 => (value | 0xffff_ffff) >> (bits % 4),
        6 => value & 0xffff_ffff_0000_0000,
        _ => (1u64 << bits).wrapping_add(value % 3),
    }
}

fn main() {
    let mut state = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut fits = 0u64;
    for _ in 0..20_000_000 {
        let (a, b, c) = (edge(&mut state), edge(&mut state), edge(&mut state));
        let whole = a as u128 * b as u128;
        assert_eq!(math::product(a, b), ((whole >> 64) as u64, whole as u64), "{a} * {b}");
        let floor = whole.checked_div(c as u128).and_then(|q| u64::try_from(q).ok());
        let ceil = whole.checked_add(c as u128).and_then(|n| (n.wrapping_sub(1)).checked_div(c as u128));
        let ceil = if c == 0 { None } else { ceil.and_then(|q| u64::try_from(q).ok()) };
        assert_eq!(math::mul_div_floor(a, b, c).ok(), floor, "floor {a} * {b} / {c}");
        assert_eq!(math::mul_div_ceil(a, b, c).ok(), ceil, "ceil {a} * {b} / {c}");
        fits += floor.is_some() as u64;
    }
    println!("{fits}");
}
