// Stored files without an owner, until an account owns them or the sweep removes them. A file expires on the database's clock.

import { type RawBuilder, sql } from 'kysely'
import { createRecent } from '../../domain/base/time/recent.ts'
import { endedFileHours } from '../../domain/base/time/retention.ts'
import type { VisitorFile, VisitorFiles } from '../../domain/models/ports.ts'
import type { Db } from '../core/connect.ts'
import { isOver, ordersPrinting } from '../orders/order-statuses.ts'

/**
 * Minimum interval between two writes of the same record. Shorter than `endedFileHours`, the time for which a record outlives its file.
 */
const renewAfterMs = 60 * 60 * 1000
const maxRecent = 10_000

export function createVisitorFiles(db: Db): VisitorFiles {
  /** Expiry times of the files that this process recorded last, in milliseconds since 1970. */
  const recorded = createRecent<string, number>(maxRecent)
  return {
    keep: async ({ uri, sha256 }, expiresAt) => {
      const expiresMs = expiresAt.getTime()
      const recordedMs = recorded.get(uri)
      if (recordedMs !== undefined && recordedMs > expiresMs - renewAfterMs) {
        await storedAgain(db, uri)
        return
      }
      await sql`
        insert into visitor_files (uri, sha256, expires_at) values (${uri}, ${sha256}, ${expiresAt})
        on conflict (uri) do update set expires_at = greatest(visitor_files.expires_at, excluded.expires_at),
          until_orders_end = false`.execute(db)
      recorded.set(uri, expiresMs)
    },
    forgetOwned: async () => {
      const { numAffectedRows } = await sql`
        delete from visitor_files f where ${isExpired} and ${isOwned} and not f.until_orders_end`.execute(
        db,
      )
      return Number(numAffectedRows ?? 0)
    },
    listUnused: async (limit) => {
      const { rows } = await sql<VisitorFile>`
        select uri, sha256 from visitor_files f
        where ${isExpired} and not ${isOwned} and not ${isInPrint} and not ${isIn('basket_lines', 'file_uri')}
        order by expires_at limit ${limit}`.execute(db)
      return rows
    },
    forget: async (uri) => {
      await sql`delete from visitor_files f where uri = ${uri} and ${isExpired}`.execute(db)
    },
  }
}

/**
 * Clears an operator's deletion for one account: when another upload stores the same content, the file is an ordinary one again and orders
 * keep it.
 */
async function storedAgain(db: Db, uri: string): Promise<void> {
  await sql`update visitor_files set until_orders_end = false where uri = ${uri} and until_orders_end`.execute(
    db,
  )
}

const isExpired = sql<boolean>`f.expires_at < now() - make_interval(hours => ${endedFileHours})`

const isIn = (table: string, column: string): RawBuilder<boolean> =>
  sql`exists (select from ${sql.table(table)} r where r.${sql.ref(column)} = f.uri)`

/**
 * Whether an account owns the file as a model: files of quotes, generated models and the gallery. A file that an operator deleted belongs
 * to no order: `isInPrint` keeps it until the orders that print it are closed, and its record stays while another account has the same
 * content.
 */
const isOwned = sql<boolean>`(${sql.join(
  [
    isIn('models', 'uri'),
    sql`(not f.until_orders_end
      and (${isIn('orders', 'file_uri')} or ${isIn('order_lines', 'file_uri')} or ${isIn('print_files', 'uri')}))`,
    isIn('withheld_results', 'model_uri'),
    isIn('withheld_results', 'preview_uri'),
    isIn('generations', 'preview_uri'),
    isIn('images', 'uri'),
    isIn('attachments', 'uri'),
  ],
  sql` or `,
)})`

/** Whether an unfinished order needs the file. */
const isInPrint = sql<boolean>`(exists (select from ${ordersPrinting(sql`f.uri`)})
  or exists (select from print_files file join orders on orders.id = file.order_id and not ${isOver} where file.uri = f.uri))`
