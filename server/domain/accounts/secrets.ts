// The two secrets that an account hands out: their form, how they are made, and the hash that is all we keep of them.
import type { Ids } from '../base/ports.ts'

export type SecretKind = 'api_key' | 'extension_token'

const prefixes = { api_key: 'svc_live_', extension_token: 'svc_ext_' } as const
const secretBytes = 24
/** The fixed part and the first few characters: enough to tell keys apart on a page, useless for guessing. */
const displayLength = 14

/** A value that was never issued by us is told apart here, before any database sees it. */
const forms: readonly (readonly [SecretKind, RegExp])[] = [
  ['api_key', /^svc_live_[0-9a-f]{48}$/],
  ['extension_token', /^svc_ext_[0-9a-f]{48}$/],
]

export type NewSecret = {
  /** Shown once, kept nowhere. */
  readonly secret: string
  readonly hash: string
  readonly prefix: string
}

export function createSecret(ids: Pick<Ids, 'secretHex'>, kind: SecretKind): NewSecret {
  const secret = prefixes[kind] + ids.secretHex(secretBytes)
  return { secret, hash: hashSecret(secret), prefix: secret.slice(0, displayLength) }
}

/** Which kind of secret the value is; null when it has the form of neither. */
export function recognizeSecret(value: string): SecretKind | null {
  return forms.find(([, form]) => form.test(value))?.[0] ?? null
}

/** SHA-256 in hex. No salt or stretching: the secret itself has 192 random bits. */
export function hashSecret(secret: string): string {
  return new Bun.CryptoHasher('sha256').update(secret).digest('hex')
}
