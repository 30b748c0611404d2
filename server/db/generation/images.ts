// Pictures that were made for accounts.
import type { Selectable } from 'kysely'
import type { StoredImage, StoredImages } from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'

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
      return row === undefined ? null : imageOf(row)
    },
    list: async (accountId, limit, offset) => {
      const rows = await db
        .selectFrom('images')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('uri')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({ ...imageOf(row), createdAt: row.created_at }))
    },
    countOwned: async (accountId) => {
      const { count } = await db
        .selectFrom('images')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

const imageOf = ({
  size_bytes,
  mime_type,
  ...row
}: Selectable<Database['images']>): StoredImage => ({
  uri: row.uri,
  prompt: row.prompt,
  sha256: row.sha256,
  sizeBytes: size_bytes,
  mimeType: mime_type,
  width: row.width,
  height: row.height,
})
