// Faults inside the service while it serves one request: the process dies, a call to the database fails, a call
// hangs. The seed selects the call; nothing waits for real time.

import { AsyncLocalStorage } from 'node:async_hooks'
import { timeouts } from '../../mcp/timeouts.ts'
import { ConnectionLost, RunningCalls } from '../simulation/gate.ts'

/** `at`: the number of the request's call to the database or the card processor, from 1. */
export type Accident = {
  readonly what: 'process dies' | 'database connection breaks' | 'call hangs'
  readonly at: number
  readonly when: 'before' | 'after'
}

/** One request while the service handles it. */
class Passage {
  calls = 0
  isDead = false
  /** Ends the tool's wait as its timeout would; set once the tool waits. */
  timeOut: (() => void) | null = null
  readonly accident: Accident | null
  readonly stopped: Promise<Stop>
  readonly #stop: (stop: Stop) => void
  readonly #released = Promise.withResolvers<void>()
  hasHung = false

  constructor(accident: Accident | null) {
    this.accident = accident
    const { promise, resolve } = Promise.withResolvers<Stop>()
    this.stopped = promise
    this.#stop = resolve
  }

  die(): Promise<never> {
    this.isDead = true
    this.#stop('died')
    return never
  }

  /** Waits until `release`; meanwhile the tool times out, or the caller does if the tool has no timeout yet. */
  async hang(): Promise<void> {
    this.hasHung = true
    if (this.timeOut === null) {
      this.#stop('hung')
    } else {
      this.timeOut()
    }
    await this.#released.promise
  }

  release(): void {
    this.#released.resolve()
  }
}

type Stop = 'died' | 'hung'
type Served = { readonly kind: 'response'; readonly response: Response } | { readonly kind: Stop }

export type Accidents = {
  /** Returns the same port; its calls for a request are subject to the request's accident. */
  readonly guard: <Port extends object>(port: Port, place: 'database' | 'processor') => Port
  /** Serves a request. Without a response, the process died, or the caller gave up. */
  readonly serve: (handle: () => Promise<Response>, accident: Accident | null) => Promise<Served>
  /** Continues a hanging call to its end. */
  readonly release: () => Promise<void>
  readonly close: () => void
}

const never = new Promise<never>(() => undefined)

/** Nothing else in the service waits for exactly these durations. */
const toolTimeouts = new Set<number>([timeouts.read, timeouts.order, timeouts.file])

export function createAccidents(isPoolBusy: () => boolean): Accidents {
  const passages = new AsyncLocalStorage<Passage>()
  const calls = new RunningCalls(isPoolBusy)
  const hanging = new Map<Passage, Promise<unknown>>()
  const close = captureToolTimeouts(passages)
  return {
    close,
    guard: (port, place) =>
      guarded(port, (call) => pass({ passage: passages.getStore(), place, calls }, call)),
    serve: async (handle, accident) => {
      const passage = new Passage(accident)
      const response = passages.run(passage, handle)
      const served = await Promise.race([
        response.then((value): Served => ({ kind: 'response', response: value })),
        passage.stopped.then((kind): Served => ({ kind })),
      ])
      if (passage.hasHung) hanging.set(passage, response)
      return served
    },
    release: async () => {
      const ending = [...hanging]
      hanging.clear()
      for (const [passage] of ending) passage.release()
      await Promise.all(ending.map(([, response]) => response))
      // The work of a timed-out tool continues in the background.
      if (ending.length > 0) await calls.settle()
    },
  }
}

type FaultPoint = {
  readonly passage: Passage | undefined
  readonly place: 'database' | 'processor'
  readonly calls: RunningCalls
}

async function pass({ passage, place, calls }: FaultPoint, call: () => unknown): Promise<unknown> {
  if (passage === undefined) return await call()
  if (passage.isDead) return await never
  passage.calls += 1
  const { accident } = passage
  if (accident === null || passage.calls !== accident.at) {
    return await calls.track(async () => call())
  }
  if (accident.when === 'before') await strike(passage, accident, place)
  const result = await calls.track(async () => call())
  if (accident.when === 'after') await strike(passage, accident, place)
  return result
}

async function strike(
  passage: Passage,
  { what, when }: Accident,
  place: 'database' | 'processor',
): Promise<void> {
  switch (what) {
    case 'process dies':
      return await passage.die()
    case 'call hangs':
      return await passage.hang()
    case 'database connection breaks':
      if (place === 'database') throw new ConnectionLost(`${when} the call`)
  }
}

type Run = (call: () => unknown) => Promise<unknown>

function guarded<Port extends object>(port: Port, run: Run): Port {
  return new Proxy(port, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) => run(() => Reflect.apply(member, target, args))
    },
  })
}

/**
 * Replaces the timeouts of tools until the returned function is called: only an accident ends their wait, never the
 * real clock.
 */
function captureToolTimeouts(passages: AsyncLocalStorage<Passage>): () => void {
  const { setTimeout: real } = globalThis
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0, ...rest: readonly unknown[]) => {
      const passage = passages.getStore()
      if (passage === undefined || !toolTimeouts.has(ms)) return real(run, ms, ...rest)
      passage.timeOut = run
      return real(() => undefined, 0)
    },
  })
  return () => void Object.assign(globalThis, { setTimeout: real })
}
