// Proxy to the vendors' stand-ins: every request of a process passes through it, may get another response, and is
// recorded. A history is judged by these records and those of the stand-ins.
import type { VendorName } from '../../server/adapters/engines/engine-table.ts'
import type { EngineName } from '../../server/domain/generation/engine/engine.ts'
import type { DownloadRefusal, Downloads } from '../../server/domain/models/downloads.ts'
import type { TemporaryFiles } from '../../server/domain/models/ports.ts'
import type { EngineStandIns } from '../../testing/engines/engine-stand-ins/start.ts'
import type { JobFacts } from './facts.ts'
import { type HistoryPlan, type Mishap, mishaps, type VendorState } from './plan.ts'
import type { SimProcess } from './processes.ts'

/** `picture` and `later` occur with any engine. */
export type CalledEngine = EngineName | 'picture' | 'later'

/** A create call. */
export type CreateCall = {
  readonly atMs: number
  readonly process: SimProcess
  readonly vendor: VendorName
  readonly call: string
  readonly engine: CalledEngine
  readonly job: JobFacts
  /** Response that the process received: a refusal in the vendor's format has created nothing. */
  outcome: 'created' | 'refused' | 'unknown'
  refusedAs: VendorState | 'other' | null
  /** Created tasks, whether the process received them or not. */
  taskId: string | null
}

type Sort = 'create' | 'status' | 'upload' | 'cancel'

type Answer =
  | { readonly kind: 'response'; readonly response: Response }
  | { readonly kind: 'broken' }
  | { readonly kind: 'silence' }

export type Vendors = {
  readonly calls: readonly CreateCall[]
  /** Task ids with a stop request at the vendor. */
  readonly cancelled: ReadonlySet<string>
  readonly fetchFor: (process: SimProcess) => (url: string, init: RequestInit) => Promise<Response>
  readonly downloadsFor: (process: SimProcess) => Downloads
}

type Parts = {
  readonly standIns: EngineStandIns
  readonly plan: HistoryPlan
  /** Milliseconds since the history began. */
  readonly sinceMs: () => number
  readonly nowMs: () => number
  readonly temporaryFiles: TemporaryFiles
  readonly tick: (name: string) => void
}

export function createVendors(parts: Parts): Vendors {
  const { standIns, plan, sinceMs, nowMs, temporaryFiles, tick } = parts
  const calls: CreateCall[] = []
  const cancelled = new Set<string>()
  const madeAtMs = new Map<string, number>()

  const stateOf = (vendor: VendorName, of: readonly VendorState[]): VendorState | undefined =>
    plan.vendors.find(
      ({ vendor: name, state, fromMs, toMs }) =>
        name === vendor && of.includes(state) && sinceMs() >= fromMs && sinceMs() < toMs,
    )?.state

  const makeTask = async (note: CreateCall, url: string, init: RequestInit): Promise<Response> => {
    const made = standIns.made.length
    const response = await sendOn(url, init)
    note.taskId = standIns.made.length > made ? (standIns.made.at(-1)?.id ?? null) : null
    if (note.taskId !== null) {
      madeAtMs.set(note.taskId, nowMs())
      note.job.tasks += 1
    }
    return response
  }

  const create = async (note: CreateCall, url: string, init: RequestInit): Promise<Answer> => {
    const { vendor, job } = note
    const state = stateOf(vendor, [
      'too many requests',
      'out of credit',
      'locked out',
      'error before creation',
      'error after creation',
    ])
    if (state !== undefined) {
      tick(state)
      const isError = state === 'error before creation' || state === 'error after creation'
      if (!isError) Object.assign(note, { outcome: 'refused', refusedAs: state })
      if (state === 'error after creation') await makeTask(note, url, init)
      return { kind: 'response', response: refusal(vendor, state) }
    }
    const mishap = mishapOf(job)
    if (mishap !== null) tick(mishap)
    const isSent = mishap === null || mishaps[mishap]
    const response = isSent ? await makeTask(note, url, init) : null
    if (response === null || mishap !== null) return answerOf(mishap)
    if (note.taskId === null) noteRefusal(note, parts)
    return { kind: 'response', response }
  }

  const look = async (vendor: VendorName, url: string, init: RequestInit): Promise<Answer> => {
    const id = taskIdIn(url)
    const isNew = nowMs() - (madeAtMs.get(id) ?? 0) < 6_000
    const state = stateOf(vendor, ['page at status', 'away at status', 'refused at status'])
    const forgets = isNew && stateOf(vendor, ['forgets new tasks']) !== undefined
    const trouble = state ?? (forgets ? 'forgets new tasks' : undefined)
    if (trouble === undefined) return { kind: 'response', response: await sendOn(url, init) }
    tick(trouble)
    return { kind: 'response', response: refusal(vendor, trouble) }
  }

  return {
    calls,
    cancelled,
    fetchFor: (process) => async (url, init) => {
      const vendor = url.startsWith(standIns.fal.apiBase) ? 'fal' : 'tripo'
      const sort = sortOf(url, init)
      init.signal?.throwIfAborted()
      let note: CreateCall | null = null
      const answer = await process.turn(
        'vendor',
        `${vendor} ${sort}`,
        async ({ job }): Promise<Answer> => {
          if (sort === 'create' && job !== null) {
            const { call, engine } = calledBy(vendor, url, init)
            const about = { process, vendor, call, engine, job, atMs: nowMs() } as const
            note = { ...about, outcome: 'unknown', refusedAs: null, taskId: null }
            calls.push(note)
            return await create(note, url, init)
          }
          if (sort === 'cancel') {
            cancelled.add(taskIdIn(url))
            return {
              kind: 'response',
              response: Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 }),
            }
          }
          if (sort === 'status') return await look(vendor, url, init)
          return { kind: 'response', response: await sendOn(url, init) }
        },
      )
      // Only a live process reaches this line.
      if (answer.kind === 'broken') throw new TypeError('fetch failed')
      if (answer.kind === 'silence') return await process.hold(init.signal ?? null)
      if (note !== null) markDelivered(note, answer.response)
      return answer.response
    },
    downloadsFor: (process) => ({
      fetch: async ({ url, signal }) => {
        signal?.throwIfAborted()
        return await process.turn('vendor', 'link', async ({ job }) => {
          const response = await fetch(url)
          if (response.status !== 200) {
            tick('dead link')
            return refused(response.status)
          }
          const whole = await response.bytes()
          const isCut = job?.plan.isCutOnce === true && !job.wasCut
          if (isCut) {
            job.wasCut = true
            tick('download cut')
          }
          const bytes = isCut ? whole.slice(0, Math.floor(whole.length / 2)) : whole
          const file = { ...(await temporaryFiles.write(bytes)), fileName: 'model.glb' }
          return { kind: 'downloaded', file, contentType: 'model/gltf-binary' } as const
        })
      },
    }),
  }
}

