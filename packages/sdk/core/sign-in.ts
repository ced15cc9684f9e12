// The text that a wallet signs to sign in, as "Sign In With Solana" lays it down: written by the wallet or by the page,
// read by the server. Must not know what may stand in it.

/** Every field that Twinmint asks for; other fields of the standard are not used, and a text that has them is not read. */
export interface SignInFields {
  /** Host and port of the site, as the address bar shows them. */
  readonly domain: string
  readonly address: string
  readonly statement: string
  readonly uri: string
  readonly version: string
  readonly chainId: string
  readonly nonce: string
  /** ISO 8601, as is `expirationTime`. */
  readonly issuedAt: string
  readonly expirationTime: string
}

export function signInText(fields: SignInFields): string {
  return [
    `${fields.domain} wants you to sign in with your Solana account:`,
    fields.address,
    '',
    fields.statement,
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    `Expiration Time: ${fields.expirationTime}`,
  ].join('\n')
}

/** The fields of such a text; undefined for one that differs from `signInText` in a single character. */
export function readSignInText(text: string): SignInFields | undefined {
  const lines = text.split('\n')
  const after = (line: number, label: string) => (lines[line] ?? '').slice(label.length)
  const fields: SignInFields = {
    domain: (lines[0] ?? '').split(' ')[0] ?? '',
    address: lines[1] ?? '',
    statement: lines[3] ?? '',
    uri: after(5, 'URI: '),
    version: after(6, 'Version: '),
    chainId: after(7, 'Chain ID: '),
    nonce: after(8, 'Nonce: '),
    issuedAt: after(9, 'Issued At: '),
    expirationTime: after(10, 'Expiration Time: '),
  }
  return signInText(fields) === text ? fields : undefined
}
