// All SQL of the waitlist and of the landing's switch.
import type { Queryable } from '../../database/database.ts'

/** How long an IP address is kept. */
const IP_ADDRESS_DAYS = 30

export async function isJoined(db: Queryable, username: string): Promise<boolean> {
  const rows = await db.query('select 1 from waitlist where username_key = lower($1)', [username])
  return rows.length > 0
}

/** Adds a username unless it is there already, in whatever case. */
export async function join(
  db: Queryable,
  entry: { readonly username: string; readonly ipAddress: string | null },
): Promise<void> {
  await db.query(
    'insert into waitlist (username, ip_address) values ($1, $2) on conflict (username_key) do nothing',
    [entry.username, entry.ipAddress],
  )
}

export async function forgetOldIpAddresses(db: Queryable): Promise<void> {
  await db.query(
    `update waitlist set ip_address = null
     where ip_address is not null and submitted_at < now() - make_interval(days => $1)`,
    [IP_ADDRESS_DAYS],
  )
}

export interface LandingSetting {
  readonly landingEnabled: boolean
  readonly updatedBy: string
  readonly updatedAt: string
}

/** What an admin has set; undefined where none has, and the configuration holds. */
export async function findLandingSetting(db: Queryable): Promise<LandingSetting | undefined> {
  const [row] = await db.query<{ value: unknown; updatedBy: string; updatedAt: string }>(
    `select value, updated_by as "updatedBy", updated_at as "updatedAt" from site_settings where key = 'landing'`,
  )
  return row && { ...row, landingEnabled: row.value === true }
}

export async function saveLandingSetting(
  db: Queryable,
  setting: { readonly landingEnabled: boolean; readonly updatedBy: string },
): Promise<void> {
  await db.query(
    `insert into site_settings (key, value, updated_by) values ('landing', to_jsonb($1::boolean), $2)
     on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`,
    [setting.landingEnabled, setting.updatedBy],
  )
}