/** Returns the next fault of the plan; each happens once. */
function mishapOf({ plan, tasks, injectedFaults }: JobFacts): Mishap | null {
  const fault = plan.faults.find(({ step }) => step === tasks)
  if (fault === undefined || injectedFaults.has(fault)) return null
  injectedFaults.add(fault)
  return fault.mishap
}

/** Records that the stand-in has refused the call. */
function noteRefusal(note: CreateCall, { standIns, tick }: Pick<Parts, 'standIns' | 'tick'>): void {
  const [refused] = standIns.refused.slice(-1)
  tick(`refused with ${refused?.status}`)
  note.outcome = 'refused'
  note.refusedAs = refusedAs(refused?.status, refused?.code)
}

function markDelivered(note: CreateCall, { status }: Response): void {
  if (note.outcome === 'unknown' && note.taskId !== null && status === 200) note.outcome = 'created'
}

const refused = (status: number): DownloadRefusal => ({
  kind: 'refused',
  reason: 'http_status',
  message: `status ${status}`,
  status,
})

/**
 * Sends the request without the caller's signal, whose time stands still meanwhile, and reads the response to its
 * end.
 */
async function sendOn(url: string, { signal: _, ...init }: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    const { status, headers } = response
    const bytes = await response.bytes()
    const isEmpty = status === 204 || (status >= 300 && status < 400)
    return new Response(isEmpty ? null : bytes, { status, headers })
  } catch {
    throw new TypeError('fetch failed')
  }
}

function answerOf(mishap: Mishap | null): Answer {
  switch (mishap) {
    case 'never answered':
    case 'never arrived':
      return { kind: 'silence' }
    case 'page instead of an answer':
      return { kind: 'response', response: page(502) }
    default:
      return { kind: 'broken' }
  }
}

const page = (status: number) =>
  new Response('<html><body>We will be back soon.</body></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  })

/** Returns a refusal in the vendor's format, or a page. */
function refusal(vendor: VendorName, state: VendorState): Response {
  const say = (status: number, code: number, words: string) =>
    vendor === 'fal'
      ? Response.json({ detail: words }, { status })
      : Response.json({ code, message: words }, { status })
  switch (state) {
    case 'too many requests':
      return say(429, 2000, 'Too many requests')
    case 'out of credit':
      return say(403, 2010, 'User is locked. Reason: Exhausted balance.')
    case 'locked out':
    case 'refused at status':
      return say(401, 1002, 'Authentication is required')
    case 'error before creation':
    case 'error after creation':
      return say(500, 2014, 'Internal server error')
    case 'away at status':
      return page(503)
    case 'page at status':
      return page(200)
    case 'forgets new tasks':
      return say(404, 2001, 'Not Found')
  }
}

function refusedAs(status: number | undefined, code: number | string | null | undefined) {
  if (status === 403 && (code === null || code === 2010)) return 'out of credit' as const
  return 'other' as const
}

function sortOf(url: string, { method }: RequestInit): Sort {
  const { pathname } = new URL(url)
  if (pathname.endsWith('/cancel')) return 'cancel'
  if (
    pathname.startsWith('/storage/') ||
    pathname.startsWith('/upload/') ||
    pathname === '/v3/files'
  ) {
    return 'upload'
  }
  return method === 'POST' ? 'create' : 'status'
}

const taskIdIn = (url: string): string =>
  /(?:requests|tasks)\/([\w-]+)/.exec(new URL(url).pathname)?.[1] ?? ''

const endpoints: readonly (readonly [RegExp, CalledEngine])[] = [
  [/retexture/, 'later'],
  [/^fal-ai\/meshy/, 'engine_1'],
  [/^fal-ai\/trellis/, 'engine_3'],
  [/^fal-ai\/(?:hunyuan|ultrashape)/, 'engine_4'],
  [/^fal-ai\/flux/, 'picture'],
]

function calledBy(vendor: VendorName, url: string, { body }: RequestInit) {
  const { pathname } = new URL(url)
  if (vendor === 'fal') {
    const call = pathname.slice(1)
    const engine = endpoints.find(([pattern]) => pattern.test(call))?.[1] ?? 'later'
    return { call, engine }
  }
  const sent: unknown = typeof body === 'string' ? JSON.parse(body) : null
  const model = typeof sent === 'object' && sent !== null && 'model' in sent ? `${sent.model}` : ''
  const makes = pathname.endsWith('-to-model')
  const engine: CalledEngine = makes
    ? model.startsWith('P1')
      ? 'engine_2_p1'
      : 'engine_2'
    : 'later'
  return { call: pathname, engine }
}
