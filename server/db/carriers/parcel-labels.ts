// Stored labels of parcels. Each function is one statement or one transaction.
import { type Selectable, sql, type UpdateObject } from 'kysely'
import * as v from 'valibot'
import { mustExist } from '../../domain/base/must-exist.ts'
import { daySeconds } from '../../domain/base/time/day.ts'
import {
  type BoughtLabel,
  deliveredDays,
  finalTrackingStates,
  type LabelRefund,
  type ParcelLabel,
  type TrackingState,
} from '../../domain/carriers/label.ts'
import type { OrderedLabel, ParcelLabels } from '../../domain/carriers/ports.ts'
import type { Db } from '../core/connect.ts'
import { hasLapsed, idsToClaim, inSeconds, leaseEnd } from '../core/transactions/leases.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import { violatedConstraint } from '../core/values/violated-constraint.ts'
import type { ParcelLabelsTable } from '../schema/carriers.ts'
import type { Database } from '../schema/database.ts'

/** Longer than the calls of one purchase. It doubles with each attempt. */
const leaseSeconds = 120
const maxLeaseSeconds = 3600
const trackLeaseSeconds = 600
const trackEverySeconds = 2 * 3600
/** Longer than the calls of one refund. */
const readSoonSeconds = 120
/** Doubles with each failed reading, up to a day. */
const trackAgainSeconds = 300
/** Carriers reuse tracking numbers after some months. */
const trackedDays = 60
/** Carriers decide on refunds within weeks. */
const refundDays = 120

export const createParcelLabels = (db: Db): ParcelLabels => ({
  add: ({ id, orderId, by, grams, rates, shipmentId, size }) =>
    db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('parcel_labels')
        .where('order_id', '=', orderId)
        .where('state', '=', 'quoted')
        // The outcome of a purchase may arrive after its end.
        .where('started_at', 'is', null)
        .execute()
      await tx
        .insertInto('parcel_labels')
        .values({
          id,
          order_id: orderId,
          shipment_id: shipmentId,
          grams,
          length_cm: size?.lengthCm ?? null,
          width_cm: size?.widthCm ?? null,
          height_cm: size?.heightCm ?? null,
          rates: jsonb(rates),
          by,
        })
        .execute()
    }),
  read: async (id) => {
    const row = await db
      .selectFrom('parcel_labels')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : labelOf(row)
  },
  listByOrder: async (orderId) => {
    const rows = await db
      .selectFrom('parcel_labels')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(labelOf)
  },
  start: (id, purchase) => start(db, id, purchase),
  takeOpen: async () => {
    const [label] = await claim(db, 'lease_until', 1, {
      attempts: sql<number>`parcel_labels.attempts + 1`,
      lease_until: inSeconds(
        sql`least(${maxLeaseSeconds}::float8, ${leaseSeconds} * power(2, least(parcel_labels.attempts, 10)))`,
      ),
    })
    if (label === undefined) return null
    return { ...label, rateId: mustExist(label.rateId, 'the rate of a purchase') }
  },
  release: async (id) => {
    await db
      .updateTable('parcel_labels')
      .set({ state: 'quoted', lease_until: null })
      .where('id', '=', id)
      .where('state', '=', 'buying')
      .execute()
  },
  recordPurchase: async (id, label) => {
    if (await recordAs(db, 'bought', id, label)) return
    const recorded = await db
      .selectFrom('parcel_labels')
      .select('id')
      .where('id', '=', id)
      .where('tracking_number', '=', label.number)
      .executeTakeFirst()
    if (recorded === undefined) {
      throw new Error(`no purchase is stored for the label ${id} with number ${label.number}`)
    }
  },
  readSoon: async (id) => {
    await db
      .updateTable('parcel_labels')
      .set({ track_at: inSeconds(readSoonSeconds) })
      .where('id', '=', id)
      .where('state', 'in', ['bought', 'replaced'])
      .execute()
  },
  recordVoid: async (id, refund) => {
    await db
      .updateTable('parcel_labels')
      .set({ state: 'voided', ...refundAs(refund) })
      .where('id', '=', id)
      .where('state', 'in', ['bought', 'replaced'])
      .execute()
  },
  replace: async (id) => {
    const { numUpdatedRows } = await db
      .updateTable('parcel_labels')
      .set({ state: 'replaced' })
      .where('id', '=', id)
      .where('state', '=', 'bought')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  takeUntracked: (limit) =>
    claim(db, 'track_at', limit, { track_at: inSeconds(trackLeaseSeconds) }),
  recordTracking: async (id, state) => {
    await db
      .updateTable('parcel_labels')
      .set(state === null ? unread : readAs(state))
      .where('id', '=', id)
      .where(
        'state',
        'in',
        state === null ? ['bought', 'replaced', 'voided'] : ['bought', 'replaced'],
      )
      .execute()
  },
  recordRefund: async (id, refund) => {
    await db
      .updateTable('parcel_labels')
      .set(refundAs(refund))
      .where('id', '=', id)
      .where('state', '=', 'voided')
      .execute()
  },
  countDelivered: async () => {
    const { parcels } = await selectDelivered(db)
      .select(({ fn }) => fn.countAll<string>().as('parcels'))
      .executeTakeFirstOrThrow()
    return Number(parcels)
  },
  listDelivered: (limit) =>
    selectDelivered(db)
      .orderBy('parcel_labels.tracked_at')
      .orderBy('orders.code')
      .limit(limit)
      .select([
        'orders.code',
        'orders.version',
        sql<string>`parcel_labels.carrier`.as('carrier'),
        sql<string>`parcel_labels.tracking_number`.as('number'),
      ])
      .execute(),
})

