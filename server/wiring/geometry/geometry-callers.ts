// The caller for which the geometry core works. A request belongs to a visitor until its credential is read; work outside a request
// belongs to the service. The caller is looked up when a job starts, so routes do not pass it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Geometry } from '../../../geometry/index.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { ProcessorCaller, ProcessorTime } from '../../domain/limits/processor-time.ts'
import type { Geometry as Measuring, Meshes } from '../../domain/measurement/ports.ts'
import type { AcceptedCredential, Authenticate } from '../../http/middleware/context.ts'

type Origin = {
  readonly address: () => string
  accountId: AccountId | null
  /** Whether the account was found by a key or a token, and not by a session cookie. */
  isProgram: boolean
  /** Credentials that the last lookup of a caller accepted. */
  accepts: readonly AcceptedCredential[]
  tool: string | null
  errorCode: string | null
}

const current = new AsyncLocalStorage<Origin>()

/** Runs the work of a request. */
export const asCaller = <T>(address: () => string, work: () => T): T =>
  current.run(
    { address, accountId: null, isProgram: false, accepts: [], tool: null, errorCode: null },
    work,
  )

/** Authenticates and records the account: from then on, the request belongs to it. */
export function notingCaller(authenticate: Authenticate): Authenticate {
  return async (request, accepts) => {
    const caller = await authenticate(request, accepts)
    const origin = current.getStore()
    if (origin !== undefined) {
      origin.accepts = accepts
      if (caller !== null) {
        origin.accountId = caller.accountId
        origin.isProgram = caller.credential !== 'session'
      }
    }
    return caller
  }
}

/** Records the call of an agent's tool, or a refusal by the endpoint (`tool` is null). */
export function noteToolCall(tool: string | null, errorCode: string | null): void {
  const origin = current.getStore()
  if (origin === undefined) return
  origin.tool = tool
  origin.errorCode = errorCode
}

/** Returns the request as made by the account's programs. `accountId` is null for any other request. */
export function currentProgram(): Pick<Origin, 'accepts' | 'tool' | 'errorCode'> & {
  readonly accountId: AccountId | null
} {
  const origin = current.getStore()
  if (origin === undefined) return ownWork
  const { accountId, isProgram, accepts, tool, errorCode } = origin
  return { accountId: isProgram ? accountId : null, accepts, tool, errorCode }
}

const ownWork = { accountId: null, accepts: [], tool: null, errorCode: null } as const

/** Returns the current caller; null means the service itself. */
export function currentCaller(): ProcessorCaller | null {
  const origin = current.getStore()
  if (origin === undefined) return null
  const { accountId, address } = origin
  return accountId === null
    ? { kind: 'visitor', id: address() }
    : { kind: 'account', id: accountId }
}

/** Wraps the core for the rest of the service: callers take turns, visitors come last, and each caller has a time budget. */
export function sharedGeometry(
  geometry: Geometry,
  time: ProcessorTime,
): { readonly geometry: Measuring; readonly meshes: Meshes } {
  return {
    geometry: { measure: shareRuns(geometry.measure, time) },
    meshes: {
      process: shareRuns(geometry.process, time),
      change: shareRuns(geometry.change, time),
      estimate: shareRuns(geometry.estimate, time),
      inspect: shareRuns(geometry.inspect, time),
      draw: shareRuns(geometry.draw, time),
      silhouette: shareRuns(geometry.silhouette, time),
    },
  }
}

type JobOptions = {
  readonly caller?: string
  readonly priority?: 'visitor'
  readonly onRun?: (ms: number) => void
}

function shareRuns<Request extends object, Outcome>(
  run: (request: Request & JobOptions) => Promise<Outcome>,
  time: ProcessorTime,
) {
  return async (request: Request) => {
    const caller = currentCaller()
    if (caller === null) return await run(request)
    const retryAfterSeconds = time.waitSeconds(caller)
    if (retryAfterSeconds !== null) {
      return { kind: 'busy', by: 'time', retryAfterSeconds } as const
    }
    return await run({
      ...request,
      caller: `${caller.kind}:${caller.id}`,
      onRun: (ms) => void time.spend(caller, ms),
      ...(caller.kind === 'visitor' && { priority: 'visitor' as const }),
    })
  }
}
