// API keys and extension tokens: format, creation, and the hash, which is all that is stored.
import { sha256Hex } from '../base/hash.ts'
import type { Ids } from '../base/ports.ts'

export type SecretKind = 'api_key' | 'extension_token'

const prefixes = { api_key: 'svc_live_', extension_token: 'svc_ext_' } as const
const secretBytes = 24
/** The fixed prefix and five random characters: enough to distinguish keys on a page, useless for guessing. */
const displayLength = 14

/** Values of any other form are rejected without a database query. */
const patterns: readonly (readonly [SecretKind, RegExp])[] = [
  ['api_key', /^svc_live_[0-9a-f]{48}$/],
  ['extension_token', /^svc_ext_[0-9a-f]{48}$/],
]

export type NewSecret = {
  /** The secret itself, which is shown once and not stored. */
  readonly secret: string
  readonly hash: string
  readonly prefix: string
}

export async function createSecret(
  ids: Pick<Ids, 'secretHex'>,
  kind: SecretKind,
): Promise<NewSecret> {
  const secret = prefixes[kind] + ids.secretHex(secretBytes)
  return { secret, hash: await hashSecret(secret), prefix: secret.slice(0, displayLength) }
}

/** The kind of secret by its format; null when it has neither format. */
export function recognizeSecret(value: string): SecretKind | null {
  return patterns.find(([, pattern]) => pattern.test(value))?.[0] ?? null
}

/** SHA-256 in hex. No salt or stretching, because the secret has 192 random bits. */
export const hashSecret = (secret: string): Promise<string> => sha256Hex(secret)
