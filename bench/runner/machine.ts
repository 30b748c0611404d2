// The machine that a run was measured on.
import { cpus, release, totalmem, type } from 'node:os'
import pg from 'pg'
import { loadTool } from '../lib/load.ts'
import type { Results } from './results.ts'

export async function describeMachine(databaseUrl: string): Promise<Results['machine']> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  await client.end()
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    os: `${type()} ${release()}`,
    bun: Bun.version,
    postgres: rows[0]?.version ?? 'unknown',
    loadTool,
  }
}
