// A pool whose connections break at a statement of the caller's choice, as if the process had died there.
import type pg from 'pg'

export type CrashPoint = {
  /** How many statements from now; 1 = the next one. */
  readonly statements: number
  /** `after`: the statement is carried out, and its response lost. */
  readonly when: 'before' | 'after'
}

export class Crash extends Error {
  override readonly name = 'Crash'
}

/** Until the returned function is called, every client of the pool breaks at the point that was armed last. */
export function crashing(pool: pg.Pool) {
  let armed: CrashPoint | null = null
  const connect = pool.connect
  const open = async (): Promise<pg.PoolClient> => await Reflect.apply(connect, pool, [])
  const patched = new WeakSet<pg.PoolClient>()

  const breakable = (client: pg.PoolClient): pg.PoolClient => {
    if (patched.has(client)) return client
    patched.add(client)
    const original = client.query
    const query = async (...args: unknown[]): Promise<unknown> =>
      await Reflect.apply(original, client, args)
    let isBroken = false
    const run = async (...args: unknown[]): Promise<unknown> => {
      if (typeof args.at(-1) === 'function') return Reflect.apply(original, client, args)
      if (isBroken) throw new Crash('the connection is gone')
      if (armed === null) return await query(...args)
      const { statements, when } = armed
      armed = statements > 1 ? { statements: statements - 1, when } : null
      if (statements > 1) return await query(...args)
      if (when === 'after') await query(...args)
      isBroken = true
      // Ends the session, and with it an open transaction.
      await Reflect.apply(Reflect.get(client, 'end'), client, [])
      throw new Crash(`broken ${when} a statement`)
    }
    Object.assign(client, { query: run })
    return client
  }
  // With a callback it is the pool's own call, for a statement outside of what is tested.
  Object.assign(pool, {
    connect: (callback?: unknown) =>
      callback === undefined ? open().then(breakable) : Reflect.apply(connect, pool, [callback]),
  })
  return {
    arm: (point: CrashPoint) => {
      armed = point
    },
    disarm: () => {
      armed = null
    },
  }
}
