// A pool whose connections break at a chosen statement, as if the process had died there.
import type pg from 'pg'

export type CrashPoint = {
  /** Number of statements from now; 1: the next one. */
  readonly statements: number
  /** `after`: the statement is executed, and its response lost. */
  readonly when: 'before' | 'after'
}

export type CrashOptions = {
  /**
   * One in this many crashes ends the session, 1 by default. The others roll the session back and give it to the next
   * caller. This has the same effect on the data and takes a twentieth of the time, because a new session reads the
   * complete catalog again.
   */
  readonly endSessionEvery?: number
}

export class Crash extends Error {
  override readonly name = 'Crash'
}

export type CrashingPool = {
  readonly arm: (point: CrashPoint) => void
  readonly disarm: () => void
  /** Statements that broke so far, each with the point of the crash before it: `before insert into ...`. */
  readonly places: ReadonlySet<string>
}

type Query = (...args: unknown[]) => Promise<unknown>

/** Makes every client that is taken from the pool from now on break at the point that was armed last. */
export function crashing(pool: pg.Pool, { endSessionEvery = 1 }: CrashOptions = {}): CrashingPool {
  let armed: CrashPoint | null = null
  let crashes = 0
  const places = new Set<string>()
  const connect = pool.connect
  const open = async (): Promise<pg.PoolClient> => await Reflect.apply(connect, pool, [])
  /** Sessions that crashed since they were taken. */
  const broken = new WeakMap<pg.PoolClient, 'ended' | 'rolled back'>()
  const patched = new WeakSet<pg.PoolClient>()

  /** Returns whether and how this statement crashes. */
  const crashNow = (): CrashPoint['when'] | null => {
    if (armed === null) return null
    const { statements, when } = armed
    armed = statements > 1 ? { statements: statements - 1, when } : null
    return armed === null ? when : null
  }
  /** Ends an open transaction, as the database does when it loses the session. */
  const end = async (client: pg.PoolClient, query: Query): Promise<void> => {
    crashes += 1
    const ends = crashes % endSessionEvery === 0
    broken.set(client, ends ? 'ended' : 'rolled back')
    await (ends ? Reflect.apply(Reflect.get(client, 'end'), client, []) : query('rollback'))
  }
  const breakable = (client: pg.PoolClient): pg.PoolClient => {
    // A kept session is a new one for its next caller.
    broken.delete(client)
    if (patched.has(client)) return client
    patched.add(client)
    const original = client.query
    const query: Query = async (...args) => await Reflect.apply(original, client, args)
    const run: Query = async (...args) => {
      // The pool's internal call, as below.
      if (typeof args.at(-1) === 'function') return Reflect.apply(original, client, args)
      const state = broken.get(client)
      // Kysely ends a session that it cannot roll back; a kept session has no transaction.
      if (state === 'rolled back' && args[0] === 'rollback') {
        return { command: 'ROLLBACK', rows: [] }
      }
      if (state !== undefined) throw new Crash('the connection is gone')
      const when = crashNow()
      if (when === null) return await query(...args)
      if (when === 'after') await query(...args)
      places.add(`${when} ${args[0]}`)
      await end(client, query)
      throw new Crash(`broken ${when} a statement`)
    }
    Object.assign(client, { query: run })
    return client
  }
  // With a callback it is the pool's internal call, for a statement outside of the test.
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
    places,
  }
}
