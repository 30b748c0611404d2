// The pool that the job queue (graphile-worker 0.18.0) uses. When it cannot mark a job as finished, the queue retries only for some
// errors: two network errors, and a server that is starting. After any other error it leaves the job locked for four hours, although the
// work is done.
import type pg from 'pg'
import { isDatabaseUnreachable } from '../../../domain/base/database-unreachable.ts'

/** cannot_connect_now: the queue retries for some hours, 3 to 120 s apart. */
const retryableCode = '57P03'

/** Wraps the pool. Statements that finish a job can run twice: they delete a row, or change it while this process holds the job. */
export function queuePool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect().catch(throwRetryable)
    return new Proxy(client, {
      get: (target, key) => (key === 'query' ? query : read(target, key)),
    })

    function query(...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(client.query, client, args)
      return result instanceof Promise ? result.catch(throwRetryable) : result
    }
  }
  return new Proxy(pool, {
    get: (target, key) => {
      if (key !== 'connect') return read(target, key)
      // With a callback, this is the connection that listens, which has its own retry.
      return (callback?: unknown) =>
        callback === undefined ? connect() : Reflect.apply(target.connect, target, [callback])
    },
  })
}

/** Binds functions to their object, because private members of a class do not work through a proxy. */
function read(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}

function throwRetryable(cause: unknown): never {
  if (!isDatabaseUnreachable(cause)) throw cause
  const message = 'The database cannot be reached at the moment.'
  throw Object.assign(new Error(message, { cause }), { code: retryableCode })
}
