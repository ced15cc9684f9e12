// What the API says of a launch's folder.
import { z } from 'zod'

export const PIN_STATES = ['queued', 'pinning', 'pinned', 'failed'] as const
export type PinState = (typeof PIN_STATES)[number]

export const contentSchema = z.object({
  cid: z.string().meta({ description: 'The folder’s address, which the chain names.' }),
  pictureCid: z.string(),
  files: z.number().int(),
  bytes: z.number().int().meta({ description: 'Of all files together.' }),
  pin: z
    .object({
      state: z.enum(PIN_STATES),
      service: z.string().meta({ description: 'The pinning service’s host.' }),
      since: z.iso.datetime(),
      message: z.string().optional().meta({ description: 'Why it failed, as the service says it.' }),
    })
    .nullable()
    .meta({ description: 'null where this server pins nothing.' }),
  gateways: z
    .array(z.string())
    .meta({ description: 'Where the folder can be had; a file’s name follows after a slash.' }),
})
export type Content = z.infer<typeof contentSchema>
