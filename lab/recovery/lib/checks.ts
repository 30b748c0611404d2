// Conditions after any loss: every acknowledged order exists, no customer paid twice, and all kept money has an
// order.
import type { OrderCharges } from '../../../server/local/stripe/control.ts'

/** A response 201 that a client received. */
export type Acknowledged = {
  readonly key: string
  readonly code: string
  /** Null: the response said that the order is not paid yet. */
  readonly chargedCents: number | null
}

export type OrderRow = {
  readonly code: string
  readonly paid: boolean
  readonly totalCents: number
}

/** The final state: no request, charge or job is in progress. */
export type Facts = {
  readonly acknowledged: readonly Acknowledged[]
  readonly orders: readonly OrderRow[]
  /** The processor's count. */
  readonly payments: readonly OrderCharges[]
  /** Codes of the mailed confirmations. */
  readonly confirmations: readonly string[]
  /** In seconds; null: no job waits. */
  readonly oldestJobSeconds: number | null
}

const maxJobSeconds = 60

/** Returns each violation as a sentence; empty when there are none. */
export function findViolations(facts: Facts): readonly string[] {
  const rows = new Map(facts.orders.map((row) => [row.code, row]))
  return [
    ...facts.acknowledged.flatMap((response) => responseViolations(response, rows)),
    ...keyViolations(facts.acknowledged),
    ...facts.payments.flatMap((payment) => paymentViolations(payment, rows)),
    ...unpaidRows(facts),
    ...mailViolations(facts),
    ...jobViolations(facts),
  ]
}

type Rows = ReadonlyMap<string, OrderRow>

function responseViolations({ code, chargedCents }: Acknowledged, rows: Rows): string[] {
  const row = rows.get(code)
  if (row === undefined) return [`lost: ${code} was acknowledged and has no row`]
  if (chargedCents === null) return []
  if (!row.paid) return [`changed: ${code} was acknowledged as paid and is not`]
  if (row.totalCents === chargedCents) return []
  return [`changed: ${code} was charged ${chargedCents} cents and costs ${row.totalCents}`]
}

function keyViolations(acknowledged: readonly Acknowledged[]): string[] {
  const codes = new Map<string, string>()
  return acknowledged.flatMap(({ key, code }) => {
    const first = codes.get(key) ?? code
    codes.set(key, first)
    return first === code ? [] : [`two orders: ${first} and ${code} have the key ${key}`]
  })
}

function paymentViolations(payment: OrderCharges, rows: Rows): string[] {
  const { orderCode, succeeded, amountCents, refundedCents } = payment
  const twice = succeeded > 1 ? [`charged twice: ${orderCode}, ${succeeded} times`] : []
  const keptCents = amountCents - refundedCents
  const row = rows.get(orderCode)
  if (row === undefined) {
    return keptCents === 0 ? twice : [...twice, `no order: ${keptCents} cents of ${orderCode}`]
  }
  const dueCents = row.paid ? row.totalCents : 0
  const isRefunded = succeeded > 0 && keptCents === 0
  return keptCents === dueCents || isRefunded
    ? twice
    : [...twice, `wrong amount: ${orderCode} holds ${keptCents} cents, due are ${dueCents}`]
}

function unpaidRows({ orders, payments }: Facts): string[] {
  const charged = new Set(payments.filter((one) => one.succeeded > 0).map((one) => one.orderCode))
  return orders
    .filter(({ code, paid }) => paid && !charged.has(code))
    .map(({ code }) => `no payment: ${code} is paid, and the processor has no charge`)
}

function mailViolations({ orders, confirmations }: Facts): string[] {
  const counts = new Map<string, number>()
  for (const code of confirmations) counts.set(code, (counts.get(code) ?? 0) + 1)
  return orders.flatMap(({ code, paid }) => {
    const sent = counts.get(code) ?? 0
    return !paid || sent === 1 ? [] : [`mail: ${sent} confirmations of ${code}`]
  })
}

const jobViolations = ({ oldestJobSeconds }: Facts): string[] =>
  oldestJobSeconds !== null && oldestJobSeconds > maxJobSeconds
    ? [`job: the oldest waits for ${Math.round(oldestJobSeconds)} s`]
    : []
