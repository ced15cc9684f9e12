export interface Content {
  readonly cid: string
  readonly pictureCid: string
  readonly files: number
  readonly bytes: number
  readonly pin: {
    readonly state: 'queued' | 'pinning' | 'pinned' | 'failed'
    readonly service: string
    readonly since: string
    readonly message?: string | undefined
  } | null
  readonly gateways: readonly string[]
}
