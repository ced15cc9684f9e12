// Fields that many records have. Pure.
import { z } from 'zod'

export const u64Text = z.string().regex(/^\d{1,20}$/)
export const isoTime = z.string()
