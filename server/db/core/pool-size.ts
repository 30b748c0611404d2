// How many connections a process may open, so that all processes of a host together leave some to others: to a second host during a
// deploy, to migrations, backups and people.
import pg from 'pg'

/** More connections would only wait for the same processors. */
const maxConnections = 20
/** The worker's two queues listen with a connection each, and a piece of work may hold one while another works. */
const minConnections = 5
/** The part of the server's connections that the processes of one host may open. */
const connectionShare = 0.75

export type PoolSize = {
  readonly size: number
  /** False when all processes of the host together may open more than their share. */
  readonly fits: boolean
}

/** `available`: connections of the host's processes together. */
export function poolSizeOf(available: number, processes: number): PoolSize {
  const each = Math.floor(available / processes)
  return {
    size: Math.min(maxConnections, Math.max(minConnections, each)),
    fits: each >= minConnections,
  }
}

/** Three quarters of those that the server grants to accounts without privileges. */
export async function shareOfConnections(databaseUrl: string): Promise<number> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
  })
  // What ends the connection also rejects the query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ setting: string }>(
      "select setting from pg_settings where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections') order by name = 'max_connections' desc",
    )
    const [all = 0, ...reserved] = rows.map(({ setting }) => Number(setting))
    return Math.floor(connectionShare * (all - reserved.reduce((sum, each) => sum + each, 0)))
  } finally {
    await client.end()
  }
}
