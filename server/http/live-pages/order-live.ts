// The event streams of order pages. One query a second finds which of the watched orders have changed; only those are read.
import { findOrder } from '../../domain/orders/find-order.ts'
import { OrderChecked, orderFragments } from '../../pages/orders/order-fragments.tsx'
import { batchReads } from '../live/batch-reads.ts'
import type { Fragments } from '../live/event-stream.ts'
import { createLiveHub, type LiveHub, type LiveTopic } from '../live/live-hub.ts'
import { renderFragments } from '../live/render-fragments.ts'
import type { HttpContext } from '../middleware/context.ts'
import { readLiveOrder } from './order-view.ts'

type Deps = HttpContext['deps']

const queryMs = 1_000
/** The pages say when they were checked, to this precision. */
const checkedMs = 10_000
/** A page may change with the day even when its order has not. */
const maxAgeMs = 60_000
/** Heartbeats of its jobs change no order: the page of one that is printed is not older than it says that it was checked. */
const maxPrintingAgeMs = checkedMs
const maxListeners = 1_000
/** Many people may share one address; further readers poll for the page's state. */
const maxPerClient = 100
/** A link to an order can be passed on. */
const maxPerTopic = 50

/** The topic of an order's page; `returned`: the customer came back from a checkout. */
export const orderTopic = (code: string, returned: boolean): string =>
  `${code}${returned ? returnedMark : ''}`

const returnedMark = '?paid'

type MarkOf = (code: string) => Promise<string | undefined>

/** Marks of orders, read together once a second for all that watch or wait. */
export const createOrderMarks = (deps: Pick<Deps, 'orders'>): MarkOf =>
  batchReads((codes) => deps.orders.marks(codes), queryMs)

/** Topics are opened only for codes of orders that exist. */
export function createOrderLive(deps: Deps, markOf: MarkOf): LiveHub {
  return createLiveHub({
    log: deps.log,
    meter: deps.meter,
    maxListeners,
    maxPerClient,
    maxPerTopic,
    topicOf: (name) => {
      const [code = '', paid] = name.split('?')
      return orderTopicOf(deps, { code, returned: paid !== undefined, markOf })
    },
  })
}

type OrderTopic = {
  readonly code: string
  readonly returned: boolean
  readonly markOf: MarkOf
}

function orderTopicOf(deps: Deps, { code, returned, markOf }: OrderTopic): LiveTopic {
  let shown: (LiveParts & { mark: string | undefined; atMs: number }) | null = null
  return {
    read: async () => {
      const mark = await markOf(code)
      const nowMs = deps.clock.now().getTime()
      if (shown === null || shown.mark !== mark || nowMs - shown.atMs >= shown.maxAgeMs) {
        shown = { mark, atMs: nowMs, ...(await readParts(deps, code, returned)) }
      }
      const at = new Date(nowMs - (nowMs % checkedMs))
      const checked = OrderChecked({ code, returned, at, live: true })
      return { ...shown.parts, ...renderFragments({ 'order-checked': checked }) }
    },
    everyMs: queryMs / 2,
  }
}

type LiveParts = { readonly parts: Fragments; readonly maxAgeMs: number }

async function readParts(deps: Deps, code: string, returned: boolean): Promise<LiveParts> {
  const order = await findOrder(deps, code)
  if (order === null) throw new Error('a watched order vanished')
  const parts = renderFragments(orderFragments(await readLiveOrder(deps, { order, returned })))
  return { parts, maxAgeMs: order.status === 'PRINTING' ? maxPrintingAgeMs : maxAgeMs }
}
