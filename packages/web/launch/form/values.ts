// What the launch form holds, and how its fields are handed it.
import type { LaunchField } from '@twinmint/sdk/actions/launch/rules'
import type { LinkKind } from '@twinmint/sdk/content/links'

export interface LaunchFieldValues {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  /** As typed. */
  readonly links: Readonly<Record<LinkKind, string>>
  /** Lamports, of one of the form's openings. */
  readonly openingReserveLamports: string
  readonly guard: boolean
  readonly devBuyAmount: string
  readonly boostLaunch: boolean
}

export interface LaunchFieldsProps {
  readonly values: LaunchFieldValues
  readonly errorOf: (field: LaunchField) => string | undefined
  readonly onChange: (change: Partial<LaunchFieldValues>) => void
  /** The field was left: from now on its error is shown. */
  readonly onLeave: (field: LaunchField) => void
}
