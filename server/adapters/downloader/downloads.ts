// Fetches a file from a link of a caller or an engine. Each hop is parsed, resolved and checked before the connection. For the rules, see
// README.md in this folder.
import type { IncomingMessage } from 'node:http'
import type { PoolObserver, PoolStats } from '../../domain/base/metrics/meter.ts'
import type { Log } from '../../domain/base/ports.ts'
import type {
  DownloadedFile,
  DownloadRefusal,
  DownloadRequest,
  Downloads,
} from '../../domain/models/downloads.ts'
import type { TemporaryFolder } from '../storage/temporary-files.ts'
import { fileNameFor } from './file-name.ts'
import { defaultPace, type Pace, type PaceLimits, watchThroughput } from './minimum-throughput.ts'
import { openResponse } from './open-response.ts'
import { createPerCallerSemaphore, type SemaphoreLimits } from './per-caller-semaphore.ts'
import { fasterServerAdvice, httpStatus, notAFile, refuse, tooLarge } from './refusals.ts'
import { type Address, type Resolve, resolvePublic, systemResolve } from './resolve.ts'
import { saveBody } from './save-body.ts'
import { readTarget, type Target } from './target.ts'

export type DownloaderOptions = {
  readonly temporaryFiles: TemporaryFolder
  readonly log: Pick<Log, 'debug'>
  /** Allows http://127.0.0.1 on any port, and no other address that is not public. */
  readonly allowLoopback: boolean
  readonly resolve?: Resolve
  readonly ca?: string
  /** Limits on parallel and waiting downloads. `ownSlots` are for links that the service follows for its own purposes. */
  readonly slots?: SemaphoreLimits
  readonly ownSlots?: SemaphoreLimits
  readonly pace?: PaceLimits
  readonly observer?: PoolObserver
}

const callersSlots = { running: 24, runningPerCaller: 3, waiting: 200, waitingPerCaller: 20 }
const ownSlots = { running: 8, runningPerCaller: 8, waiting: 100, waitingPerCaller: 100 }

const maxRedirects = 3

export type OpenDownloads = Downloads & { readonly stats: () => PoolStats }

export function createDownloads(options: DownloaderOptions): OpenDownloads {
  const { observer } = options
  const slots = createPerCallerSemaphore(options.slots ?? callersSlots)
  const own = createPerCallerSemaphore(options.ownSlots ?? ownSlots)
  const takeSlot = (caller: string | null, signal: AbortSignal) =>
    caller === null ? own.acquire('', signal) : slots.acquire(caller, signal)
  return {
    stats: () => addStats(slots.stats(), own.stats()),
    fetch: async (request) => {
      const deadline = AbortSignal.timeout(request.timeoutMs)
      const signal = AbortSignal.any([deadline, ...(request.signal ? [request.signal] : [])])
      const first = readTarget(request.url, rulesFor(request, options))
      if (first.kind === 'refused') return first
      try {
        const since = performance.now()
        const release = await takeSlot(request.caller, signal)
        if (release === null) {
          observer?.onRefusal()
          return refuse('unreachable', tooMany)
        }
        const startedAt = performance.now()
        observer?.onWait(startedAt - since)
        try {
          return await atPace(options, signal, (pace) => follow(first, request, options, pace))
        } finally {
          release()
          observer?.onRun(performance.now() - startedAt)
        }
      } catch (error) {
        request.signal?.throwIfAborted()
        if (deadline.aborted) return refuse('timed_out')
        throw error
      }
    },
  }
}

const addStats = (a: PoolStats, b: PoolStats): PoolStats => ({
  workers: a.workers + b.workers,
  busy: a.busy + b.busy,
  queued: a.queued + b.queued,
})

/**
 * Runs `work` with the minimum throughput. A download that is too slow is a refusal. `outer` also aborts `pace.signal`, and this function
 * then rejects.
 */
async function atPace(
  { pace: limits = defaultPace }: DownloaderOptions,
  outer: AbortSignal,
  work: (pace: Pace) => Promise<DownloadedFile | DownloadRefusal>,
): Promise<DownloadedFile | DownloadRefusal> {
  const pace = watchThroughput(limits)
  try {
    return await work({ ...pace, signal: AbortSignal.any([outer, pace.signal]) })
  } catch (error) {
    if (outer.aborted || !pace.signal.aborted) throw error
    return refuse('timed_out', tooSlow)
  } finally {
    pace.stop()
  }
}

