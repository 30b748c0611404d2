// A production start as a separate process: it reports every sample and stand-in, and serves. No external service is
// called.

import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { findCage } from '../../slicer-bridge/cage/cage.ts'
import { findSlicer } from '../../slicer-bridge/readiness.ts'
import { startFakeGcs } from '../../testing/service/fake-gcs.ts'
import { openRealServer, waitUntil } from '../../testing/service/real-server.ts'
import { closing, use, useDatabase } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

setDefaultTimeout(120_000)
const gcs = startFakeGcs('farm-models')
/** Production requires the sandbox, and checks whether this machine has it. */
const slicerPath = findSlicer(null)
const cageStates = { ready: 'on', missing: 'missing', off: 'off' } as const
const cageHere = slicerPath === null ? 'none' : cageStates[findCage('required').kind]
const root = join(import.meta.dir, '../..')
/**
 * Folder where each process writes the list of its loaded modules when it ends: testing/service/record-modules.ts.
 */
const moduleLists = mkdtempSync(join(tmpdir(), 'svc-modules-'))

const database = useDatabase({ poolSize: 1 })
const server = use(() =>
  openRealServer({
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      GCS_BUCKET: gcs.bucket,
      STORAGE_EMULATOR_HOST: `${gcs.url}/storage/v1`,
      GOOGLE_CLOUD_PROJECT: 'none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Farm <orders@example.com>',
      AUTH_SECRET: 'a'.repeat(32),
      INTERNAL_KEY: 'b'.repeat(16),
      BUN_OPTIONS: `--preload ${join(root, 'testing/service/record-modules.ts')}`,
      MODULE_LISTS: moduleLists,
    },
  }),
)
afterAll(async () => {
  await gcs.stop()
  rmSync(moduleLists, { recursive: true, force: true })
})

verifies(
  'decision.production-parts',
  'the start warns about samples and rules, and names the settings',
  async () => {
    await server.start()
    const lines = server.logs().filter(({ event }) => event === 'process.part_limited')
    expect(lines).toMatchObject([
      { level: 'warn', part: 'engines', state: 'samples' },
      { level: 'warn', part: 'images', state: 'samples' },
      { level: 'warn', part: 'textModeration', state: 'rules' },
      { level: 'warn', part: 'pictureModeration', state: 'refused' },
    ])
    expect(String(lines[0]?.['message'])).toContain('TRIPO_API_KEY')
    const ready = await fetch(`${server.baseUrl}/readyz`)
    const { parts } = await ready.json()
    expect(parts).toEqual({
      eventLoop: 'ok',
      engines: 'samples',
      engineHealth: 'ok',
      images: 'samples',
      textModeration: 'rules',
      pictureModeration: 'refused',
      slicerCage: cageHere,
    })
  },
)

verifies('decision.node-env', 'NODE_ENV=prod does not start', async () => {
  if (server.isRunning()) await server.kill9()
  const started = server.start({ NODE_ENV: 'prod' })
  await expect(started).rejects.toThrow('NODE_ENV must be development, test or production')
  expect(await server.exited()).toBe(1)
})

const reachedFrom = (entry: string) =>
  [...staticGraph(join(root, entry))].map((path) => relative(root, path))

test('a slicing process loads no module with a secret', () => {
  const reached = [...reachedFrom('server/main.ts'), ...reachedFrom('server/main-slicing.ts')]
  expect(reached).toContain('slicer-bridge/run/attempt.ts')
  const places =
    /^(?:mcp|server\/(?:db|http|pages|local|adapters\/(?!observability\/|storage\/)))\//
  expect(reached.filter((path) => places.test(path))).toEqual([])
})

test('server/main-service.ts reaches nothing of server/local by static imports', () => {
  const reached = reachedFrom('server/main-service.ts')
  expect(reached).toContain('server/wiring/service.ts')
  expect(reached).toContain('server/process/follow-launcher.ts')
  expect(reached.filter(isLocal)).toEqual([])
})

test('a production process and its further web processes load nothing of server/local', async () => {
  if (server.isRunning()) await server.kill9()
  readModuleLists()
  const before = listening()
  await server.start({ NODE_ENV: 'production', WEB_CONCURRENCY: '2' })
  await waitUntil('both listen', () => listening() === before + 2)
  expect(await server.stop()).toBe(0)
  const lists = readModuleLists()
  expect(lists).toHaveLength(2)
  for (const modules of lists) {
    expect(modules).toContain('server/wiring/service.ts')
    expect(modules.filter(isLocal)).toEqual([])
  }
})

test('local mode loads server/local, and the list of modules shows it', async () => {
  await using local = closing(
    await openRealServer({
      env: {
        DATABASE_URL: database.url,
        BUN_OPTIONS: `--preload ${join(root, 'testing/service/record-modules.ts')}`,
        MODULE_LISTS: moduleLists,
      },
    }),
  )

  await local.start()
  expect(await local.stop()).toBe(0)
  expect(readModuleLists().flat()).toContain('server/local/local-services.ts')
})

const isLocal = (path: string) => path.startsWith('server/local/')
const listening = () => server.logs().filter(({ event }) => event === 'process.listening').length

/** Returns the lists written since the last call, with paths from the root of the project. */
function readModuleLists(): string[][] {
  return readdirSync(moduleLists).map((name) => {
    const path = join(moduleLists, name)
    const modules: string[] = JSON.parse(readFileSync(path, 'utf8'))
    rmSync(path)
    return modules.map((module) => relative(root, module))
  })
}

/** Returns every source file of this repository that loading `entry` loads, without `import()`. */
function staticGraph(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen
  seen.add(entry)
  const loader = entry.endsWith('x') ? 'tsx' : 'ts'
  const imports = new Bun.Transpiler({ loader }).scanImports(readFileSync(entry, 'utf8'))
  for (const { path, kind } of imports) {
    if (kind === 'dynamic-import' || !path.startsWith('.')) continue
    const target = Bun.resolveSync(path, dirname(entry))
    if (/\.tsx?$/.test(target)) staticGraph(target, seen)
  }
  return seen
}
