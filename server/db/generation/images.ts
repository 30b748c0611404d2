// The pictures that were made for accounts.
import type { StoredImages } from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'

export function createImages(db: Db): StoredImages {
  return {
    add: async (accountId, { uri, prompt, sha256, sizeBytes, mimeType, width, height }) => {
      const row = { uri, prompt, sha256, width, height }
      await db
        .insertInto('images')
        .values({ ...row, account_id: accountId, size_bytes: sizeBytes, mime_type: mimeType })
        .onConflict((conflict) => conflict.columns(['account_id', 'uri']).doNothing())
        .execute()
    },
    findOwned: async (accountId, uri) => {
      const row = await db
        .selectFrom('images')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('uri', '=', uri)
        .executeTakeFirst()
      if (row === undefined) return null
      const { prompt, sha256, width, height } = row
      return {
        uri,
        prompt,
        sha256,
        sizeBytes: row.size_bytes,
        mimeType: row.mime_type,
        width,
        height,
      }
    },
  }
}
