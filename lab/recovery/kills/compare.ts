// Checks that the rows, the processor's record, the replay of the key, the order's read, its page and its emails
// agree about an order.
import * as v from 'valibot'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { inParallel } from '../lib/shop.ts'
import { type Order, type Placed, submitOnce } from './caller.ts'
import type { Stage } from './stage.ts'

const rowSchema = v.array(
  v.object({
    code: v.string(),
    idempotency_key: v.nullable(v.string()),
    paid: v.boolean(),
    charge_state: v.string(),
  }),
)

const readRows = async ({ database }: Stage) => {
  const { rows } = await database.pool.query(
    'select code, idempotency_key, paid, charge_state from orders',
  )
  return v.parse(rowSchema, rows)
}

/**
 * Checks that each key has one order, each order at most one charge, and that the charged amount equals the order's.
 */
export async function compareRows(
  stage: Stage,
  orders: readonly Order[],
  placed: readonly Placed[],
): Promise<string[]> {
  const rows = await readRows(stage)
  const problems = orders.flatMap((order) => problemsOfKey(stage, order, { rows, placed }))
  return [...problems, ...(await problemsOfCharges(stage, rows))]
}

type Rows = v.InferOutput<typeof rowSchema>

function problemsOfKey(
  { paying }: Stage,
  { key, account }: Order,
  { rows, placed }: { readonly rows: Rows; readonly placed: readonly Placed[] },
): string[] {
  const [row, ...others] = rows.filter((each) => each.idempotency_key === key)
  const final = placed.find((order) => order.key === key)
  if (row === undefined || others.length > 0) {
    return [`${key} has ${others.length + 1} orders or none`]
  }
  if (final === undefined) return [`${key} was never final`]
  const expected = account === paying ? 'succeeded' : 'declined'
  return [
    ...(row.code === final.response.code ? [] : [`${key} was told another code`]),
    ...(row.charge_state === expected
      ? []
      : [`${row.code} is ${row.charge_state} instead of ${expected}`]),
  ]
}

async function problemsOfCharges({ standIn }: Stage, rows: Rows): Promise<string[]> {
  const charges = await standIn.control.chargesByOrder()
  const times = new Map(charges.map(({ orderCode, succeeded }) => [orderCode, succeeded]))
  const known = new Set(rows.map(({ code }) => code))
  const wrong = rows.flatMap(({ code, paid, charge_state: state }) => {
    const charged = times.get(code) ?? 0
    const isSettled = state !== 'started' && state !== 'unknown'
    return charged === (paid ? 1 : 0) && isSettled
      ? []
      : [`${code} is ${state} and was charged ${charged} times`]
  })
  const strange = charges.filter(
    ({ orderCode, succeeded }) => succeeded > 0 && !known.has(orderCode),
  )
  return [
    ...wrong,
    ...strange.map(({ orderCode }) => `${orderCode} was charged and is not an order`),
  ]
}

const readSchema = v.object({
  code: v.string(),
  paid: v.boolean(),
  charge: v.optional(v.string()),
})

/**
 * Maximum number of opened pages. Pages have a limit per address, so only some of the never-interrupted orders are
 * opened.
 */
const pagesAtMost = 100

export async function compareDoors(stage: Stage, placed: readonly Placed[]): Promise<string[]> {
  const { server } = stage
  const told = await inParallel(placed, 8, (order) => problemsOfRepeat(stage, order))
  const problems = told.flat()
  const interruptedFirst = placed.toSorted((a, b) => b.requests - a.requests).slice(0, pagesAtMost)
  for (const { response } of interruptedFirst) {
    const page = await (await fetch(`${server.baseUrl}/orders/${response.code}`)).text()
    const isUnpaid = page.includes('Not paid yet') && page.includes('was declined')
    if (isUnpaid !== (response.charge === 'declined') || page.includes('not settled')) {
      problems.push(`${response.code}: the page does not say ${response.charge}`)
    }
  }
  return problems
}

/** Checks that repeating the request with its key returns a replay that agrees with the first response and the order. */
async function problemsOfRepeat({ server }: Stage, order: Placed): Promise<string[]> {
  const { response } = order
  const problems: string[] = []
  const again = await submitOnce(server, order)
  if (again?.isReplayed !== true) problems.push(`${response.code}: the repeat is not a replay`)
  const told = [again?.code, again?.paid, again?.charge]
  if (told.join() !== [response.code, response.paid, response.charge].join()) {
    problems.push(`${response.code}: the repeat says ${told.join(', ')}`)
  }
  const read = await fetch(`${server.baseUrl}/api/print/orders/${response.code}`, {
    headers: order.account.headers,
  })
  const { paid, charge = 'charged' } = v.parse(readSchema, await read.json())
  if (paid !== response.paid || charge !== response.charge) {
    problems.push(`${response.code}: the order says ${charge}, the response ${response.charge}`)
  }
  return problems
}

/**
 * Checks that a paid order is confirmed once and never reported unpaid, and that an unpaid one is never confirmed.
 */
export async function compareMails(stage: Stage): Promise<string[]> {
  await waitUntil(
    'every mail is sent',
    async () => {
      const unsent = await stage.database.pool.query('select from emails where sent_at is null')
      return unsent.rowCount === 0
    },
    300_000,
  )
  const subjects = Map.groupBy(stage.server.mails(), ({ subject }) => subject)
  const rows = await readRows(stage)
  return rows.flatMap(({ code, paid }) => {
    const confirmed = subjects.get(`Order ${code} confirmed`)?.length ?? 0
    const refused = subjects.get(`Order ${code} was not charged`)?.length ?? 0
    const isRight = paid ? confirmed === 1 && refused === 0 : confirmed === 0 && refused <= 1
    return isRight ? [] : [`${code}: ${confirmed} confirmations and ${refused} refusals by mail`]
  })
}
