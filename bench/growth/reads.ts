// The measured operations. Each reads or writes once, and some check the result.
import * as v from 'valibot'
import { createDeskReader } from '../../server/db/desk/desk-reader.ts'
import { sumUpOrders } from '../../server/db/desk/order-hours.ts'
import { createThroughput } from '../../server/db/desk/throughput.ts'
import { listJobs, summarize } from '../../server/db/farm/job-lists.ts'
import { createFarmLoad } from '../../server/db/farm/load/read-load.ts'
import { createOrderQueue } from '../../server/db/fulfillment/order-queue.ts'
import { sweep } from '../../server/db/maintenance/sweep.ts'
import { queuesReader } from '../../server/db/metrics/queues.ts'
import { createPrinters } from '../../server/db/printers/printers.ts'
import { addDays, dayOf } from '../../server/domain/base/time/day.ts'
import { readQueueFilter } from '../../server/domain/fulfillment/queue-filter.ts'
import { sendNotifications } from '../../server/domain/notifications/send-notifications.ts'
import { listOrdersPage } from '../../server/domain/orders/read/own-orders.ts'
import { measurementVersion } from '../../server/wiring/geometry/measurement-version.ts'
import { type GrowthService, quotedModel } from './service.ts'

export type Measured = {
  readonly name: string
  /** Number of calls per sample. */
  readonly calls: number
  readonly run: (on: GrowthService) => Promise<void>
}

const expect = (right: boolean, what: string): void => {
  if (!right) throw new Error(`wrong result: ${what}`)
}

const codeOf = ({ codes }: GrowthService) => codes[7] ?? ''

/** Requests of customers and their agents. */
export const requests: readonly Measured[] = [
  {
    name: 'order read',
    calls: 100,
    run: async (on) => {
      const order = v.parse(
        v.object({ code: v.string() }),
        await on.get(`/api/print/orders/${codeOf(on)}`),
      )
      expect(order.code === codeOf(on), 'order read')
    },
  },
  {
    name: 'get_order',
    calls: 100,
    run: async (on) => {
      const order = v.parse(
        v.object({ order_code: v.string() }),
        await on.call('get_order', { code: codeOf(on) }),
      )
      expect(order.order_code === codeOf(on), 'get_order')
    },
  },
  {
    name: 'list_my_orders',
    calls: 50,
    run: async (on) => {
      const listed = v.parse(
        v.object({ orders: v.array(v.unknown()) }),
        await on.call('list_my_orders', {}),
      )
      expect(listed.orders.length > 5, 'list_my_orders')
    },
  },
  {
    name: 'track_order',
    calls: 100,
    run: async (on) => {
      const order = v.parse(
        v.object({ status: v.literal('RECEIVED') }),
        await on.call('track_order', { order_code: codeOf(on), email: on.email }),
      )
      expect(order.status === 'RECEIVED', 'track_order')
    },
  },
  {
    name: 'get_lead_time',
    calls: 100,
    run: async (on) => {
      const shown = v.parse(v.record(v.string(), v.unknown()), await on.call('get_lead_time', {}))
      expect(Object.keys(shown).length > 1, 'get_lead_time')
    },
  },
  {
    name: 'account page, orders',
    calls: 50,
    run: async (on) => {
      const { deps } = on.service
      const order = await deps.orders.readByCode(codeOf(on))
      if (order === null) throw new Error('wrong result: the order is missing')
      const shown = await listOrdersPage(deps, order, {
        filter: { group: 'open', text: '' },
        page: 1,
      })
      expect(shown.total >= on.codes.length, 'account page')
    },
  },
  {
    name: 'submit, known part',
    calls: 25,
    run: async (on) => {
      expect((await on.submit()).startsWith('SVC-'), 'submit')
    },
  },
  {
    name: 'quote_print, known part',
    calls: 25,
    run: async (on) => {
      const quote = v.parse(
        v.object({ quote_id: v.string() }),
        await on.call('quote_print', { model_url: quotedModel, color: 'Black' }),
      )
      expect(quote.quote_id.startsWith('quote_'), 'quote_print')
    },
  },
]

