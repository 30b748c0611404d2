// Links for wall screens.
import { sql } from 'kysely'
import type { WallLinks } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { isOlderThan } from '../core/transactions/leases.ts'

/** A screen polls every few seconds, but operators need the time only to the minute. */
const usedEverySeconds = 60

const selectUnexpired = (db: Db) =>
  db
    .selectFrom('wall_links')
    .select([
      'id',
      'name',
      'created_by as createdBy',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('revoked_at', 'is', null)

export function createWallLinks(db: Db): WallLinks {
  return {
    add: async ({ id, tokenHash, name, createdBy }, maxLinks) =>
      await db.transaction().execute(async (tx) => {
        // One at a time, so that concurrent additions cannot exceed the limit.
        await sql`select pg_advisory_xact_lock(${advisoryLocks.wallLinks})`.execute(tx)
        const links = await selectUnexpired(tx).limit(maxLinks).execute()
        if (links.length >= maxLinks) return false
        await tx
          .insertInto('wall_links')
          .values({ id, token_hash: tokenHash, name, created_by: createdBy })
          .execute()
        await recordAction(tx, { by: createdBy, kind: 'wall_link_created', subject: name })
        return true
      }),
    list: async () => await selectUnexpired(db).orderBy('created_at', 'desc').execute(),
    find: async (id) => (await selectUnexpired(db).where('id', '=', id).executeTakeFirst()) ?? null,
    use: async (tokenHash) => {
      const link = await selectUnexpired(db).where('token_hash', '=', tokenHash).executeTakeFirst()
      if (link === undefined) return null
      await db
        .updateTable('wall_links')
        .set({ last_used_at: sql`now()` })
        .where('id', '=', link.id)
        .where((where) =>
          where.or([
            where('last_used_at', 'is', null),
            isOlderThan('last_used_at', usedEverySeconds),
          ]),
        )
        .execute()
      return link
    },
    revoke: async (id, by) =>
      await db.transaction().execute(async (tx) => {
        const revoked = await tx
          .updateTable('wall_links')
          .set({ revoked_at: sql`now()`, revoked_by: by })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning('name')
          .executeTakeFirst()
        if (revoked === undefined) return false
        await recordAction(tx, { by, kind: 'wall_link_revoked', subject: revoked.name })
        return true
      }),
  }
}
