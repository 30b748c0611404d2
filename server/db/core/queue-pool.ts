// The pool as the job queue (graphile-worker 0.18.0) uses it. The queue retries what ends a job for some errors only, those of two networks
// and a server that is starting; after any other it leaves the job locked for four hours, although its work is done.
import type pg from 'pg'
import { isDatabaseUnreachable } from '../../domain/base/database-unreachable.ts'

/** cannot_connect_now: the queue retries for some hours, 3 to 120 s apart. */
const retryableCode = '57P03'

/** Statements that end a job can run twice: they delete a row, or change it while this process holds the job. */
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
      // With a callback it is the connection that listens, which has a retry of its own.
      return (callback?: unknown) =>
        callback === undefined ? connect() : Reflect.apply(target.connect, target, [callback])
    },
  })
}

/** Bound to its object: private members of a class do not pass a proxy. */
function read(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}

function throwRetryable(cause: unknown): never {
  if (!isDatabaseUnreachable(cause)) throw cause
  const message = 'The database cannot be reached at the moment.'
  throw Object.assign(new Error(message, { cause }), { code: retryableCode })
}
