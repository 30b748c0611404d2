// The PostgreSQL cluster of a test run: the one that `npm test` started, or a separate one when `bun test` runs
// alone. It is in the system's temporary folder and is removed with this process, however it ends.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'

let url: Promise<string> | undefined

/** Returns the connection string of the cluster's maintenance database. */
export function testClusterUrl(): Promise<string> {
  url ??= findOrStart()
  return url
}

async function findOrStart(): Promise<string> {
  const given = process.env['TEST_CLUSTER_URL']
  if (given) return given
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const cluster = await startLocalPostgres({ folder, fast: true, temporary: true })
  return cluster.url
}
