// kill -9 of the real server while it buys or voids a label: the farm pays once at most, and the label that the carrier
// service sold is on the order afterwards, without a person.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type EasyPostStandIn, startEasyPost } from '../../testing/carriers/easypost.ts'
import { type Gate, openGate } from '../../testing/faults/processor-gate.ts'
import { signIn } from '../../testing/faults/sign-in.ts'
import { openStage, type Stage } from '../../testing/faults/stage.ts'
import { placed } from '../../testing/people/submit.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { jsonPost, rawPost } from '../../testing/service/requests.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { atCall, atUpdate, atWriteAfter, type Hold, killDuring } from './kill-points.ts'
import { useStages } from './stages.ts'

setDefaultTimeout(slowTestMs)

const OPERATOR = 'operator@example.com'
const from = 'Farm; 388 Townsend St; San Francisco; CA; 94107; US; 4155550100; post@farm.example'
/** The cheapest rate of the stand-in. */
const CENTS = 593

type LabelStage = Stage & {
  readonly carrier: EasyPostStandIn
  /** Headers of the operator's requests. */
  readonly headers: Readonly<Record<string, string>>
  readonly read: (path: string) => Promise<string>
  readonly send: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Response>
}

const stages = useStages<LabelStage>(2, async () => {
  const carrier = await startEasyPost()
  const gate = await openGate(carrier.url)
  const stage = await openStage({
    webhooks: 'off',
    env: {
      OPERATOR_EMAILS: OPERATOR,
      EASYPOST_API_KEY: carrier.apiKey,
      EASYPOST_API_BASE: gate.baseUrl,
      EASYPOST_FROM: from,
    },
  })
  const { baseUrl } = stage.server
  const headers = { cookie: await signIn(stage, OPERATOR), origin: baseUrl }
  return {
    ...stage,
    carrier,
    headers,
    // The points of this file hold calls of the carrier service.
    gate,
    crash: async () => {
      await stage.crash()
      gate.releaseAll()
    },
    close: async () => {
      await stage.close()
      await closeAll(gate, carrier)
    },
    read: async (path) => await (await fetch(`${baseUrl}${path}`, { headers })).text(),
    send: (path, fields = {}) =>
      fetch(`${baseUrl}${path}`, {
        ...rawPost(new URLSearchParams(fields), headers),
        redirect: 'manual',
      }),
  }
})

async function closeAll(gate: Gate, carrier: EasyPostStandIn): Promise<void> {
  await gate.close()
  await carrier.close()
}

type Quoted = {
  readonly code: string
  readonly page: string
  readonly shipmentId: string
  /** Path of the label's forms. */
  readonly label: string
  readonly buy: () => Promise<Response>
  /** Buys the label and ships the order. */
  readonly ship: () => Promise<Response>
}

/** Compares the rates of a printed order. */
async function quoted(stage: LabelStage): Promise<Quoted> {
  const { code } = await placed(stage.submit(await stage.account()))
  const { version: received } = await orderRow(stage, code)
  const printed = await fetch(
    `${stage.server.baseUrl}/api/operator/orders/${code}/status`,
    jsonPost({ status: 'PRINTED', version: received }, stage.headers),
  )
  expect(printed.status).toBe(200)
  const page = `/operator/orders/${code}`
  expect((await stage.send(`${page}/rates`, { parcelGrams: '436' })).status).toBe(303)
  const { id, shipment_id: shipmentId } = await rowOf(stage, code)
  const label = `${page}/labels/${id}`
  const [, rate = ''] = /name="rate" value="([^"]+)"/.exec(await stage.read(page)) ?? []
  const { version } = await orderRow(stage, code)
  return {
    code,
    page,
    shipmentId,
    label,
    buy: () => stage.send(`${label}/buy`, { rate }),
    ship: () => stage.send(`${label}/ship`, { rate, version: String(version) }),
  }
}

async function orderRow({ database }: Stage, code: string) {
  const { rows } = await database.pool.query<{ version: number; status: string }>(
    'select version, status from orders where code = $1',
    [code],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`no order ${code}`)
  return row
}

type Row = {
  readonly id: string
  readonly shipment_id: string
  readonly state: string
  readonly tracking_number: string | null
  readonly refund: string | null
  /** Seconds until the worker reads the shipment; null = never. */
  readonly read_in: number | null
  /** The order's tracking number. */
  readonly number: string | null
}

