//! Every reason to refuse, each with its own code. `docs/program.md` and `packages/sdk/core/errors.ts` have the same names.
use core::num::NonZeroU64;

/// The number that the entrypoint returns. Non-zero, so that `Outcome<()>` travels in one register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Refusal(pub NonZeroU64);

pub type Outcome<T> = Result<T, Refusal>;

const fn refusal(code: u64) -> Refusal {
    match NonZeroU64::new(code) {
        Some(code) => Refusal(code),
        None => panic!(),
    }
}

pub const UNKNOWN_INSTRUCTION: Refusal = refusal(6000);
pub const MALFORMED_INSTRUCTION: Refusal = refusal(6001);
pub const WRONG_ACCOUNT_COUNT: Refusal = refusal(6002);
pub const MISSING_SIGNATURE: Refusal = refusal(6003);
pub const WRONG_ADDRESS: Refusal = refusal(6004);
pub const WRONG_ACCOUNT_OWNER: Refusal = refusal(6005);
pub const WRONG_ACCOUNT_KIND: Refusal = refusal(6006);
pub const WRONG_TOKEN_ACCOUNT: Refusal = refusal(6007);
pub const NOT_UPGRADE_AUTHORITY: Refusal = refusal(6008);
pub const NOT_ADMIN: Refusal = refusal(6009);
pub const NOT_CREATOR: Refusal = refusal(6010);
pub const ALREADY_INITIALIZED: Refusal = refusal(6011);
pub const ALREADY_LAUNCHED: Refusal = refusal(6012);
pub const CONFIG_OUT_OF_RANGE: Refusal = refusal(6013);
pub const PAUSED: Refusal = refusal(6014);
pub const MINT_NOT_JPG: Refusal = refusal(6015);
pub const INVALID_TEXT: Refusal = refusal(6016);
pub const AMOUNT_ZERO: Refusal = refusal(6017);
pub const AMOUNT_TOO_SMALL: Refusal = refusal(6018);
pub const SLIPPAGE_EXCEEDED: Refusal = refusal(6019);
pub const INSUFFICIENT_LAMPORTS: Refusal = refusal(6020);
pub const INSUFFICIENT_BASE_UNITS: Refusal = refusal(6021);
pub const NOTHING_TO_CLAIM: Refusal = refusal(6022);
pub const OVERFLOW: Refusal = refusal(6023);
pub const INVARIANT_BROKEN: Refusal = refusal(6024);
pub const NFT_INDEX_OUT_OF_RANGE: Refusal = refusal(6025);
pub const NFT_TAKEN: Refusal = refusal(6026);
pub const NFT_NOT_IN_ESCROW: Refusal = refusal(6027);
pub const NFT_NOT_HELD: Refusal = refusal(6028);
pub const RESERVE_EXCEEDED: Refusal = refusal(6029);
pub const NEEDS_MIGRATION: Refusal = refusal(6030);
pub const NOT_PAUSED: Refusal = refusal(6031);
pub const TERMS_CHANGED: Refusal = refusal(6032);
pub const OPENING_OUT_OF_RANGE: Refusal = refusal(6033);
pub const GUARD_OUT_OF_RANGE: Refusal = refusal(6034);
pub const PAUSE_TOO_SOON: Refusal = refusal(6035);
pub const NOT_PAUSE_KEY: Refusal = refusal(6036);
pub const NOT_OFFERED: Refusal = refusal(6037);
pub const FEES_SHARED: Refusal = refusal(6038);
pub const FEE_SHARES_OUT_OF_RANGE: Refusal = refusal(6039);
pub const NOT_FEE_SHARES: Refusal = refusal(6040);
pub const LISTING_EXPIRED: Refusal = refusal(6041);
pub const OFFER_EXPIRED: Refusal = refusal(6042);
pub const EXPIRY_OUT_OF_RANGE: Refusal = refusal(6043);
pub const NOT_SELLER: Refusal = refusal(6044);
pub const NOT_BIDDER: Refusal = refusal(6045);
pub const PRICE_TOO_HIGH: Refusal = refusal(6046);
pub const OFFER_TOO_LOW: Refusal = refusal(6047);
pub const NFT_NOT_IN_OFFER: Refusal = refusal(6048);
pub const OFFER_EMPTY: Refusal = refusal(6049);
pub const OFFER_EXISTS: Refusal = refusal(6050);
pub const NOT_LISTED: Refusal = refusal(6051);
pub const OFFER_CLOSED: Refusal = refusal(6052);
