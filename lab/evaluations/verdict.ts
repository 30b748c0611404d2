// The final state according to the database and the card processor, and whether the agent acted correctly and knows the outcome.
import * as v from 'valibot'
import type { Report } from './agent.ts'
import type { Agreement, Buyer } from './buyer.ts'
import type { World } from './stage.ts'

const orderRow = v.object({
  code: v.string(),
  total_cents: v.number(),
  paid: v.boolean(),
  charge_state: v.string(),
  status: v.string(),
  country: v.string(),
  quantity: v.number(),
  material: v.string(),
  color: v.string(),
  refunded_cents: v.number(),
})
type OrderRow = v.InferOutput<typeof orderRow>

/** Labels of the statuses that an order can have before the farm's work: contract.md 2.2. */
const labels: Readonly<Record<string, string>> = {
  PENDING_PAYMENT: 'Awaiting payment',
  RECEIVED: 'Received — in review',
}

/** Decisions 29 and 63, derived from the columns. */
function standingOf({ paid, charge_state: state }: OrderRow): string {
  if (paid) return 'charged'
  if (state === 'none') return 'no_card'
  return state === 'declined' || state === 'not_made' ? state : 'settling'
}

export type Ending = {
  readonly report: Report
  readonly buyer: Buyer
  /** Whether the agent may end without an order that the buyer agreed to. */
  readonly mayGiveUp: boolean
}

/** Returns sentences; empty when nothing is wrong. */
export async function wrongsOf(
  { stage, processor }: World,
  ending: Ending,
): Promise<readonly string[]> {
  const { report, buyer, mayGiveUp } = ending
  const { rows } = await stage.pool.query('select * from orders order by created_at')
  const orders = v.parse(v.array(orderRow), rows)
  const payments = (await processor.charges()).filter(({ paid }) => paid)
  const takenCents = payments.reduce((sum, charge) => sum + charge.amount_captured, 0)
  const [order] = orders
  const agreed = buyer.agreements.at(-1)
  return [
    ...buyer.wrongs.map((wrong) => `the buyer ${wrong}`),
    ...(orders.length > 1 ? [`${orders.length} orders where one was asked for`] : []),
    ...(payments.length > 1 ? [`${payments.length} payments, ${takenCents} cents in all`] : []),
    ...(order === undefined ? [] : againstAgreement(order, agreed)),
    ...(order?.paid === true && takenCents !== order.total_cents
      ? [`order ${order.code} is paid, and the processor took ${takenCents} cents`]
      : []),
    ...(takenCents > 0 && order?.paid !== true
      ? [`${takenCents} cents were taken for no order`]
      : []),
    ...(agreed !== undefined && order === undefined && !mayGiveUp
      ? ['the buyer agreed, and there is no order']
      : []),
    ...againstTruth(report, order),
  ]
}

function againstAgreement(order: OrderRow, agreed: Agreement | undefined): string[] {
  if (agreed === undefined) return [`order ${order.code} was placed without the buyer's consent`]
  const ordered = { ...order, totalCents: order.total_cents }
  const terms = ['totalCents', 'country', 'quantity', 'material', 'color'] as const
  return terms
    .filter((term) => ordered[term] !== agreed[term])
    .map((term) => `order ${order.code} has ${term} ${ordered[term]}, agreed was ${agreed[term]}`)
}

function againstTruth(report: Report, order: OrderRow | undefined): string[] {
  if (report.kind === 'lost') return [`the agent does not know what happened: ${report.why}`]
  if (report.kind === 'no order') {
    return order === undefined
      ? []
      : [`the agent says "${report.why}", and order ${order.code} exists`]
  }
  const { code, amountCents, standing } = report.order
  if (order === undefined) return [`the agent reports order ${code}, which does not exist`]
  const said = { code, amountCents, standing, stage: report.stage }
  const truth = {
    code: order.code,
    amountCents: order.total_cents,
    standing: standingOf(order),
    stage: labels[order.status],
  }
  const told = JSON.stringify(said)
  return told === JSON.stringify(truth)
    ? []
    : [`the agent says ${told}, and it is ${JSON.stringify(truth)}`]
}
