// A pg pool that measures how long statements wait for a connection and how long connections are in use. It replaces connections to a
// server that has failed, hangs or is read-only.
import pg from 'pg'
import { AccountClosed } from '../../../domain/accounts/ports.ts'
import type { PoolObserver, PoolStats } from '../../../domain/base/metrics/meter.ts'
import { violatedConstraint } from '../values/violated-constraint.ts'
import { sessionFaultOf } from './session-faults.ts'

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

export class ObservedPool extends pg.Pool {
  readonly #observer: PoolObserver | undefined
  readonly #acquiredAt = new WeakMap<pg.PoolClient, number>()
  /**
   * Lost connections, and connections that were open when another one met a server that hangs or is read-only: they lead to the same
   * server.
   */
  readonly #stale = new WeakSet<pg.PoolClient>()
  readonly #open = new Set<pg.PoolClient>()

  constructor(observer: PoolObserver | undefined, config: pg.PoolConfig) {
    super(config)
    this.#observer = observer
    this.on('connect', (client) => {
      this.#open.add(client)
      onFailedQuery(client, (error) => {
        this.#failed(client, error)
        return isOfClosedAccount(error) ? new AccountClosed() : error
      })
    })
    this.on('remove', (client) => this.#open.delete(client))
    this.on('release', (_error, client) => {
      // The pool discards a client that is closing.
      if (this.#stale.has(client)) client.end(ignore)
    })
    if (observer === undefined) return
    this.on('acquire', (client) => this.#acquiredAt.set(client, performance.now()))
    this.on('release', (_error, client) => {
      const acquiredAt = this.#acquiredAt.get(client)
      if (acquiredAt !== undefined) observer.onRun(performance.now() - acquiredAt)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const since = performance.now()
    if (callback !== undefined) {
      this.#connectFresh((error, client, done) => {
        this.#connected(since, error)
        callback(error, client, done)
      })
      return undefined
    }
    return new Promise((resolve, reject) => {
      this.connect((error, client) => {
        if (client === undefined) {
          reject(error)
        } else {
          resolve(client)
        }
      })
    })
  }

  stats(): PoolStats {
    const busy = this.totalCount - this.idleCount
    return { workers: this.options.max, busy, queued: this.waitingCount }
  }

  /** Closes connections that became stale while idle, and takes the next one, which may be new. */
  #connectFresh(callback: ConnectCallback): void {
    super.connect((error, client, done) => {
      if (client === undefined || !this.#stale.has(client)) return callback(error, client, done)
      done(true)
      // A server that hangs does not close its side of the connection.
      client.connection.stream.destroy()
      this.#connectFresh(callback)
    })
  }

  #failed(client: pg.PoolClient, error: unknown): void {
    const fault = sessionFaultOf(error)
    if (fault === null) return
    // The end of a session may be known before the end of its connection.
    this.#stale.add(client)
    if (fault === 'lost') return
    for (const each of this.#open) this.#stale.add(each)
    // The next statement, a rollback, would wait just as long.
    if (fault === 'timeout') client.connection.stream.destroy()
  }

  #connected(since: number, error: unknown): void {
    if (error) {
      this.#observer?.onRefusal()
    } else {
      this.#observer?.onWait(performance.now() - since)
    }
  }
}

/** A trigger rejects rows of deleted accounts, regardless of which code writes them. */
const isOfClosedAccount = (error: unknown): boolean =>
  violatedConstraint(error) === 'account_is_open'

/**
 * Calls the listener with the error of each statement that fails on the connection, regardless of the sender. The sender receives the
 * listener's return value.
 */
function onFailedQuery(client: pg.PoolClient, listener: (error: unknown) => unknown): void {
  const original = client.query
  const query = (...args: unknown[]): unknown => {
    const callback = args.at(-1)
    if (typeof callback !== 'function') {
      const result: unknown = Reflect.apply(original, client, args)
      if (!(result instanceof Promise)) return result
      return result.catch((error) => {
        throw listener(error)
      })
    }
    const observed = (error: unknown, ...rest: unknown[]) => {
      Reflect.apply(callback, undefined, [error ? listener(error) : error, ...rest])
    }
    return Reflect.apply(original, client, [...args.slice(0, -1), observed])
  }
  Object.assign(client, { query })
}

const ignore = () => undefined
