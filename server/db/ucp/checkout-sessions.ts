// Checkout sessions of the Universal Commerce Protocol. An expired session is treated as nonexistent, even before the sweep deletes it.

import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import { modelFormats } from '../../domain/models/format.ts'
import type { CheckoutSessions } from '../../domain/ucp/ports.ts'
import type {
  CheckoutSession,
  MissingItem,
  SessionContent,
  SessionLine,
} from '../../domain/ucp/session.ts'
import type { Db } from '../core/connect.ts'
import { removeRows } from '../core/remove-rows.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import type { CheckoutSessionsTable } from '../schema/ucp.ts'

/** A second press of the button within this many seconds adds nothing. */
const repeatSeconds = 10

/** Longer than any request takes: an older hand-over belongs to a dead process. */
const handOverMinutes = 5

export function createCheckoutSessions(db: Db): CheckoutSessions {
  return {
    insert: (session, request) => insert(db, session, request),
    read: async (id) => {
      const row = await db
        .selectFrom('checkout_sessions')
        .selectAll()
        .select(wasHandedOver.as('is_handed_over'))
        .where('id', '=', id)
        .where(isRunning)
        .executeTakeFirst()
      return row === undefined ? null : sessionOf(row)
    },
    replace: async (id, content) => {
      const { numUpdatedRows } = await db
        .updateTable('checkout_sessions')
        .set(columnsOf(content))
        .where('id', '=', id)
        .where(isOpen)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    cancel: async (id) => {
      const { numUpdatedRows } = await db
        .updateTable('checkout_sessions')
        .set({ cancelled_at: sql`now()` })
        .where('id', '=', id)
        .where(isOpen)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    beginHandOver: (id) => beginHandOver(db, id),
    endHandOver: async (id, { isAdded, isHandedOver }) => {
      // A press that added nothing may be repeated immediately.
      const agoSeconds = isAdded ? 0 : repeatSeconds
      const at = sql<Date>`now() - make_interval(secs => ${agoSeconds})`
      await db
        .updateTable('checkout_sessions')
        .set({ handed_over_at: isHandedOver ? at : null })
        .where('id', '=', id)
        .execute()
    },
  }
}

const isRunning = sql<boolean>`expires_at > now()`
const isOpen = sql<boolean>`expires_at > now() and cancelled_at is null`

/** Whether a hand-over is in progress and within its time limit. */
const isHandingOver = sql<boolean>`coalesce(handed_over_at > now(), false)`
const wasHandedOver = sql<boolean>`coalesce(handed_over_at <= now(), false)`

async function beginHandOver(
  db: Db,
  id: string,
): Promise<'begun' | 'running' | 'repeated' | 'closed'> {
  const { numUpdatedRows } = await db
    .updateTable('checkout_sessions')
    .set({ handed_over_at: sql`now() + make_interval(mins => ${handOverMinutes})` })
    .where('id', '=', id)
    .where(isOpen)
    .where(
      sql<boolean>`(handed_over_at is null or handed_over_at <= now() - make_interval(secs => ${repeatSeconds}))`,
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return 'begun'
  const row = await db
    .selectFrom('checkout_sessions')
    .select([isOpen.as('is_open'), isHandingOver.as('is_handing_over'), 'handed_over_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || !row.is_open) return 'closed'
  // Null means that the other request added nothing and finished in the meantime.
  return row.is_handing_over || row.handed_over_at === null ? 'running' : 'repeated'
}

/** Inserts a session. Runs one statement per client at a time, so that concurrent requests cannot exceed the limit together. */
async function insert(
  db: Db,
  { id, expiresAt, ...content }: CheckoutSession,
  { client, limit }: { readonly client: string; readonly limit: number },
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.checkoutSessions}, hashtext(${client}))`.execute(
      tx,
    )
    const { open } = await tx
      .selectFrom('checkout_sessions')
      .select((eb) => eb.fn.countAll<number>().as('open'))
      .where('client', '=', client)
      .where(isOpen)
      .executeTakeFirstOrThrow()
    if (Number(open) >= limit) return false
    await tx
      .insertInto('checkout_sessions')
      .values({
        id,
        client,
        ...columnsOf(content),
        expires_at: expiresAt,
        cancelled_at: null,
        handed_over_at: null,
      })
      .execute()
    return true
  })
}

const columnsOf = ({
  lines,
  missing,
  country,
  isCountryStated,
  shippingCents,
}: SessionContent) => ({
  lines: jsonb(lines),
  missing: jsonb(missing),
  country,
  country_stated: isCountryStated,
  shipping_cents: shippingCents,
})

const storedLines: v.GenericSchema<unknown, SessionLine[]> = v.array(
  v.object({
    itemId: v.string(),
    fields: v.record(v.string(), v.string()),
    quantity: v.number(),
    file: v.object({
      uri: v.string(),
      fileName: v.string(),
      sha256: v.string(),
      sizeBytes: v.number(),
      format: v.picklist(modelFormats),
    }),
    isFromGallery: v.boolean(),
    printCents: v.number(),
  }),
)

const storedMissing: v.GenericSchema<unknown, MissingItem[]> = v.array(
  v.object({ itemId: v.string(), code: v.string(), reason: v.string() }),
)

function sessionOf(
  row: Selectable<CheckoutSessionsTable> & { readonly is_handed_over: boolean },
): CheckoutSession {
  const { id } = row
  return {
    id,
    lines: readJson(storedLines, row.lines, { table: 'checkout_sessions', column: 'lines', id }),
    missing: readJson(storedMissing, row.missing, {
      table: 'checkout_sessions',
      column: 'missing',
      id,
    }),
    country: row.country,
    isCountryStated: row.country_stated,
    shippingCents: row.shipping_cents,
    isCancelled: row.cancelled_at !== null,
    isHandedOver: row.is_handed_over,
    expiresAt: row.expires_at,
  }
}

/** Deletes expired sessions. The hourly sweep calls it. */
export const sweepCheckoutSessions = (db: Db): Promise<number> =>
  removeRows(db, 'checkout_sessions', { where: sql`expires_at <= now()` })