async function rowOf({ database }: Stage, code: string): Promise<Row> {
  const { rows } = await database.pool.query<Row>(
    `select parcel_labels.id, shipment_id, parcel_labels.state, tracking_number, refund,
      extract(epoch from track_at - now())::float8 as read_in, orders.tracking->>'number' as number
      from parcel_labels join orders on orders.id = order_id where code = $1`,
    [code],
  )
  expect(rows).toHaveLength(1)
  const [row] = rows
  if (row === undefined) throw new Error(`${code} has no label`)
  return row
}

/** Ends the lease of an interrupted purchase, or makes the next reading of a label due. */
const makeDue = ({ database }: Stage, id: string, column: 'lease_until' | 'track_at') =>
  database.pool.query(
    `update parcel_labels set ${column} = '1970-01-01' where id = $1 and ${column} is not null`,
    [id],
  )

/** Returns the labels that the service sold of the shipment. */
const soldOf = ({ carrier }: LabelStage, shipmentId: string) =>
  carrier.purchases.filter((purchase) => purchase.shipmentId === shipmentId)

type Path = (quote: Quoted) => string
const buyPath: Path = ({ shipmentId }) => `/v2/shipments/${shipmentId}/buy`
const refundPath: Path = ({ shipmentId }) => `/v2/shipments/${shipmentId}/refund`

type Point = {
  readonly name: string
  readonly hold: (path: string) => Hold
}

const purchasePoints: readonly Point[] = [
  { name: 'after it is written, before its call leaves', hold: lostCall },
  {
    name: 'after its call left, before the carrier sells the label',
    hold: (path) => atCall(path, 'request'),
  },
  {
    name: 'after the carrier sold the label, before its response arrives',
    hold: (path) => atCall(path, 'response'),
  },
  {
    name: 'after the response, before the number is set on the order',
    hold: (path) => atWriteAfter(path, 'orders'),
  },
  {
    name: 'after the number is set on the order, before the label is stored',
    hold: (path) => atWriteAfter(path, 'parcel_labels'),
  },
]

function lostCall(path: string): Hold {
  return atCall(path, 'request', { lost: true })
}

describe('killed in a purchase', () => {
  test.concurrent.each(purchasePoints.map((point) => [point.name, point] as const))(
    '%s: the worker attaches the label, which is bought once',
    (_name, { hold }) =>
      stages.run('off', async (stage) => {
        const quote = await quoted(stage)
        await killDuring(stage, hold(buyPath(quote)), quote.buy)
        const { id, state } = await rowOf(stage, quote.code)
        expect(state).toBe('buying')
        // The worker does not continue the purchase before the page is read, however slow the restart is.
        await stage.database.pool.query(
          `update parcel_labels set lease_until = now() + interval '1 hour' where id = $1`,
          [id],
        )

        await stage.restart()
        expect(await stage.read(quote.page)).toContain(
          'A label is being bought. It appears here within minutes; do not buy another one.',
        )
        // The desk neither buys it again nor offers another one.
        expect((await quote.buy()).status).toBe(409)
        expect((await stage.send(`${quote.page}/rates`, { parcelGrams: '436' })).status).toBe(409)
        await makeDue(stage, id, 'lease_until')
        await expectBought(stage, quote)
      }),
  )

  test.concurrent('before it is written: nothing is bought, and a second press buys the label', () =>
    stages.run('off', async (stage) => {
      const quote = await quoted(stage)
      await killDuring(stage, atUpdate('parcel_labels'), quote.buy)
      expect(await rowOf(stage, quote.code)).toMatchObject({ state: 'quoted', number: null })
      expect(soldOf(stage, quote.shipmentId)).toEqual([])
      await stage.restart()
      expect((await quote.buy()).status).toBe(303)
      await expectBought(stage, quote)
    }))

  test.concurrent('twice, the second time in the worker: the label is bought once', () =>
    stages.run('off', async (stage) => {
      const quote = await quoted(stage)
      const path = buyPath(quote)
      await killDuring(stage, lostCall(path), quote.buy)
      const { id } = await rowOf(stage, quote.code)
      await stage.restart()
      await killDuring(stage, atCall(path, 'response'), () => makeDue(stage, id, 'lease_until'))
      expect(soldOf(stage, quote.shipmentId)).toEqual([
        { shipmentId: quote.shipmentId, cents: CENTS },
      ])
      expect((await rowOf(stage, quote.code)).state).toBe('buying')
      await stage.restart()
      await makeDue(stage, id, 'lease_until')
      await expectBought(stage, quote)
    }))
})

