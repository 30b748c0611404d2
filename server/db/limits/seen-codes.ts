// Client addresses that have sent a correct order code, for the exception to the limit of wrong codes.
import { sql } from 'kysely'
import type { SeenMarks } from '../../domain/limits/seen-codes.ts'
import type { Db } from '../core/connect.ts'

export function createSeenMarks(db: Db): SeenMarks {
  return {
    add: async (mark) => {
      await sql`insert into seen_codes (mark) values (${mark})
        on conflict (mark) do update set seen_at = now()`.execute(db)
    },
    has: async (mark) => {
      const row = await db
        .selectFrom('seen_codes')
        .select('mark')
        .where('mark', '=', mark)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
