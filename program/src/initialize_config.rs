use crate::config::{self, Config, NOBODY, Settings};
use crate::config_event::{ConfigEvent, INITIALIZE_CONFIG};
use crate::error::{
    ALREADY_INITIALIZED, CONFIG_OUT_OF_RANGE, INSUFFICIENT_LAMPORTS, NOT_UPGRADE_AUTHORITY, Outcome,
    WRONG_ACCOUNT_OWNER,
};
use crate::runtime::{Account, Address, Call, Reader, Slice, find_program_address};
use crate::system::{Fresh, SYSTEM, is_unused, rent_exempt_lamports, require_address, require_signer, sum};

/// BPFLoaderUpgradeab1e11111111111111111111111
const UPGRADEABLE_LOADER: Address = [
    2, 168, 246, 145, 78, 136, 161, 176, 226, 16, 21, 62, 247, 99, 174, 43, 0, 194, 185, 61, 22, 193, 36, 210, 192, 83,
    122, 16, 4, 128, 0, 0,
];

/// Writes the Config, once. Accounts:
/// 0. upgrade authority of this program `s w`, pays the rent
/// 1. config `w`
/// 2. program data of this program
/// 3. system program
/// 4. treasury `w`
/// 5. this program
#[inline(never)]
pub fn initialize_config(call: &Call, data: &mut Reader) -> Outcome<()> {
    let admin = data.address()?;
    let settings = Settings::parse(data)?;
    data.end()?;
    let [authority, config_account, program_data, system, treasury, program] = call.accounts()?;
    let (config_address, bump) = find_program_address(&[Slice::new(config::SEED)], call.program)?;
    require_address(config_account, &config_address)?;
    let (program_data_address, _) = find_program_address(&[Slice::new(call.program)], &UPGRADEABLE_LOADER)?;
    require_address(program_data, &program_data_address)?;
    require_address(system, &SYSTEM)?;
    require_address(program, call.program)?;
    if !program_data.is_owned_by(&UPGRADEABLE_LOADER) {
        return Err(WRONG_ACCOUNT_OWNER);
    }

    require_signer(authority)?;
    if !is_upgrade_authority(program_data, authority)? {
        return Err(NOT_UPGRADE_AUTHORITY);
    }
    if !is_unused(config_account) {
        return Err(ALREADY_INITIALIZED);
    }
    if admin == NOBODY {
        return Err(CONFIG_OUT_OF_RANGE);
    }
    settings.check_range(treasury, &config_address, call.program)?;
    let lamports = rent_exempt_lamports(config::SIZE)?;
    if sum(authority.lamports(), config_account.lamports())? < lamports {
        return Err(INSUFFICIENT_LAMPORTS);
    }

    let size = config::SIZE as u64;
    let fresh = Fresh { account: config_account, payer: authority, size, lamports, owner: call.program };
    fresh.make_at_program_address(&[Slice::new(config::SEED), Slice::new(&[bump])])?;
    let mut config = Config {
        bump,
        admin,
        pending_admin: NOBODY,
        treasury: *treasury.address(),
        pause_key: settings.pause_key,
        paused_until: 0,
        terms: settings.terms,
        sequence: 0,
    };
    let event = ConfigEvent { kind: INITIALIZE_CONFIG, who: authority.address(), lamports: 0 };
    event.store_and_record(&mut config, config_account, call.program)
}

/// Program data begins with u32 3, u64 slot of the deployment, u8 1 when there is an authority, its address.
fn is_upgrade_authority(program_data: Account, authority: Account) -> Outcome<bool> {
    Ok(program_data.read(0)? == [3, 0, 0, 0]
        && program_data.read(12)? == [1]
        && program_data.read::<32>(13)? == *authority.address())
}
