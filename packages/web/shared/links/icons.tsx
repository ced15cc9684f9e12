// The places a coin's links lead to, by name and sign: in the launch form, on cards and on the coin's page.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Globe, type LucideIcon, Send } from 'lucide-react'
import type { ComponentType } from 'react'
import { XIcon } from './XIcon.tsx'

interface Sign {
  readonly name: string
  readonly Icon: LucideIcon | ComponentType<{ readonly size: number; readonly className?: string }>
}

export const LINK_SIGNS: Readonly<Record<keyof Collection['links'], Sign>> = {
  website: { name: 'Website', Icon: Globe },
  x: { name: 'X', Icon: XIcon },
  telegram: { name: 'Telegram', Icon: Send },
}
