// The statements that a pool's connections receive.
import type pg from 'pg'
import { atEndOfTest } from './end-of-test.ts'

/** Returns the texts of the statements from now on, in order, until the end of the test. */
export function recordStatements(pool: pg.Pool): readonly string[] {
  const texts: string[] = []
  const originals = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const record = (client: pg.PoolClient) => {
    if (originals.has(client)) return
    const original = client.query
    originals.set(client, original)
    const query = (...args: unknown[]): unknown => {
      texts.push(textOf(args[0]))
      return Reflect.apply(original, client, args)
    }
    Object.assign(client, { query })
  }
  pool.on('acquire', record)
  atEndOfTest(() => {
    pool.off('acquire', record)
    for (const [client, query] of originals) Object.assign(client, { query })
  })
  return texts
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const named = statement as { readonly text?: unknown }
  return typeof named.text === 'string' ? named.text : ''
}