const tooSlow = `The server of that link sends too slowly. ${fasterServerAdvice}`
const tooMany = 'Too many downloads are running. Try again in a minute.'

const rulesFor = ({ hosts }: DownloadRequest, { allowLoopback }: DownloaderOptions) => ({
  hosts,
  allowLoopback,
})

async function follow(
  first: Target,
  request: DownloadRequest,
  options: DownloaderOptions,
  pace: Pace,
): Promise<DownloadedFile | DownloadRefusal> {
  const visited: URL[] = []
  let target = first
  for (;;) {
    visited.push(target.url)
    const response = await connect(target, options, pace.signal)
    if (response.kind === 'refused') return response
    const next = readHead(response.message, target, request, options)
    if (next === 'file') return keep(response.message, visited, request, options, pace)
    response.message.destroy()
    if (next.kind === 'refused') return next
    if (visited.length > maxRedirects) return refuse('too_many_redirects')
    target = next
  }
}

/** Connects to the target. Rejects when aborted. */
async function connect(target: Target, options: DownloaderOptions, signal: AbortSignal) {
  const addresses = await addressesOf(target, options, signal)
  if (addresses === 'private') return refuse('private_address')
  if (addresses === 'unknown_host') {
    return refuse('unreachable', `There is no host ${target.host}. Check the link.`)
  }
  const ca = options.ca === undefined ? {} : { ca: options.ca }
  try {
    const message = await openResponse({ target, addresses, signal, ...ca })
    return { kind: 'response', message } as const
  } catch (error) {
    signal.throwIfAborted()
    options.log.debug('download.unreachable', { host: target.host, error })
    return refuse('unreachable')
  }
}

/** Resolves the name. A lookup cannot be cancelled; after an abort its result is ignored. */
async function addressesOf(
  { host, loopback }: Target,
  { resolve = systemResolve }: DownloaderOptions,
  signal: AbortSignal,
): Promise<readonly Address[] | 'private' | 'unknown_host'> {
  if (loopback) return [{ address: host, family: 4 }]
  return rejectOnAbort(resolvePublic(host, resolve), signal)
}

function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Reads the head of a response: the file, a redirect, or a refusal. */
function readHead(
  { statusCode = 0, headers }: IncomingMessage,
  target: Target,
  request: DownloadRequest,
  options: DownloaderOptions,
): 'file' | Target | DownloadRefusal {
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
    // A public address may never redirect to loopback, regardless of the settings.
    const allowLoopback = options.allowLoopback && target.loopback
    return readTarget(headers.location, { hosts: request.hosts, allowLoopback }, target.url)
  }
  if (statusCode !== 200) return httpStatus(statusCode)
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked'
  if ((encoding !== '' && encoding !== 'identity') || transfer !== 'chunked') {
    return notAFile('compressed')
  }
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '')) {
    return notAFile('page')
  }
  if (Number(headers['content-length'] ?? 0) > request.maxBytes) return tooLarge(request.maxBytes)
  return 'file'
}

async function keep(
  response: IncomingMessage,
  visited: readonly URL[],
  { maxBytes }: DownloadRequest,
  { temporaryFiles }: DownloaderOptions,
  { signal, received }: Pace,
): Promise<DownloadedFile | DownloadRefusal> {
  const path = temporaryFiles.path()
  let kept = false
  try {
    const count = (bytes: number) => {
      temporaryFiles.grow(path, bytes)
      received(bytes)
    }
    const saved = await saveBody(response, path, { maxBytes, received: count })
    if (saved.kind === 'refused') {
      // The service's own timeout may have ended the body, instead of the server.
      if (saved.reason === 'unreachable') signal.throwIfAborted()
      return saved
    }
    kept = true
    const { sizeBytes, sha256 } = saved
    const fileName = fileNameFor(visited, response.headers['content-disposition'] ?? null)
    const contentType = response.headers['content-type'] ?? null
    return { kind: 'downloaded', file: { path, fileName, sizeBytes, sha256 }, contentType }
  } finally {
    if (!kept) await temporaryFiles.remove(path)
  }
}
