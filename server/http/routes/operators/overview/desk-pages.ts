// Pages on which operators watch the farm, and the event stream that updates them.

import { dayOf } from '../../../../domain/base/time/day.ts'
import { readOverview } from '../../../../domain/desk/overview.ts'
import {
  type RangeQuery,
  readRange,
  type ThroughputRange,
} from '../../../../domain/desk/throughput-range.ts'
import { readFarmReport, readThroughputReport } from '../../../../domain/desk/throughput-report.ts'
import { readShortFilament } from '../../../../domain/farm/spools/read-filament.ts'
import { overviewPage } from '../../../../pages/operators/overview/overview.tsx'
import type { OverviewView } from '../../../../pages/operators/overview/overview-view.ts'
import { systemPage } from '../../../../pages/operators/system/system.tsx'
import { rangeError } from '../../../../pages/operators/throughput/range-words.ts'
import { throughputTablePage } from '../../../../pages/operators/throughput/table-page.tsx'
import { throughputPage } from '../../../../pages/operators/throughput/throughput.tsx'
import { wallPage } from '../../../../pages/operators/wall/wall.tsx'
import { overviewWall, throughputWall } from '../../../../pages/operators/wall/wall-views.ts'
import type { LiveHub } from '../../../live/live-hub.ts'
import { openStream } from '../../../live/open-stream.ts'
import { readSystemView, wallReport } from '../../../live-pages/desk-live.ts'
import type { HealthContext } from '../../../live-pages/readiness.ts'
import { viewer } from '../../../middleware/access.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import type { HttpDeps } from '../../../middleware/deps.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import { seeOther } from '../../../requests/forms.ts'
import { plainText } from '../../../responses/plain-text.ts'
import { readChart, readCsv } from './throughput-tables.ts'

export type DeskContext = HttpContext & HealthContext & { readonly live: LiveHub }

/** Topic of the wall mode's stream. */
export const wallTopic = 'wall'

export const deskPages = [
  page({ path: '/operator', access: viewers, show: showOverview }),
  page({ path: '/operator/live', access: viewers, show: openDeskStream }),
  page({ path: '/operator/throughput', access: viewers, show: showThroughput }),
  page({ path: '/operator/throughput.csv', access: viewers, show: downloadThroughput }),
  page({
    path: '/operator/system',
    access: viewers,
    show: async function showSystem(http: DeskContext, { caller }) {
      return systemPage(await readSystemView(http), caller)
    },
  }),
]

type DeskInput = Input<DeskViewer>

async function showOverview(
  { deps }: HttpContext,
  { query, caller: user }: DeskInput,
): Promise<Response> {
  const moved = queueOf(query)
  if (moved !== null) return seeOther(moved)
  if (query['wall'] === '1') return await showOverviewWall(deps)
  const [view, shortFilament] = await Promise.all([overviewView(deps), readShortFilament(deps)])
  return overviewPage(view, user, shortFilament)
}

/** Links from earlier releases searched and filtered orders here. */
function queueOf({ code, status }: DeskInput['query']): string | null {
  if (code !== undefined) return `/operator/queue?${new URLSearchParams({ q: code })}`
  return status === undefined ? null : `/operator/queue?${new URLSearchParams({ status })}`
}

async function overviewView(
  deps: Pick<HttpDeps, 'clock' | 'desk' | 'farmLoad' | 'metrics' | 'throughput' | 'timeZone'>,
): Promise<OverviewView> {
  return { overview: await readOverview(deps), timeZone: deps.timeZone }
}

/** Shows the wall mode of the overview to admitted callers. `stream` is the URL of its updates. */
export async function showOverviewWall(
  deps: Pick<HttpDeps, 'clock' | 'desk' | 'farmLoad' | 'metrics' | 'throughput' | 'timeZone'>,
  stream?: string,
): Promise<Response> {
  const [view, report] = await Promise.all([overviewView(deps), wallReport(deps)])
  return wallPage(overviewWall(view, report), wallTopic, stream)
}

async function showThroughput(
  { deps }: HttpContext,
  { query, caller: user }: DeskInput,
): Promise<Response> {
  const { clock, timeZone } = deps
  const today = dayOf(clock.now(), timeZone)
  const typed = rangeOf(query)
  const range = readRange(typed, today)
  if (range.ok && query['wall'] === '1') return await showThroughputWall(deps, range.value, typed)
  if (range.ok && query['table'] !== undefined) {
    const chart = await readChart(deps, range.value, query['table'])
    if (chart === null) return noSuchTable()
    return throughputTablePage({ range: range.value, chart }, user)
  }
  const report = await readThroughputReport(deps, range.ok ? range.value : lastDays(today))
  const view = { report, timeZone, today }
  if (range.ok) return throughputPage(view, user)
  const { field, text } = rangeError(range.failure)
  return throughputPage({ ...view, typed, errors: { [field]: text } }, user)
}

const noSuchTable = () =>
  plainText(404, 'There is no such table. Use a link of the throughput page.')

/** Without an end date, the stream's topic stays open and moves forward each day. */
async function showThroughputWall(
  deps: Pick<HttpDeps, 'clock' | 'farmLoad' | 'throughput' | 'timeZone'>,
  range: ThroughputRange,
  typed: RangeQuery,
): Promise<Response> {
  const report = await readFarmReport(deps, range)
  const view = throughputWall({ report, timeZone: deps.timeZone })
  return wallPage(view, `throughput&${rangeKey(typed)}`)
}

const rangeOf = ({ from, to, step }: DeskInput['query']): RangeQuery => ({ from, to, step })

/** Returns the default range of a page. */
function lastDays(today: string) {
  const range = readRange({}, today)
  if (!range.ok) throw new Error('the default range is refused')
  return range.value
}

async function downloadThroughput({ deps }: HttpContext, { query }: DeskInput): Promise<Response> {
  const { clock, timeZone } = deps
  const range = readRange(rangeOf(query), dayOf(clock.now(), timeZone))
  if (!range.ok) return plainText(400, rangeError(range.failure).text)
  const table = query['table'] ?? 'steps'
  const text = await readCsv(deps, range.value, table)
  if (text === null) return noSuchTable()
  const { from, to } = range.value
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${table}-${from}-${to}.csv"`,
      'cache-control': 'no-store',
    },
  })
}

function openDeskStream(http: DeskContext, { request, query }: DeskInput): Response {
  const stillAllowed = async () => (await viewer.admit(http, request)).ok
  return streamOf(http, { request, query }, stillAllowed)
}

/** Opens the stream for admitted callers. `stillAllowed` is called every minute, or as often as the topic says. */
export function streamOf(
  http: Pick<DeskContext, 'live' | 'clientAddress' | 'keepOpen'>,
  { request, query }: Pick<DeskInput, 'request' | 'query'>,
  stillAllowed: () => Promise<boolean>,
): Response {
  const { page: name = '', ...range } = query
  const topic = name === 'throughput' ? `throughput?${rangeKey(range)}` : name
  return openStream(http.live, http, { request, topic, stillAllowed })
}

const rangeKey = ({ from = '', to = '', step = '' }: RangeQuery): string =>
  new URLSearchParams({ from, to, step }).toString()
