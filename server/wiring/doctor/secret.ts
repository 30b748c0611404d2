// Checks the secret: whether it opens the key that the database stores, without which the service does not start.
import { secretIdOf } from '../../adapters/secrets/seal.ts'
import { openDatabase } from '../../db/core/connect.ts'
import { createSealedKeys } from '../../db/core/sealed-keys.ts'
import { orderKeyName } from '../order-key.ts'
import { type Diagnosis, type Examined, fail, pass } from './finding.ts'

/** Says nothing about a database that cannot be read or has no key yet: other lines do. */
export async function checkSecret({ config }: Examined): Promise<readonly Diagnosis[]> {
  const { databaseUrl, authSecret, previousAuthSecret } = config
  if (databaseUrl === null || authSecret === null) return []
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const stored = new Set(
      (await createSealedKeys(db, orderKeyName).read()).map(({ secretId }) => secretId),
    )
    if (stored.size === 0) return []
    const accepted = previousAuthSecret === null ? [authSecret] : [authSecret, previousAuthSecret]
    return [
      accepted.some((secret) => stored.has(secretIdOf(secret)))
        ? pass('secret', 'AUTH_SECRET opens the key of this database')
        : fail(
            'secret',
            'The service does not start: AUTH_SECRET is not the one that this database was used with.',
            'Set AUTH_SECRET to the one of your copy of the settings. To change it, keep the former one as AUTH_SECRET_PREVIOUS (docs/operations.md, Changing secrets).',
          ),
    ]
  } catch {
    return []
  } finally {
    await close()
  }
}
