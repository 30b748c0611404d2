// `bun server/main.ts --migrate`: the schema is there afterwards, and the process has ended.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase } from '../../bench/lib/databases.ts'
import { testClusterUrl } from '../helpers/cluster.ts'

const main = join(import.meta.dir, '../../server/main.ts')

test('migrates an empty database and ends with 0', async () => {
  const url = await createDatabase(await testClusterUrl(), `migrate_${process.pid}`)
  const stateDir = mkdtempSync(join(tmpdir(), 'svc-migrate-'))
  const child = Bun.spawn([process.execPath, main, '--migrate'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      STATE_DIR: stateDir,
      DATABASE_URL: url,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  expect(await child.exited).toBe(0)
  const events = (await new Response(child.stdout).text())
    .split('\n')
    .flatMap((line) => /"event":"(process\.[a-z_]+)"/.exec(line)?.[1] ?? [])
  expect(events).toEqual(['process.migrated', 'process.stopping'])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select to_regclass('orders') is not null as orders, to_regclass('auth_users') is not null as users,
      to_regclass('graphile_worker._private_jobs') is not null as jobs`,
  )
  await client.end()
  rmSync(stateDir, { recursive: true, force: true })
  expect(rows).toEqual([{ orders: true, users: true, jobs: true }])
})
