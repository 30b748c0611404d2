// API keys and extension tokens: format, creation and hash. Only the hash is stored.
import { sha256Hex } from '../base/hash.ts'
import { keysOf } from '../base/keys-of.ts'
import type { Ids } from '../base/ports.ts'

export type SecretKind = 'api_key' | 'extension_token'

export const secretPrefixes = { api_key: 'svc_live_', extension_token: 'svc_ext_' } as const
/** Random bytes of a secret or token: 192 bits, written as 48 hex digits. */
export const secretBytes = 24
/** The fixed prefix and five random characters: enough to distinguish keys on a page, useless for guessing. */
const displayLength = 14

/** Format of each kind. Values in any other format are rejected without a database query. */
export const secretForms = {
  api_key: /^svc_live_[0-9a-f]{48}$/,
  extension_token: /^svc_ext_[0-9a-f]{48}$/,
} as const satisfies Record<SecretKind, RegExp>

export type NewSecret = {
  /** The secret itself. It is shown once and not stored. */
  readonly secret: string
  readonly hash: string
  readonly prefix: string
}

export async function createSecret(
  ids: Pick<Ids, 'secretHex'>,
  kind: SecretKind,
): Promise<NewSecret> {
  const secret = secretPrefixes[kind] + ids.secretHex(secretBytes)
  return { secret, hash: await hashSecret(secret), prefix: secret.slice(0, displayLength) }
}

/** Returns the kind of secret by its format; null if the value has neither format. */
export function recognizeSecret(value: string): SecretKind | null {
  return keysOf(secretForms).find((kind) => secretForms[kind].test(value)) ?? null
}

/** Returns the SHA-256 in hex. Needs no salt or stretching, because the secret has 192 random bits. */
export const hashSecret = (secret: string): Promise<string> => sha256Hex(secret)