describe('killed when one press buys the label and ships', () => {
  const points: readonly Point[] = [
    {
      name: 'after the carrier sold the label, before its response arrives',
      hold: (path) => atCall(path, 'response'),
    },
    {
      name: 'after the label is stored, before the order is shipped',
      hold: () => atUpdate('orders', "new.status = 'SHIPPED'"),
    },
  ]
  test.concurrent.each(points.map((point) => [point.name, point] as const))(
    '%s: a second press ships with the label, which is bought once',
    (_name, { hold }) =>
      stages.run('off', async (stage) => {
        const quote = await quoted(stage)
        await killDuring(stage, hold(buyPath(quote)), quote.ship)
        const { id } = await rowOf(stage, quote.code)
        await stage.restart()
        await makeDue(stage, id, 'lease_until')
        await expectBought(stage, quote)
        expect((await orderRow(stage, quote.code)).status).toBe('PRINTED')
        expect((await quote.ship()).status).toBe(303)
        expect((await quote.ship()).status).toBe(303)
        expect((await orderRow(stage, quote.code)).status).toBe('SHIPPED')
        expect(soldOf(stage, quote.shipmentId)).toHaveLength(1)
      }),
  )
})

/** Waits for the label, which the service sold once and which is on the order. */
async function expectBought(stage: LabelStage, quote: Quoted): Promise<void> {
  const { code, page, shipmentId } = quote
  await waitUntil('the label is stored', async () => (await rowOf(stage, code)).state === 'bought')
  const { tracking_number: number, ...row } = await rowOf(stage, code)
  expect(soldOf(stage, shipmentId)).toEqual([{ shipmentId, cents: CENTS }])
  expect(number).toMatch(/^9400100\d{15}$/)
  expect(row.number).toBe(number)
  expect(await stage.read(page)).toContain('Label as PDF')
  // A repeated press changes nothing.
  expect((await quote.buy()).status).toBe(303)
  expect(soldOf(stage, shipmentId)).toHaveLength(1)
}

const voidPoints: readonly (Point & { readonly isRefunded: boolean })[] = [
  { name: 'before its call leaves', hold: lostCall, isRefunded: false },
  {
    name: 'after its call left, before the carrier voids the label',
    hold: (path) => atCall(path, 'request'),
    isRefunded: true,
  },
  {
    name: 'after the carrier voided the label, before its response arrives',
    hold: (path) => atCall(path, 'response'),
    isRefunded: true,
  },
  {
    name: 'after the response, before the number is removed from the order',
    hold: (path) => atWriteAfter(path, 'orders'),
    isRefunded: true,
  },
  {
    name: 'after the number is removed, before the void is stored',
    hold: (path) => atWriteAfter(path, 'parcel_labels'),
    isRefunded: true,
  },
]

describe('killed while a label is voided', () => {
  test.concurrent.each(voidPoints.map((point) => [point.name, point] as const))(
    '%s: the worker reads the outcome within minutes',
    (_name, { hold, isRefunded }) =>
      stages.run('off', async (stage) => {
        const quote = await quoted(stage)
        const { code } = quote
        expect((await quote.buy()).status).toBe(303)
        const press = () => stage.send(`${quote.label}/void`, { confirmed: '1' })
        await killDuring(stage, hold(refundPath(quote)), press)
        const { id, read_in: readIn, state } = await rowOf(stage, code)
        expect(state).toBe('bought')
        // Until then the desk offers a label that the carrier may have voided.
        expect(readIn).toBeLessThanOrEqual(300)

        await stage.restart()
        await makeDue(stage, id, 'track_at')
        if (isRefunded) {
          await waitUntil(
            'the void is stored',
            async () => (await rowOf(stage, code)).state === 'voided',
          )
          expect(await rowOf(stage, code)).toMatchObject({ refund: 'submitted', number: null })
        } else {
          await waitUntil('the label is read', async () => {
            const { read_in: next } = await rowOf(stage, code)
            // The worker's lease ends within minutes. The next reading is due hours after a completed one.
            return next !== null && next > 3600
          })
          expect((await rowOf(stage, code)).state).toBe('bought')
        }
        expect((await press()).status).toBe(303)
        expect(await rowOf(stage, code)).toMatchObject({ state: 'voided', refund: 'submitted' })
        expect(
          stage.carrier.refunds.filter((shipment) => shipment === quote.shipmentId),
        ).toHaveLength(1)
        expect(soldOf(stage, quote.shipmentId)).toHaveLength(1)
        expect(await stage.read(quote.page)).toContain(
          'requested; carriers take up to several weeks',
        )
      }),
  )
})
