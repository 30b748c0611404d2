// Event streams of order pages. One query per second finds which of the watched orders changed, and only those are
// read.
import { mustExist } from '../../domain/base/must-exist.ts'
import { maxStreamsPerClient } from '../../domain/limits/table.ts'
import { findOrder } from '../../domain/orders/find-order.ts'
import { defaultLanguage, isLanguage, type Language } from '../../pages/languages/languages.ts'
import { wordsOf } from '../../pages/languages/words.ts'
import { OrderChecked, orderFragments } from '../../pages/orders/order-fragments.tsx'
import { batchReads } from '../live/batch-reads.ts'
import type { Fragments } from '../live/event-stream.ts'
import { createLiveHub, type LiveHub, type LiveTopic } from '../live/live-hub.ts'
import { renderFragments } from '../live/render-fragments.ts'
import type { HttpContext } from '../middleware/context.ts'
import { readLiveOrder } from './order-view.ts'

type Deps = HttpContext['deps']

const queryMs = 1_000
/** Precision of the check time shown on pages, in milliseconds. */
const checkedMs = 10_000
/** Maximum age of a page, in milliseconds. A page may change with the date even if its order does not. */
const maxAgeMs = 60_000
/**
 * Maximum age while printing, in milliseconds. Job heartbeats do not change the order, so the page must be as current
 * as its stated check time.
 */
const maxPrintingAgeMs = checkedMs
const maxListeners = 1_000
/** Streams per order and language. Customers may share the link to an order. */
const maxPerTopic = 50

type WatchedPage = {
  readonly code: string
  /** Whether the customer came back from a checkout. */
  readonly returned: boolean
  readonly language: Language
}

/** Returns the topic of an order page. */
export const orderTopic = ({ code, returned, language }: WatchedPage): string =>
  `${code}?${language}${returned ? returnedMark : ''}`

const returnedMark = '&paid'

/** Returns the order page of a topic. */
function pageOf(topic: string): WatchedPage {
  const [code = '', shown = ''] = topic.split('?')
  const [language = ''] = shown.split('&')
  return {
    code,
    returned: shown.endsWith(returnedMark),
    language: isLanguage(language) ? language : defaultLanguage,
  }
}

type MarkOf = (code: string) => Promise<string | undefined>

/** Creates a reader of order marks, which reads the marks of all watched orders together once per second. */
export const createOrderMarks = (deps: Pick<Deps, 'orders'>): MarkOf =>
  batchReads((codes) => deps.orders.marks(codes), queryMs)

/** Creates the hub. Opens topics only for codes of existing orders. */
export function createOrderLive(deps: Deps, markOf: MarkOf): LiveHub {
  return createLiveHub({
    log: deps.log,
    meter: deps.meter,
    maxListeners,
    maxPerClient: maxStreamsPerClient,
    maxPerTopic,
    topicOf: (name) => orderTopicOf(deps, { ...pageOf(name), markOf }),
  })
}

type OrderTopic = WatchedPage & { readonly markOf: MarkOf }

function orderTopicOf(deps: Deps, { markOf, ...page }: OrderTopic): LiveTopic {
  const { code, returned, language } = page
  const words = wordsOf(language)
  let shown: (LiveParts & { mark: string | undefined; atMs: number }) | null = null
  return {
    read: async () => {
      const mark = await markOf(code)
      const nowMs = deps.clock.now().getTime()
      if (shown === null || shown.mark !== mark || nowMs - shown.atMs >= shown.maxAgeMs) {
        shown = { mark, atMs: nowMs, ...(await readParts(deps, page)) }
      }
      const at = new Date(nowMs - (nowMs % checkedMs))
      const checked = OrderChecked({ words, code, isReturned: returned, at, isLive: true })
      return { ...shown.parts, ...renderFragments({ 'order-checked': checked }) }
    },
    everyMs: queryMs / 2,
  }
}

type LiveParts = { readonly parts: Fragments; readonly maxAgeMs: number }

async function readParts(
  deps: Deps,
  { code, returned, language }: WatchedPage,
): Promise<LiveParts> {
  const order = mustExist(await findOrder(deps, code), 'a watched order')
  const view = await readLiveOrder(deps, { order, returned })
  const parts = renderFragments(orderFragments({ ...view, words: wordsOf(language) }))
  return { parts, maxAgeMs: order.status === 'PRINTING' ? maxPrintingAgeMs : maxAgeMs }
}
