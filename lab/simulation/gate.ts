// The gate in front of a host's ports: every call waits there until the scheduler releases it, and then runs to its
// end before the next one is released. The seed therefore decides the order, and no call waits for another one's
// lock.
import type { Scheduler } from 'fast-check'

/** Released calls that are running now. */
export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>()
  readonly #isPoolBusy: () => boolean
  #count = 0

  constructor(isPoolBusy: () => boolean) {
    this.#isPoolBusy = isPoolBusy
  }

  /** Number of calls so far. */
  get count(): number {
    return this.#count
  }

  async track<T>(call: () => Promise<T>): Promise<T> {
    this.#count += 1
    const running = call()
    const settled = running.then(ignore, ignore)
    this.#running.add(settled)
    try {
      return await running
    } finally {
      this.#running.delete(settled)
    }
  }

  /** Resolves when no call runs and all work that the last call triggered has reached its next call. */
  async settle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 2; ) {
      await turn()
      if (this.#running.size > 0) await Promise.all(this.#running)
      else if (!this.#isPoolBusy()) quietTurns += 1
    }
  }
}

/** A connection that broke before or after the database carried out a call. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

export type Breakage = 'before' | 'after'

export type Gate = {
  /** Wraps a port, each of whose calls passes the gate. */
  readonly guard: <Port extends object>(name: string, port: Port) => Port
  /** Wraps a port of the database, whose next call can be made to fail. */
  readonly guardDatabase: <Port extends object>(name: string, port: Port) => Port
  /** Waits for its turn, like a call. */
  readonly pass: (label: string) => Promise<void>
  readonly breakNext: (when: Breakage | null) => void
  /** Closes the gate: waiting calls wait forever, as in a process that has died. */
  readonly close: () => void
  /** Returns the number of calls that have reached the gate. */
  readonly arrivals: () => number
}

export function createGate(
  scheduler: Scheduler,
  { host, calls }: { readonly host: string; readonly calls: RunningCalls },
): Gate {
  let isClosed = false
  let arrivals = 0
  let breakage: Breakage | null = null
  const pass = async (label: string): Promise<void> => {
    arrivals += 1
    await scheduler.schedule(Promise.resolve(), `${host} ${label}`)
    if (isClosed) await never
  }
  const run = async (label: string, call: () => Promise<unknown>): Promise<unknown> => {
    await pass(label)
    return await calls.track(call)
  }
  const breakable = async (call: () => Promise<unknown>): Promise<unknown> => {
    const when = breakage
    breakage = null
    if (when === 'before') throw new ConnectionLost('before the call')
    const result = await call()
    if (when === 'after') throw new ConnectionLost('after the call')
    return result
  }
  return {
    pass,
    guard: (name, port) => guarded(name, port, run),
    guardDatabase: (name, port) =>
      guarded(name, port, (label, call) => run(label, () => breakable(call))),
    breakNext: (when) => {
      breakage = when
    },
    close: () => {
      isClosed = true
    },
    arrivals: () => arrivals,
  }
}

type Run = (label: string, call: () => Promise<unknown>) => Promise<unknown>

function guarded<Port extends object>(name: string, port: Port, run: Run): Port {
  return new Proxy(port, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) =>
        run(`${name}.${String(key)}`, async () => Reflect.apply(member, target, args))
    },
  })
}

const ignore = () => undefined
const never = new Promise<never>(ignore)
/** Waits for one turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
