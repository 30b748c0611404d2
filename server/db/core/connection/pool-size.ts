// Limits the connections of a process, so that the processes of a host together leave some for others: a second host during a deploy,
// migrations, backups and operators.
import pg from 'pg'
import { processConnections } from '../../../domain/limits/process-connections.ts'

/** Fraction of the server's connections that the processes of one host may open. */
const connectionShare = 0.75

export type PoolSize = {
  readonly size: number
  /** False when all processes of the host together may open more than their share. */
  readonly fits: boolean
}

/** Returns the size for each process. `available` is the number of connections for all processes of the host. */
export function poolSizeOf(available: number, processes: number): PoolSize {
  const each = Math.floor(available / processes)
  return {
    size: Math.min(processConnections.max, Math.max(processConnections.min, each)),
    fits: each >= processConnections.min,
  }
}

/** Returns three quarters of the connections that the server grants to roles without privileges. */
export async function shareOfConnections(databaseUrl: string): Promise<number> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
  })
  // A failure that ends the connection also rejects the query.
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
