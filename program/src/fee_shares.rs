//! The FeeShares account: up to four receivers of a coin's creator fees, each with a share, and who may change them. It
//! holds no more than its rent: the fees stay in the Market, as what it owes, until they are drawn.
//!
//! What was ever received is what the market owes now and what the receivers drew. Each draws floor(received · share /
//! 10,000) less what it drew, so none waits for another. All floors together never exceed what was received, and what they
//! leave over is paid with what comes next.
use crate::error::{
    FEE_SHARES_OUT_OF_RANGE, INVARIANT_BROKEN, MALFORMED_INSTRUCTION, NOT_FEE_SHARES, OVERFLOW, Outcome,
    WRONG_ACCOUNT_COUNT, WRONG_ACCOUNT_KIND, WRONG_ACCOUNT_OWNER, WRONG_ADDRESS,
};
use crate::event::{self, Event, Route};
use crate::market::Market;
use crate::math::mul_div_floor;
use crate::nft::ESCROW_SEED;
use crate::payee::{may_be_named, payable_lamports, require_not_passed_over};
use crate::runtime::{Account, Address, Bytes, Reader, Slice, move_lamports, program_address};
use crate::system::{rent_exempt_lamports, require_address, sum};

pub const SEED: &[u8] = b"fee_shares";
pub const SIZE: usize = 312;
const TAG: u8 = 3;
const VERSION: u8 = 1;

/// With four present and four new receivers, a change names thirteen accounts, the most that any instruction may.
pub const RECEIVERS_MAX: usize = 4;
const ALL_BPS: u64 = 10_000;

/// Of one receiver: address, u64 drawn, u16 share, u8 confirmed.
const RECEIVER_SIZE: usize = 43;
const RECEIVERS_AT: usize = 105;
/// From the authority to the last receiver: with this every event of the account goes on.
const STATE_AT: usize = 40;
pub const STATE_SIZE: usize = RECEIVERS_AT + RECEIVERS_MAX * RECEIVER_SIZE - STATE_AT;

/// The account, read and written in place.
#[derive(Clone, Copy)]
pub struct FeeShares<'a> {
    pub account: Account<'a>,
}

/// One of the receivers, by its place.
#[derive(Clone, Copy)]
pub struct Receiver<'a> {
    account: Account<'a>,
    at: usize,
}

impl<'a> FeeShares<'a> {
    /// Refuses what is not this market's. The owner, the tag and the mint are enough: only this program writes into
    /// accounts that it owns, and it writes this tag with a mint at one derived address alone.
    pub fn open(account: Account<'a>, market: &Market, program: &Address) -> Outcome<FeeShares<'a>> {
        if !account.is_owned_by(program) {
            return Err(WRONG_ACCOUNT_OWNER);
        }
        if account.size() != SIZE || account.read(0)? != [TAG, VERSION] {
            return Err(WRONG_ACCOUNT_KIND);
        }
        if account.read(8)? != market.mint {
            return Err(WRONG_ADDRESS);
        }
        Ok(FeeShares { account })
    }

    /// A new account's first bytes; it has no receivers yet.
    pub fn begin(account: Account<'a>, bump: u8, mint: &Address) -> Outcome<FeeShares<'a>> {
        account.write(0, &[TAG, VERSION, bump])?;
        account.write(8, mint)?;
        Ok(FeeShares { account })
    }

    pub fn authority(&self) -> Outcome<Address> {
        self.account.read(40)
    }
    pub fn set_authority(&self, authority: &Address) -> Outcome<()> {
        self.account.write(40, authority)
    }
    pub fn require_authority(&self, account: Account) -> Outcome<()> {
        if *account.address() == self.authority()? { Ok(()) } else { Err(NOT_FEE_SHARES) }
    }
    /// Zeros where the right is offered to nobody.
    pub fn pending_authority(&self) -> Outcome<Address> {
        self.account.read(72)
    }
    pub fn set_pending_authority(&self, pending: &Address) -> Outcome<()> {
        self.account.write(72, pending)
    }
    pub fn count(&self) -> Outcome<usize> {
        let [count] = self.account.read(104)?;
        Ok(count as usize)
    }
    fn receiver(&self, place: usize) -> Receiver<'a> {
        Receiver { account: self.account, at: RECEIVERS_AT + place.wrapping_mul(RECEIVER_SIZE) }
    }
    pub fn receiver_at(&self, address: &Address) -> Outcome<Receiver<'a>> {
        for place in 0..self.count()? {
            let receiver = self.receiver(place);
            if receiver.address()? == *address {
                return Ok(receiver);
            }
        }
        Err(NOT_FEE_SHARES)
    }