/**
 * Shipped orders whose current parcel the carrier has reported as delivered since it was shipped: carriers reuse numbers,
 * and a second parcel may have the number of an earlier one.
 */
const selectDelivered = (db: Db) =>
  db
    .selectFrom('parcel_labels')
    .innerJoin('orders', 'orders.id', 'parcel_labels.order_id')
    .where('parcel_labels.tracking', '=', 'delivered')
    .where('orders.status', '=', 'SHIPPED')
    .where(sql<boolean>`parcel_labels.tracked_at > now() - make_interval(days => ${deliveredDays})`)
    .where(sql<boolean>`orders.tracking->>'number' = parcel_labels.tracking_number`)
    .where(sql<boolean>`parcel_labels.tracked_at > (orders.tracking->>'shippedAt')::timestamptz`)

/** Claims labels whose time has passed, earliest first, and sets `next`. */
async function claim(
  db: Db,
  earliest: 'lease_until' | 'track_at',
  limit: number,
  next: UpdateObject<Database, 'parcel_labels' | 'orders', 'parcel_labels'>,
): Promise<readonly OrderedLabel[]> {
  const rows = await db
    .updateTable('parcel_labels')
    .from('orders')
    .set(next)
    .whereRef('orders.id', '=', 'parcel_labels.order_id')
    .where(
      'parcel_labels.id',
      'in',
      idsToClaim('parcel_labels', { when: hasLapsed(earliest), earliest, limit }),
    )
    .returningAll('parcel_labels')
    .returning('orders.code')
    .execute()
  return rows.map((row) => ({ ...labelOf(row), code: row.code }))
}

/** The unique index makes concurrent purchases for one order wait for each other. */
async function start(
  db: Db,
  id: string,
  { rateId, by, priorNumber }: Parameters<ParcelLabels['start']>[1],
): Promise<'started' | 'taken' | 'changed'> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('parcel_labels')
      .set({
        state: 'buying',
        rate_id: rateId,
        by,
        prior_number: priorNumber,
        started_at: sql`now()`,
        attempts: 1,
        lease_until: leaseEnd(leaseSeconds),
      })
      .where('id', '=', id)
      .where('state', '=', 'quoted')
      .executeTakeFirst()
    return numUpdatedRows > 0n ? 'started' : 'changed'
  } catch (error) {
    if (isLiveTaken(error)) return 'taken'
    throw error
  }
}

/** Returns false if the row is no open or ended purchase. A label that is not the only one of its order is `replaced`. */
async function recordAs(
  db: Db,
  state: 'bought' | 'replaced',
  id: string,
  label: BoughtLabel,
): Promise<boolean> {
  const { carrier, cents, currency, number, service, url } = label
  try {
    const { numUpdatedRows } = await db
      .updateTable('parcel_labels')
      .set({
        state,
        lease_until: null,
        carrier,
        service,
        cents,
        currency,
        tracking_number: number,
        tracking_url: url,
        bought_at: sql`now()`,
        track_at: inSeconds(trackEverySeconds),
      })
      .where('id', '=', id)
      .where('state', 'in', ['buying', 'quoted'])
      .where('rate_id', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  } catch (error) {
    if (isLiveTaken(error)) return await recordAs(db, 'replaced', id, label)
    throw error
  }
}

const isLiveTaken = (error: unknown): boolean => violatedConstraint(error) === 'parcel_labels_live'

const unread = {
  track_failures: sql<number>`track_failures + 1`,
  track_at: inSeconds(
    sql`least(${daySeconds}::float8, ${trackAgainSeconds} * power(2, least(track_failures, 10)))`,
  ),
}

const readAs = (state: TrackingState) => ({
  tracking: state,
  tracked_at: sql<Date | null>`case when tracking = ${state} then tracked_at else now() end`,
  track_failures: 0,
  track_at: finalTrackingStates.some((final) => final === state)
    ? null
    : sql<Date | null>`case when bought_at > now() - make_interval(days => ${trackedDays})
        then now() + make_interval(secs => ${trackEverySeconds}) end`,
})

/** An open refund is read every day. */
const refundAs = (refund: LabelRefund) => ({
  refund,
  track_failures: 0,
  track_at:
    refund === 'submitted'
      ? sql<Date | null>`case when bought_at > now() - make_interval(days => ${refundDays})
          then now() + make_interval(secs => ${daySeconds}) end`
      : null,
})

const storedRates = v.array(
  v.object({
    id: v.string(),
    carrier: v.string(),
    service: v.string(),
    cents: v.number(),
    currency: v.string(),
    days: v.nullable(v.number()),
  }),
)

function labelOf(row: Selectable<ParcelLabelsTable>): ParcelLabel {
  const { id, length_cm: lengthCm, width_cm: widthCm, height_cm: heightCm } = row
  const { carrier, service, cents, currency, tracking_number: number } = row
  const isBought =
    carrier !== null && service !== null && cents !== null && currency !== null && number !== null
  return {
    id,
    orderId: row.order_id,
    shipmentId: row.shipment_id,
    state: row.state,
    grams: row.grams,
    size:
      lengthCm === null || widthCm === null || heightCm === null
        ? null
        : { lengthCm, widthCm, heightCm },
    rates: readJson(storedRates, row.rates, { table: 'parcel_labels', column: 'rates', id }),
    rateId: row.rate_id,
    priorNumber: row.prior_number,
    startedAt: row.started_at,
    label: isBought ? { carrier, service, cents, currency, number, url: row.tracking_url } : null,
    tracking: row.tracking,
    refund: row.refund,
    by: row.by,
    createdAt: row.created_at,
    boughtAt: row.bought_at,
  }
}
