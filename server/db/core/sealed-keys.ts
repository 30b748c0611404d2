// Keys of the service, each encrypted under every accepted secret.
import type { Db } from './connect.ts'

export type SealedKey = { readonly secretId: string; readonly sealed: string }

export type SealedKeys = {
  readonly read: () => Promise<readonly SealedKey[]>
  /** Leaves an existing copy under the same secret unchanged. */
  readonly add: (key: SealedKey) => Promise<void>
  /** Removes the copies under other secrets. */
  readonly keepOnly: (secretId: string) => Promise<void>
}

/** Creates the store. `name` is the purpose of the key. */
export function createSealedKeys(db: Db, name: string): SealedKeys {
  return {
    read: async () => {
      const rows = await db
        .selectFrom('sealed_keys')
        .select(['secret_id', 'sealed'])
        .where('name', '=', name)
        .execute()
      return rows.map((row) => ({ secretId: row.secret_id, sealed: row.sealed }))
    },
    add: async ({ secretId, sealed }) => {
      await db
        .insertInto('sealed_keys')
        .values({ name, secret_id: secretId, sealed })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    keepOnly: async (secretId) => {
      await db
        .deleteFrom('sealed_keys')
        .where('name', '=', name)
        .where('secret_id', '!=', secretId)
        .execute()
    },
  }
}
