// The PostgreSQL cluster of a test run: the one `npm test` started, or one of our own when `bun test` runs alone.
// It lives in the system's temporary folder and is gone when this process is, however it ends.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'

let url: Promise<string> | undefined

/** Connection string of the cluster's maintenance database. */
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
