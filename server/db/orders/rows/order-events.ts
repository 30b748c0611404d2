// The history of an order, written in the transaction that changes it.

import { type Selectable, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { Log } from '../../../domain/base/ports.ts'
import {
  changeSources,
  type OrderChange,
  type WorkKind,
  workKinds,
} from '../../../domain/orders/history/change.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import {
  type DisputeStep,
  disputeDetail,
  disputeStepOf,
} from '../../../domain/orders/reversals/dispute-step.ts'
import { type PaymentStep, paymentSteps } from '../../../domain/orders/reversals/payment-step.ts'
import type { Refund } from '../../../domain/orders/reversals/refund.ts'
import { unmatchedCauses } from '../../../domain/payments/unmatched.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { recover } from '../../core/values/json.ts'
import type { Database } from '../../schema/database.ts'
import type { OrderEventKind } from '../../schema/orders.ts'
import { refundStateOf, storedStateOf } from './refund-rows.ts'
import { readParts } from './stored-parts.ts'
import { readTracking, storedTracking } from './stored-tracking.ts'

type Before = Pick<Order, 'status' | 'enteredTracking'>

/** Writes one line: the order's current state, who changed it, and its previous state. */
export async function addEvent(tx: Tx, order: Order, by: string, before: Before): Promise<void> {
  await insertEvent(tx, order, by, { before })
}

/** Adds a step of a refund, which does not change status or tracking. */
export async function addRefundEvent(
  tx: Tx,
  order: Order,
  by: string,
  refund: Pick<Refund, 'id' | 'state'>,
): Promise<void> {
  await insertEvent(tx, order, by, { before: order, refund })
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null }

type Work = { readonly kind: OrderEventKind; readonly detail: string | null }

/** Adds a hold, a release, a priority, a note or a reprint. */
export async function addWorkEvent(tx: Tx, order: Order, by: string, work: Work): Promise<void> {
  await insertEvent(tx, order, by, { before: order, work })
}

/** Adds a payment that the order could not use. */
export async function addPaymentEvent(
  tx: Tx,
  order: Order,
  by: string,
  { cause, step, amountCents }: PaymentStep,
): Promise<void> {
  const work = { kind: 'payment', detail: `${cause} ${step} ${amountCents}` } as const
  await insertEvent(tx, order, by, { before: order, work })
}

/** Adds a step of a dispute, or a bank's warning. */
export async function addDisputeEvent(
  tx: Tx,
  order: Order,
  step: DisputeStep,
  by: string = changeSources.cardProcessor,
): Promise<void> {
  const work = { kind: 'dispute', detail: disputeDetail(step) } as const
  await insertEvent(tx, order, by, { before: order, work })
}

type Event = {
  readonly before: Before
  readonly refund?: Pick<Refund, 'id' | 'state'>
  readonly work?: Work
}

async function insertEvent(
  tx: Tx,
  order: Order,
  by: string,
  { before, refund, work }: Event,
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({
      order_id: order.id,
      status: order.status,
      by,
      version: order.version,
      from_status: before.status,
      from_tracking: storedTracking(before.enteredTracking),
      tracking: storedTracking(order.enteredTracking),
      refund_id: refund?.id ?? null,
      refund_state: refund === undefined ? null : storedStateOf(refund.state),
      kind: work?.kind ?? null,
      detail: work?.detail ?? null,
    })
    .execute()
}

/** Returns the changes after the version, oldest first. Omits tracking that cannot be read. */
export async function changesSince(
  db: Db,
  log: Pick<Log, 'error'>,
  orderId: OrderId,
  version: number,
): Promise<OrderChange[]> {
  const rows = await eventsOf(db, orderId)
    .where('version', '>', sql<number>`${version}::integer`)
    .orderBy('order_events.id')
    .execute()
  return rows.map((row) => changeOfRow(log, row))
}

/** Returns all changes, oldest first. */
export async function history(
  db: Db,
  log: Pick<Log, 'error'>,
  orderId: OrderId,
): Promise<OrderChange[]> {
  const rows = await eventsOf(db, orderId).orderBy('order_events.id').execute()
  return rows.map((row) => changeOfRow(log, row))
}

const eventsOf = (db: Db, orderId: OrderId) =>
  db
    .selectFrom('order_events')
    .leftJoin('refunds', 'refunds.id', 'order_events.refund_id')
    .selectAll('order_events')
    .select([
      'refunds.amount_cents',
      'refunds.gift_cents',
      'refunds.returned_at',
      'refunds.lines',
      'refunds.postage_cents',
    ])
    .where('order_events.order_id', '=', orderId)

type RefundColumns = Pick<
  Selectable<Database['refunds']>,
  'amount_cents' | 'gift_cents' | 'returned_at' | 'lines' | 'postage_cents'
>
type EventRow = Selectable<Database['order_events']> & Nullable<RefundColumns>

function changeOfRow(log: Pick<Log, 'error'>, row: EventRow): OrderChange {
  const trackingOf = (column: 'from_tracking' | 'tracking') =>
    recover(
      log,
      () => readTracking(row[column], { table: 'order_events', column, id: String(row.id) }),
      () => null,
    )
  return {
    version: row.version ?? 0,
    at: row.at,
    by: row.by,
    from: row.from_status ?? row.status,
    to: row.status,
    trackingFrom: trackingOf('from_tracking'),
    trackingTo: trackingOf('tracking'),
    refund: refundStepOf(log, row),
    work: isWorkKind(row.kind) ? { kind: row.kind, detail: row.detail } : null,
    payment: row.kind === 'payment' ? paymentStepOf(row.detail) : null,
    dispute: row.kind === 'dispute' ? disputeStepOf(row.detail) : null,
    reprint: row.kind === 'reprint' ? row.detail : null,
  }
}

/** Returns the step of a refund. The gift card's part is included from the outcome on. */
function refundStepOf(
  log: Pick<Log, 'error'>,
  {
    refund_id: id,
    refund_state: stored,
    amount_cents: amountCents,
    gift_cents: giftCents,
    returned_at: returnedAt,
    lines,
    postage_cents: postageCents,
  }: EventRow,
): OrderChange['refund'] {
  if (stored === null || amountCents === null || giftCents === null) return null
  const state = refundStateOf(stored, giftCents)
  const place = { table: 'refunds', column: 'lines', id: String(id) }
  const parts = recover(
    log,
    () => readParts(lines, postageCents ?? 0, place),
    () => null,
  )
  return { amountCents, giftCents, state, parts, isReturned: returnedAt !== null }
}

const isWorkKind = (kind: OrderEventKind | null): kind is WorkKind =>
  workKinds.some((each) => each === kind)

/** Parses a payment step. Returns null for words of another release. */
function paymentStepOf(detail: string | null): PaymentStep | null {
  const [sentCause, sentStep, cents] = (detail ?? '').split(' ')
  const cause = unmatchedCauses.find((each) => each === sentCause)
  const step = paymentSteps.find((each) => each === sentStep)
  if (cause === undefined || step === undefined) return null
  return { cause, step, amountCents: Number(cents) }
}