    /// Lamports since the present receivers were named, with what those before them left.
    fn received_lamports(&self, market: &Market) -> Outcome<u64> {
        let mut received = market.creator_fees_owed_lamports;
        for place in 0..self.count()? {
            received = sum(received, self.receiver(place).drawn_lamports()?)?;
        }
        Ok(received)
    }

    /// Pays a receiver in the books, and says how much: floor(received · share / 10,000) less what it drew, or nothing where
    /// the account cannot take it. Lamports move after the event.
    pub fn draw(&self, receiver: &Receiver, market: &mut Market, account: Account) -> Outcome<u64> {
        let drawn = receiver.drawn_lamports()?;
        let all = mul_div_floor(self.received_lamports(market)?, receiver.bps()? as u64, ALL_BPS)?;
        let due = all.checked_sub(drawn).ok_or(INVARIANT_BROKEN)?;
        let lamports = payable_lamports(account, due)?;
        market.creator_fees_owed_lamports =
            market.creator_fees_owed_lamports.checked_sub(lamports).ok_or(INVARIANT_BROKEN)?;
        receiver.set_drawn_lamports(sum(drawn, lamports)?)?;
        Ok(lamports)
    }

    /// Pays the present receivers, and says to each how much. A wallet that cannot take its part leaves it to those who come
    /// next: nobody may hold a change up.
    fn settle(&self, market: &mut Market, present: &[Account]) -> Outcome<[u64; RECEIVERS_MAX]> {
        let mut paid = [0; RECEIVERS_MAX];
        for (place, (account, paid)) in present.iter().zip(paid.iter_mut()).enumerate() {
            *paid = self.draw(&self.receiver(place), market, *account)?;
        }
        Ok(paid)
    }

    /// The accounts that stand behind an instruction's fixed ones: every present receiver, in order, then the new ones.
    pub fn split<'b>(&self, rest: &'b [Account<'a>], next: usize) -> Outcome<(&'b [Account<'a>], &'b [Account<'a>])> {
        let (present, next_accounts) = rest.split_at_checked(self.count()?).ok_or(WRONG_ACCOUNT_COUNT)?;
        if next_accounts.len() != next {
            return Err(WRONG_ACCOUNT_COUNT);
        }
        for (place, account) in present.iter().enumerate() {
            require_address(*account, &self.receiver(place).address()?)?;
            require_not_passed_over(*account)?;
        }
        Ok((present, next_accounts))
    }

    /// Names the receivers anew, with nothing drawn: what the market still owes is theirs. Nobody has confirmed but who signs
    /// this.
    pub fn name(&self, next: &Shares, signer: &Address) -> Outcome<()> {
        for (place, account) in next.receivers.iter().enumerate() {
            self.receiver(place).store(account.address(), next.bps(place)?, account.address() == signer)?;
        }
        for place in next.receivers.len()..RECEIVERS_MAX {
            self.receiver(place).store(&[0; 32], 0, false)?;
        }
        self.account.write(104, &[next.receivers.len() as u8])
    }

    /// Tells what happened to the account, with its state behind the record.
    pub fn record(&self, event: &Event, market: &Market, route: &Route) -> Outcome<()> {
        let mut state = Bytes::<STATE_SIZE>::new();
        self.account.read_into(STATE_AT, STATE_SIZE, &mut state)?;
        event.record_with::<{ 1 + event::SIZE + STATE_SIZE }>(market, route, state.as_slice())
    }

    /// The same of a change: behind the state, what each of those who were receivers before was paid.
    pub fn record_change(
        &self,
        event: &Event,
        market: &Market,
        route: &Route,
        paid: &[u64; RECEIVERS_MAX],
    ) -> Outcome<()> {
        let mut more = Bytes::<{ STATE_SIZE + 32 }>::new();
        self.account.read_into(STATE_AT, STATE_SIZE, &mut more)?;
        for lamports in paid {
            more.put(&lamports.to_le_bytes())?;
        }
        event.record_with::<{ 1 + event::SIZE + STATE_SIZE + 32 }>(market, route, more.as_slice())
    }
}

impl Receiver<'_> {
    pub fn address(&self) -> Outcome<Address> {
        self.account.read(self.at)
    }
    fn drawn_lamports(&self) -> Outcome<u64> {
        Ok(u64::from_le_bytes(self.account.read(self.at + 32)?))
    }
    fn bps(&self) -> Outcome<u16> {
        Ok(u16::from_le_bytes(self.account.read(self.at + 40)?))
    }
    pub fn is_confirmed(&self) -> Outcome<bool> {
        Ok(self.account.read(self.at + 42)? != [0])
    }
    pub fn confirm(&self) -> Outcome<()> {
        self.account.write(self.at + 42, &[1])
    }
    fn set_drawn_lamports(&self, lamports: u64) -> Outcome<()> {
        self.account.write(self.at + 32, &lamports.to_le_bytes())
    }
    /// With nothing drawn.
    fn store(&self, address: &Address, bps: u16, confirmed: bool) -> Outcome<()> {
        self.account.write(self.at, address)?;
        self.set_drawn_lamports(0)?;
        self.account.write(self.at + 40, &bps.to_le_bytes())?;
        self.account.write(self.at + 42, &[confirmed as u8])
    }
}

/// New receivers and their shares. setFeeShares and acceptFeeShares carry the shares as u8 count and so many u16 basis
/// points; the receivers are the last accounts of the list, in the same order.
pub struct Shares<'a> {
    pub count: usize,
    bps: [u16; RECEIVERS_MAX],
    receivers: &'a [Account<'a>],
}

