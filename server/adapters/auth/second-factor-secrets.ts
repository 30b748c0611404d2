// Second factors are encrypted under AUTH_SECRET. When the secret changes, factors under the previous secret are encrypted again, so that
// it can be removed.
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Pool } from 'pg'
import type { Log } from '../../domain/base/ports.ts'
import { secretIdOf } from '../secrets/seal.ts'
import type { AuthSecrets } from './auth-options.ts'

/** Returns the secrets in the library's format. The library encrypts under the first one and stores its version in the text. */
export function versionedSecrets({ current, previous }: AuthSecrets) {
  const secrets = previous === null ? [current] : [current, previous]
  return secrets.map((value) => ({ version: versionOf(value), value }))
}

/** Version of a secret, 31 bits. Derived from the secret, so that it is equal in every process and after every change. */
const versionOf = (secret: string): number =>
  Number.parseInt(secretIdOf(secret).slice(0, 8), 16) >>> 1

type FactorRow = { readonly id: string; readonly secret: string; readonly backupCodes: string }

/**
 * Encrypts under the current secret what was encrypted under the previous one, or before texts had a version. Logs how many second factors
 * no accepted secret decrypts: their owners cannot sign in until the factor is reset.
 */
export async function reencryptFactors(pool: Pool, secrets: AuthSecrets, log: Log): Promise<void> {
  const accepted = versionedSecrets(secrets)
  const [current] = accepted
  if (current === undefined) throw new Error('There is no secret.')
  const open = async (text: string): Promise<string | null> => {
    for (const { version, value } of accepted) {
      const envelope = parseEnvelope(text)
      if (envelope !== null && envelope.version !== version) continue
      const opened = await decrypt(envelope?.ciphertext ?? text, value)
      if (opened !== null) return opened
    }
    return null
  }
  const keys = new Map(accepted.map(({ version, value }) => [version, value]))
  const close = (data: string) =>
    symmetricEncrypt({ key: { keys, currentVersion: current.version }, data })
  const { rows } = await pool.query<FactorRow>(
    `select id, secret, "backupCodes" from auth_second_factors
     where secret not like $1 or "backupCodes" not like $1`,
    [`$ba$${current.version}$%`],
  )
  let unreadable = 0
  for (const { id, secret, backupCodes } of rows) {
    const opened = { secret: await open(secret), backupCodes: await open(backupCodes) }
    if (opened.secret === null || opened.backupCodes === null) {
      unreadable += 1
    } else if (secrets.previous !== null) {
      // Updates only a factor that is unchanged since it was read: a code used in the meantime must not become valid again.
      await pool.query(
        `update auth_second_factors set secret = $2, "backupCodes" = $3
         where id = $1 and secret = $4 and "backupCodes" = $5`,
        [id, await close(opened.secret), await close(opened.backupCodes), secret, backupCodes],
      )
    }
  }
  if (unreadable > 0) log.warn('auth.second_factors_unreadable', { count: unreadable })
}

async function decrypt(ciphertext: string, secret: string): Promise<string | null> {
  try {
    return await symmetricDecrypt({ key: secret, data: ciphertext })
  } catch {
    return null
  }
}
