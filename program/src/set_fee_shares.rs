use crate::error::{INSUFFICIENT_LAMPORTS, INVARIANT_BROKEN, NOT_CREATOR, Outcome, WRONG_ACCOUNT_COUNT};
use crate::event::{self, Event, Route};
use crate::fee_shares::{self, Change, FeeShares, RECEIVERS_MAX, Shares};
use crate::market::Market;
use crate::runtime::{Account, Address, Call, Reader, Slice, find_program_address, move_lamports};
use crate::system::{Fresh, SYSTEM, rent_exempt_lamports, require_address, require_signer};

/// Names the receivers of the creator's fees: the first time by the creator, who pays the account's rent and is paid what
/// the market owes; later by the authority, with what the present receivers have not drawn paid to them. Can't be paused.
/// Accounts:
/// 0. authority `s w`: the first time the creator
/// 1. market `w`
/// 2. fee shares `w`
/// 3. system program
/// 4. this program
/// 5. the present receivers, each `w`, in their order
/// 6. the new receivers, each `w`, in the order of their shares
#[inline(never)]
pub fn set_fee_shares(call: &Call, data: &mut Reader) -> Outcome<()> {
    let next = Shares::parse(data)?;
    let ([authority, market_account, shares_account, system, program], rest) = call.accounts_and_rest()?;
    let mut market = Market::load(market_account, call.program)?;
    require_address(system, &SYSTEM)?;
    require_address(program, call.program)?;
    if market.fee_shares_bump == 0 {
        if rest.len() != next.count {
            return Err(WRONG_ACCOUNT_COUNT);
        }
        let next = next.with(rest);
        let first = First { creator: authority, market_account, shares_account, next, program: call.program };
        return first.make(&mut market);
    }

    let shares = FeeShares::open(shares_account, &market, call.program)?;
    let (present, receivers) = shares.split(rest, next.count)?;
    let next = next.with(receivers);
    require_signer(authority)?;
    shares.require_authority(authority)?;
    let change = Change { market_account, shares, present, next, program: call.program };
    change.make(event::SET_FEE_SHARES, authority, &mut market)
}

/// Until now the creator alone received.
struct First<'a> {
    creator: Account<'a>,
    market_account: Account<'a>,
    shares_account: Account<'a>,
    next: Shares<'a>,
    program: &'a Address,
}

impl First<'_> {
    #[inline(never)]
    fn make(&self, market: &mut Market) -> Outcome<()> {
        let seeds = [Slice::new(fee_shares::SEED), Slice::new(&market.mint)];
        let (address, bump) = find_program_address(&seeds, self.program)?;
        require_address(self.shares_account, &address)?;
        require_signer(self.creator)?;
        if *self.creator.address() != market.creator {
            return Err(NOT_CREATOR);
        }
        self.next.check(self.shares_account, market, self.program)?;
        let surplus = market.surplus_lamports(self.market_account)?;
        let rent = rent_exempt_lamports(fee_shares::SIZE)?;
        if self.creator.lamports() < rent {
            return Err(INSUFFICIENT_LAMPORTS);
        }

        self.make_account(bump, &market.mint, rent)?;
        let shares = FeeShares::begin(self.shares_account, bump, &market.mint)?;
        shares.set_authority(self.creator.address())?;
        shares.name(&self.next, self.creator.address())?;
        let owed = market.creator_fees_owed_lamports;
        market.creator_fees_owed_lamports = 0;
        market.advance_sequence()?;
        market.store(self.market_account)?;
        Market::store_fee_shares_bump(self.market_account, bump)?;

        let mut paid = [0; RECEIVERS_MAX];
        paid[0] = owed;
        let event = Event { lamports: owed, ..Event::of(event::SET_FEE_SHARES, self.creator.address()) };
        let route = Route { account: self.market_account, program: self.program };
        shares.record_change(&event, market, &route, &paid)?;
        move_lamports(self.market_account, self.creator, owed)?;
        if market.surplus_lamports(self.market_account)? < surplus {
            return Err(INVARIANT_BROKEN);
        }
        Ok(())
    }

    fn make_account(&self, bump: u8, mint: &Address, lamports: u64) -> Outcome<()> {
        let fresh = Fresh {
            account: self.shares_account,
            payer: self.creator,
            size: fee_shares::SIZE as u64,
            lamports,
            owner: self.program,
        };
        fresh.make_at_program_address(&[Slice::new(fee_shares::SEED), Slice::new(mint), Slice::new(&[bump])])
    }
}