impl<'a> Shares<'a> {
    /// The receivers follow.
    pub fn parse(data: &mut Reader) -> Outcome<Shares<'a>> {
        let count = data.u8()? as usize;
        let mut bps = [0; RECEIVERS_MAX];
        for share in bps.get_mut(..count).ok_or(MALFORMED_INSTRUCTION)? {
            *share = data.u16()?;
        }
        data.end()?;
        Ok(Shares { count, bps, receivers: &[] })
    }

    pub fn with(self, receivers: &'a [Account<'a>]) -> Shares<'a> {
        Shares { receivers, ..self }
    }

    fn bps(&self, place: usize) -> Outcome<u16> {
        self.bps.get(place).copied().ok_or(OVERFLOW)
    }

    /// One to four receivers, whose shares are above zero and together 10,000. Each can be paid whatever is due to it: it
    /// has its rent already. An empty wallet could be passed over again and again while less than that is due to it. Nor
    /// may money lie for ever with the escrow, the one of the coin's own accounts that belongs to nobody's program.
    pub fn check(&self, shares: Account, market: &Market, program: &Address) -> Outcome<()> {
        let bump = [market.escrow_bump];
        let escrow = program_address(&[Slice::new(ESCROW_SEED), Slice::new(&market.mint), Slice::new(&bump)], program);
        let mut total = 0;
        for (place, account) in self.receivers.iter().enumerate() {
            let address = account.address();
            let bps = self.bps(place)?;
            let twice = self.receivers.iter().take(place).any(|other| other.address() == address);
            let ours = address == shares.address() || *address == escrow;
            let is_funded = account.lamports() >= rent_exempt_lamports(account.size())?;
            if bps == 0 || twice || ours || !is_funded || !may_be_named(*account, program) {
                return Err(FEE_SHARES_OUT_OF_RANGE);
            }
            total += bps as u64;
        }
        if total == ALL_BPS { Ok(()) } else { Err(FEE_SHARES_OUT_OF_RANGE) }
    }
}

/// What setFeeShares and acceptFeeShares do alike.
pub struct Change<'a> {
    pub market_account: Account<'a>,
    pub shares: FeeShares<'a>,
    /// The present receivers, in order.
    pub present: &'a [Account<'a>],
    pub next: Shares<'a>,
    pub program: &'a Address,
}

impl Change<'_> {
    /// Pays the present receivers and names the next. The signer has the right to, and is the authority from now on.
    #[inline(never)]
    pub fn make(&self, kind: u8, signer: Account, market: &mut Market) -> Outcome<()> {
        let shares = self.shares;
        self.next.check(shares.account, market, self.program)?;
        let surplus = market.surplus_lamports(self.market_account)?;

        let paid = shares.settle(market, self.present)?;
        shares.name(&self.next, signer.address())?;
        shares.set_authority(signer.address())?;
        market.advance_sequence()?;
        market.store(self.market_account)?;

        let mut lamports = 0;
        for part in paid {
            lamports = sum(lamports, part)?;
        }
        let event = Event { lamports, ..Event::of(kind, signer.address()) };
        let route = Route { account: self.market_account, program: self.program };
        shares.record_change(&event, market, &route, &paid)?;
        for (account, part) in self.present.iter().zip(paid) {
            move_lamports(self.market_account, *account, part)?;
        }
        if market.surplus_lamports(self.market_account)? < surplus {
            return Err(INVARIANT_BROKEN);
        }
        Ok(())
    }
}
