// A pg pool that tells how long statements wait for a connection and how long connections are in use.
import pg from 'pg'
import type { PoolObserver, PoolStats } from '../../domain/base/meter.ts'

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

export class ObservedPool extends pg.Pool {
  readonly #observer: PoolObserver | undefined
  readonly #acquiredAt = new WeakMap<pg.PoolClient, number>()

  constructor(observer: PoolObserver | undefined, config: pg.PoolConfig) {
    super(config)
    this.#observer = observer
    if (observer === undefined) return
    this.on('acquire', (client) => this.#acquiredAt.set(client, performance.now()))
    this.on('release', (_error, client) => {
      const acquiredAt = this.#acquiredAt.get(client)
      if (acquiredAt !== undefined) observer.ran(performance.now() - acquiredAt)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const since = performance.now()
    if (callback !== undefined) {
      super.connect((error, client, done) => {
        this.#connected(since, error)
        callback(error, client, done)
      })
      return undefined
    }
    return super.connect().then(
      (client) => {
        this.#connected(since, undefined)
        return client
      },
      (error) => {
        this.#connected(since, error)
        throw error
      },
    )
  }

  stats(): PoolStats {
    const busy = this.totalCount - this.idleCount
    return { workers: this.options.max, busy, queued: this.waitingCount }
  }

  #connected(since: number, error: unknown): void {
    if (error) this.#observer?.refused()
    else this.#observer?.waited(performance.now() - since)
  }
}