const now = new Date()
const today = dayOf(now, 'UTC')

const queue = (name: string, query: Parameters<typeof readQueueFilter>[0]): Measured => ({
  name: `queue, ${name}`,
  calls: 4,
  run: async ({ service }) => {
    const { filter } = readQueueFilter(query)
    await createOrderQueue(service.database.db, { error: console.error }).read({
      filter,
      now,
      limit: 100,
      offset: 0,
    })
  },
})

/** Reads of the desk's pages, and repeated tasks of workers. They read open or recent data. */
export const desk: readonly Measured[] = [
  {
    name: 'lead time, read again',
    calls: 1,
    run: async ({ service }) => {
      await createFarmLoad(service.database.db).read()
    },
  },
  {
    name: 'overview, open orders',
    calls: 2,
    run: async ({ service }) => {
      const open = await createDeskReader(service.database).openOrders({
        machineHoursPerDay: 80,
        packingDays: 1,
      })
      expect(open.byStatus.RECEIVED > 0, 'overview')
    },
  },
  {
    name: 'overview, attention',
    calls: 10,
    run: async ({ service }) => {
      await createDeskReader(service.database).attention()
    },
  },
  {
    name: 'queues of the metrics',
    calls: 10,
    run: async ({ service }) => {
      await queuesReader(service.database)()
    },
  },
  queue('open', {}),
  queue('by spool', { group: 'spool' }),
  queue('all', { status: 'all' }),
  queue('search of a file', { q: 'part-123' }),
  queue('search of a code', { q: 'aaaabc' }),
  queue('search of a customer and a city', { q: 'customer77 springfield' }),
  ...(['queued', 'printing', 'attention', 'done', 'cancelled'] as const).map(
    (view): Measured => ({
      name: `print jobs, ${view}`,
      calls: 5,
      run: async ({ service }) => {
        await listJobs(service.database.db, { view, printer: null, after: null, limit: 50 })
      },
    }),
  ),
  {
    name: 'print jobs, printers and sums',
    calls: 2,
    run: async ({ service }) => {
      await createPrinters(service.database.db).list('UTC')
      await summarize(service.database.db, 'UTC')
    },
  },
  ...(
    [
      ['1 day by hour', 1, 'hour'],
      ['30 days', 30, 'day'],
    ] as const
  ).map(
    ([name, days, step]): Measured => ({
      name: `throughput, ${name}`,
      calls: 1,
      run: async ({ service }) => {
        const range = { from: addDays(today, 1 - days), to: today, step }
        const read = await createThroughput(service.database.db, 'UTC').read(range)
        expect(read.total.received.orders > 0, 'throughput')
      },
    }),
  ),
  {
    name: 'money',
    calls: 5,
    run: async ({ service: { deps } }) => {
      await Promise.all([
        deps.moneyBoard.unsettledCharges(50),
        deps.moneyBoard.unpaidOrders(50),
        deps.moneyBoard.declinedOrders(50),
        deps.moneyBoard.refunds(50),
        deps.moneyBoard.openPayments(50),
        deps.moneyBoard.declinedCount({ days: 30, timeZone: 'UTC' }),
      ])
    },
  },
  {
    name: 'mail',
    calls: 5,
    run: async ({ service: { deps } }) => {
      await deps.outbox.totals()
      for (const state of [null, 'waiting', 'failing', 'sent'] as const) {
        await deps.outbox.list({ state, orderCode: null, limit: 50 })
      }
      await deps.outbox.list({ state: null, orderCode: 'SVC-AAAABC', limit: 50 })
    },
  },
  {
    name: 'notifications, a round',
    calls: 5,
    run: async ({ service: { deps } }) => {
      await sendNotifications(deps)
    },
  },
  {
    name: 'sums of hours and days, a minute',
    calls: 2,
    run: async ({ service }) => {
      await sumUpOrders(service.database.db, 'UTC')
    },
  },
  {
    name: 'hourly sweep',
    calls: 1,
    run: async ({ service }) => {
      await sweep(service.database.db, { coreVersion: measurementVersion, basketDays: 30 })
    },
  },
]
