// The account table of the version after this one, which `--cfg next_version` builds (program/build/build.ts): its accounts are
// longer. It is never deployed; tests migrate to it. Pure. Tests only.
import { ACCOUNT_KINDS, type AccountKinds } from '@twinmint/sdk/program/accounts'

const { config, market } = ACCOUNT_KINDS

export const NEXT_KINDS: AccountKinds = {
  config: { ...config, version: 3, bytes: 248, before: config },
  market: { ...market, version: 3, bytes: 344, before: market },
}
