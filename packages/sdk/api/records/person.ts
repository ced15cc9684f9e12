// Somebody with a name, as the wire carries them.
import { z } from 'zod'

/** Answer of `GET` and `PUT /api/user/profile`; a wallet without one is profileNotFound (404). */
export const profileSchema = z.object({
  walletAddress: z.string(),
  username: z.string(),
  bio: z.string(),
  /** 512 pixels square; null where none was chosen. */
  profileImageUrl: z.string().nullable(),
  /** 128 pixels square. */
  thumbnailUrl: z.string().nullable(),
  createdAt: z.string(),
})
export type Profile = z.infer<typeof profileSchema>

export const personSchema = profileSchema.pick({ walletAddress: true, username: true, thumbnailUrl: true })
export const peopleSchema = z.array(personSchema)
export type Person = z.infer<typeof personSchema>

/** Answer of `GET /api/user/names`: of the wallets that were asked for those that have a name, in no order. */
export const namesSchema = z.array(profileSchema.pick({ walletAddress: true, username: true }))
export type Names = z.infer<typeof namesSchema>
