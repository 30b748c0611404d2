// W3C Trace Context: the trace of a caller is logged and continued, and an invalid trace counts as absent.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createHttp } from '../../../server/adapters/engines/vendor-http.ts'
import { withLogFacts } from '../../../server/adapters/observability/log.ts'
import {
  currentTraceparent,
  tracedFetch,
  withTrace,
  withTraceOfJob,
} from '../../../server/adapters/observability/trace-context.ts'
import { continueTrace, traceparentOf } from '../../../server/domain/base/metrics/trace.ts'
import {
  observeRequests,
  type RequestFacts,
} from '../../../server/http/middleware/observe-requests.ts'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = usePerson(service)

// The example of the specification, section 3.2.
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const sent = `00-${traceId}-${parentId}-01`

const vendor = use(() => {
  const seen: (string | null)[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ headers }) => {
      seen.push(headers.get('traceparent'))
      return Response.json({})
    },
  })
  return { seen, url: String(server.url), close: () => server.stop(true) }
})

verifies('http.traceparent', async () => {
  const lines: RequestFacts[] = []
  const log = { debug: () => {}, warn: () => {} }
  const http = createHttp({ vendor: 'test', log })
  const call = { method: 'GET', url: vendor.url, timeoutMs: 10_000 } as const
  const queued: (string | null)[] = []
  const handle = observeRequests(
    async () => {
      await http.once(call, new AbortController().signal)
      await tracedFetch(vendor.url, { headers: { accept: 'application/json' } })
      queued.push(currentTraceparent())
      return new Response('')
    },
    { log: { access: (facts) => void lines.push(facts), withFacts: withLogFacts }, withTrace },
  )
  await handle(new Request('http://localhost/x', { headers: { traceparent: sent } }))
  const { traceId: logged, spanId = '' } = lines[0] ?? {}
  expect([logged, spanId]).toEqual([traceId, expect.stringMatching(/^[0-9a-f]{16}$/)])
  expect(spanId).not.toBe(parentId)
  const continued = `00-${traceId}-${spanId}-01`
  expect(vendor.seen).toEqual([continued, continued])
  expect(queued).toEqual([continued])
  // The job has a separate span in the same trace.
  const job = withTraceOfJob(continued, currentTraceparent)
  expect(job).toStartWith(`00-${traceId}-`)
  expect(job).not.toBe(continued)

  await handle(new Request('http://localhost/x', { headers: { traceparent: 'nonsense' } }))
  await handle(new Request('http://localhost/x'))
  expect(lines.slice(1).map((one) => one.traceId)).toEqual([undefined, undefined])
  expect(vendor.seen.slice(2)).toEqual([null, null, null, null])
})

test('a Request keeps its headers within a trace', async () => {
  const seen: (string | null)[][] = []
  const echo = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ headers }) => {
      seen.push(['authorization', 'x-more', 'traceparent'].map((name) => headers.get(name)))
      return new Response('')
    },
  })
  const trace = continueTrace(sent, 'b7ad6b7169203331')
  if (trace === null) throw new Error('unreachable')
  const request = () => new Request(echo.url, { headers: { authorization: 'Bearer k' } })
  await withTrace(trace, async () => {
    await tracedFetch(request())
    await tracedFetch(request(), { headers: { 'x-more': '1' } })
  })
  await echo.stop(true)
  const continued = `00-${traceId}-b7ad6b7169203331-01`
  expect(seen).toEqual([
    ['Bearer k', null, continued],
    [null, '1', continued],
  ])
})

test('a queued generation keeps the trace of the request that started it', async () => {
  const start = jsonPost({ prompt: 'a cup' }, { ...person.session, traceparent: sent })
  expect((await service.fetch('/api/generate/start', start)).status).toBe(200)
  await service.post('/api/generate/start', person, { prompt: 'a jug' })
  const { rows } = await sql<{ payload: { id: string; traceparent?: string } }>`
    select payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'generate' order by job.id`.execute(service.db)
  const traces = rows.map(({ payload }) => payload.traceparent)
  const kept = new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`)
  expect(traces).toEqual([expect.stringMatching(kept), undefined])
})

test.each([
  ['the example', sent, true],
  ['not sampled', `00-${traceId}-${parentId}-00`, true],
  ['flags of a later version', `00-${traceId}-${parentId}-ff`, true],
  ['a later version with more', `01-${traceId}-${parentId}-01-more`, true],
  ['this version with more', `${sent}-more`, false],
  ['version ff', `ff-${traceId}-${parentId}-01`, false],
  ['an empty trace', `00-${'0'.repeat(32)}-${parentId}-01`, false],
  ['an empty parent', `00-${traceId}-${'0'.repeat(16)}-01`, false],
  ['capital letters', sent.toUpperCase(), false],
  ['a short id', `00-${traceId.slice(1)}-${parentId}-01`, false],
  ['another line', `${sent}\n`, false],
  ['nothing', '', false],
])('%s', (_what, text, isTrace) => {
  const trace = continueTrace(text, '1111111111111111')
  expect(trace === null).toBe(!isTrace)
  if (trace === null) return
  const flags = text.split('-')[3] === '00' ? '00' : '01'
  expect(traceparentOf(trace)).toBe(`00-${traceId}-1111111111111111-${flags}`)
})
