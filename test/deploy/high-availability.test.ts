// The settings on which the guarantee of deploy/ha depends, and HAProxy's check of its file. `npm run rig` runs both
// files.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { findProgram } from '../../lab/recovery/lib/commands.ts'

const folder = join(import.meta.dir, '../../deploy/ha')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')

const shared = v.parse(
  v.object({
    bootstrap: v.object({
      dcs: v.object({
        ttl: v.number(),
        loop_wait: v.number(),
        retry_timeout: v.number(),
        synchronous_mode: v.string(),
        synchronous_mode_strict: v.boolean(),
        synchronous_node_count: v.number(),
        postgresql: v.object({ parameters: v.record(v.string(), v.unknown()) }),
      }),
    }),
  }),
  Bun.YAML.parse(textOf('patroni.yml')),
).bootstrap.dcs

test('commits wait for a standby, and are refused without one', () => {
  expect(shared).toMatchObject({
    synchronous_mode: 'quorum',
    synchronous_mode_strict: true,
    synchronous_node_count: 1,
  })
  // Any of these settings would turn the guarantee off for all sessions.
  const { synchronous_commit, fsync, full_page_writes } = shared.postgresql.parameters
  expect([synchronous_commit, fsync, full_page_writes]).toEqual([undefined, undefined, undefined])
})

test('a silent primary has stepped down before another takes over, as Patroni requires', () => {
  expect(shared.loop_wait + 2 * shared.retry_timeout).toBeLessThanOrEqual(shared.ttl)
})

test('every host has the same variables, each set once', () => {
  const names = [...textOf('example.env').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^(ETCD|PATRONI)_/.test(name ?? ''))).toEqual([])
})

const haproxy = findProgram('haproxy')

test.skipIf(haproxy === null)('HAProxy accepts its file without a warning', () => {
  const env = { DB1: '10.0.0.1', DB2: '10.0.0.2', DB3: '10.0.0.3' }
  const checked = spawnSync(haproxy ?? '', ['-c', '-f', join(folder, 'haproxy.cfg')], {
    env,
    encoding: 'utf8',
  })
  expect(checked.stderr).toBe('')
  expect(checked.status).toBe(0)
})
