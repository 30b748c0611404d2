// One job cannot harm the pool: time limits, cancellation, a full queue, priorities, failed runs and memory limits.
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry, type Geometry, type GeometryOptions } from '../../geometry/index.ts'
import { FairQueue } from '../../geometry/queue.ts'
import { binaryStl, cubeStl, sphere } from '../../testing/models/meshes.ts'

const open: Geometry[] = []
const folder = mkdtempSync(join(tmpdir(), 'pool-'))
afterEach(() => {
  for (const geometry of open.splice(0)) geometry.close()
})

function pool(options: Partial<GeometryOptions> = {}): Geometry {
  const geometry = createGeometry({ workers: 1, ...options })
  open.push(geometry)
  return geometry
}

/** About 200 ms of work. */
const large = binaryStl(sphere({ radius: 10, rings: 500, segments: 600 }))
const slow = (
  geometry: Geometry,
  more: { signal?: AbortSignal; priority?: 'visitor'; onRun?: (ms: number) => void } = {},
) => geometry.measure({ source: { bytes: large.slice() }, format: 'stl', ...more })
const quick = (geometry: Geometry, priority?: 'high' | 'low') =>
  geometry.measure({
    source: { bytes: cubeStl({ sizeMm: 10 }) },
    format: 'stl',
    ...(priority && { priority }),
  })

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(1)
}

test('a file on disk measures like its bytes', async () => {
  const geometry = pool()
  const path = join(folder, 'sphere.stl')
  writeFileSync(path, large)
  const fromPath = await geometry.measure({ source: { path }, format: 'stl' })
  expect(fromPath.kind).toBe('mesh')
  expect(fromPath).toEqual(await slow(geometry))
  rmSync(path)
})

test('a path that cannot be read rejects, and the pool continues', async () => {
  const geometry = pool()
  const path = join(folder, 'no')
  const [missing] = await Promise.allSettled([
    geometry.measure({ source: { path }, format: 'stl' }),
  ])
  expect(String(missing.status === 'rejected' && missing.reason)).toContain('ENOENT')
  expect((await quick(geometry)).kind).toBe('mesh')
})

test('bytes that fill their buffer are moved, and a part of a buffer is copied', async () => {
  const geometry = pool()
  const whole = cubeStl({ sizeMm: 10 })
  await geometry.measure({ source: { bytes: whole }, format: 'stl' })
  expect(whole.byteLength).toBe(0)
  const shared = new Uint8Array(2000)
  shared.set(cubeStl({ sizeMm: 10 }), 100)
  const outcome = await geometry.measure({
    source: { bytes: shared.subarray(100, 784) },
    format: 'stl',
  })
  expect(outcome.kind).toBe('mesh')
  expect(shared.byteLength).toBe(2000)
  // Small Buffers may share one store, and their slice() is a view of it.
  const store = Buffer.alloc(2000, 'beside')
  const part = store.subarray(100, 784)
  part.set(cubeStl({ sizeMm: 10 }))
  await geometry.measure({ source: { bytes: part }, format: 'stl' })
  expect([part.length, store.toString('latin1', 0, 6)]).toEqual([684, 'beside'])
})

test('bytes that were already moved reject, and the pool continues', async () => {
  const geometry = pool()
  const bytes = cubeStl({ sizeMm: 10 })
  await geometry.measure({ source: { bytes }, format: 'stl' })
  const all = [1, 2].map(() => geometry.measure({ source: { bytes }, format: 'stl' }))
  const settled = await Promise.allSettled([...all, quick(geometry)])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(geometry.stats()).toMatchObject({ busy: 0, queued: 0 })
})

test('a run over the time limit is timed_out, and the next is served', async () => {
  const geometry = pool({ timeoutMs: 1 })
  expect(await slow(geometry)).toEqual({ kind: 'timed_out' })
  expect(geometry.stats()).toMatchObject({ timedOut: 1, busy: 0 })
  const patient = pool()
  expect((await quick(patient)).kind).toBe('mesh')
})

test('a full queue returns busy immediately and serves what it accepted', async () => {
  const geometry = pool({ queueLimit: 2 })
  const kinds = (await Promise.all([1, 2, 3, 4, 5].map(() => slow(geometry)))).map((o) => o.kind)
  expect(kinds).toEqual(['mesh', 'mesh', 'mesh', 'busy', 'busy'])
  expect(geometry.stats()).toMatchObject({ completed: 3, refusedBusy: 2, queued: 0 })
})

test('a job of high priority overtakes waiting jobs', async () => {
  const geometry = pool()
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([
    slow(geometry).then(note('running')),
    quick(geometry, 'low').then(note('low')),
    quick(geometry).then(note('normal')),
    quick(geometry, 'high').then(note('high')),
  ])
  expect(order).toEqual(['running', 'high', 'normal', 'low'])
})

test('an aborted job rejects with its reason, waiting or running', async () => {
  const geometry = pool()
  const running = new AbortController()
  const waiting = new AbortController()
  const all = Promise.allSettled([
    slow(geometry, { signal: running.signal }),
    slow(geometry, { signal: waiting.signal }),
    quick(geometry),
    slow(geometry, { signal: AbortSignal.abort('too late') }),
  ])
  await until(() => geometry.stats().busy === 1 && geometry.stats().queued === 2)
  waiting.abort('waited enough')
  running.abort('not needed')
  expect(await all).toMatchObject([
    { reason: 'not needed' },
    { reason: 'waited enough' },
    { value: { kind: 'mesh' } },
    { reason: 'too late' },
  ])
  expect(geometry.stats()).toMatchObject({ cancelled: 2, completed: 1, busy: 0, queued: 0 })
})

test('an instance that has exceeded its memory limit is replaced, and its result is kept', async () => {
  const geometry = pool({ memoryLimitBytes: 4 * 2 ** 20 })
  expect((await slow(geometry)).kind).toBe('mesh')
  expect(geometry.stats().recycled).toBe(1)
  expect((await quick(geometry)).kind).toBe('mesh')
  expect(geometry.stats().recycled).toBe(1)
})

test('a module that cannot run fails its jobs, not the process', async () => {
  // A valid module without the crate's exports: every job fails.
  const { WorkerPool } = await import('../../geometry/pool.ts')
  const empty = WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
  const broken = new WorkerPool({
    module: empty,
    workers: 1,
    queueLimit: 5,
    timeoutMs: 5000,
    yieldAfterMs: 1_000,
    visitorWaitMs: 20_000,
    memoryLimitBytes: 2 ** 30,
  })
  const task = () => ({
    source: { bytes: cubeStl({ sizeMm: 1 }) },
    format: 'stl' as const,
    work: { kind: 'measure' } as const,
  })
  const outcomes = await Promise.allSettled([broken.run(task(), {}), broken.run(task(), {})])
  for (const outcome of outcomes) {
    const crashed = outcome.status === 'fulfilled' && outcome.value.kind === 'crashed'
    expect(crashed || outcome.status === 'rejected').toBe(true)
  }
  expect(broken.stats().busy).toBe(0)
  broken.close()
})

test('closing rejects jobs without a result', async () => {
  const geometry = pool()
  const all = Promise.allSettled([slow(geometry), slow(geometry)])
  await until(() => geometry.stats().busy === 1 && geometry.stats().queued === 1)
  geometry.close()
  const rejected = { status: 'rejected', reason: new Error('the geometry pool was closed') }
  expect(await all).toMatchObject([rejected, rejected])
  expect(await Promise.allSettled([slow(geometry)])).toMatchObject([{ status: 'rejected' }])
})

test('the queue keeps the order within a priority', () => {
  const queue = new FairQueue<string>(4)
  expect(queue.push('b', { priority: 'normal' })).toBeNull()
  expect(queue.push('c', { priority: 'normal' })).toBeNull()
  expect(queue.push('d', { priority: 'low' })).toBeNull()
  expect(queue.push('a', { priority: 'high' })).toBeNull()
  expect(queue.push('e', { priority: 'high' })).toBe('queue')
  expect(queue.remove('c')).toBe(true)
  expect(queue.remove('c')).toBe(false)
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([
    'a',
    'b',
    'd',
    undefined,
  ])
})

test('callers of one priority take turns, and visitors come after accounts', () => {
  const queue = new FairQueue<string>(40)
  const waits = (item: string, caller: string, priority: 'normal' | 'visitor') =>
    expect(queue.push(item, { caller, priority })).toBeNull()
  for (const item of ['v1', 'v2', 'v3']) waits(item, 'visitor:1', 'visitor')
  waits('w1', 'visitor:2', 'visitor')
  for (const item of ['a1', 'a2', 'a3']) waits(item, 'account:a', 'normal')
  waits('b1', 'account:b', 'normal')
  const served = Array.from({ length: 8 }, () => queue.shift())
  expect(served).toEqual(['a1', 'b1', 'a2', 'a3', 'v1', 'w1', 'v2', 'v3'])
})

test('a caller that has used its share of the queue is refused, and no other', () => {
  const queue = new FairQueue<number>(16)
  const visit = (caller: string) => queue.push(0, { caller, priority: 'visitor' })
  // A sixteenth for each visitor, and half of the queue for all visitors.
  expect([visit('one'), visit('one')]).toEqual([null, 'caller'])
  const visitors = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  expect(visitors.map(visit)).toEqual([...Array(7).fill(null), 'queue'])
  // A quarter for an account, and the rest for the service itself.
  const order = () => queue.push(0, { caller: 'account', priority: 'normal' })
  expect([order(), order(), order(), order(), order()]).toEqual([null, null, null, null, 'caller'])
  const own = Array.from({ length: 5 }, () => queue.push(0, { priority: 'normal' }))
  expect(own).toEqual([null, null, null, null, 'queue'])
})

test('visitors never occupy every worker', async () => {
  const geometry = pool({ workers: 2 })
  const all = Promise.all([
    slow(geometry, { priority: 'visitor' }),
    slow(geometry, { priority: 'visitor' }),
  ])
  await until(() => geometry.stats().busy > 0)
  expect(geometry.stats()).toMatchObject({ busy: 1, queued: 1 })
  expect((await all).map(({ kind }) => kind)).toEqual(['mesh', 'mesh'])
})

test('jobs on which a price depends are not queued behind models of visitors', async () => {
  const geometry = pool({ workers: 2 })
  const left = new AbortController()
  // The job takes many seconds: hollowing 600,000 triangles.
  const visitor = geometry.process({
    source: { bytes: large.slice() },
    format: 'stl',
    options: { hollow: { wallMm: 2 } },
    priority: 'visitor',
    signal: left.signal,
  })
  const stl = () => ({ source: { bytes: cubeStl({ sizeMm: 10 }) }, format: 'stl' as const })
  const print = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' } as const
  const faults = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] } as const
  expect((await geometry.measure(stl())).kind).toBe('mesh')
  expect((await geometry.estimate({ ...stl(), settings: print })).kind).toBe('estimated')
  expect((await geometry.inspect({ ...stl(), settings: faults })).kind).toBe('inspected')
  expect(geometry.stats()).toMatchObject({ busy: 1, queued: 0 })
  left.abort(new Error('the visitor has gone'))
  await expect(visitor).rejects.toThrow('the visitor has gone')
})

test('a visitor that has waited too long is refused, and an account is not', async () => {
  const geometry = pool({ visitorWaitMs: 1 })
  const running = slow(geometry)
  await until(() => geometry.stats().busy === 1)
  const [visitor, account] = [slow(geometry, { priority: 'visitor' }), quick(geometry)]
  expect(await visitor).toEqual({ kind: 'busy', by: 'queue' })
  expect(geometry.stats()).toMatchObject({ busy: 1, queued: 1, refusedBusy: 1 })
  expect((await running).kind).toBe('mesh')
  expect((await account).kind).toBe('mesh')
})

test('with one worker a visitor yields to a waiting job', async () => {
  const geometry = pool({ yieldAfterMs: 0 })
  const visitor = slow(geometry, { priority: 'visitor' })
  await until(() => geometry.stats().busy === 1)
  const repair = geometry.process({
    source: { bytes: cubeStl({ sizeMm: 10 }) },
    format: 'stl',
  })
  // A repair of an account waits, an order does not.
  expect(geometry.stats()).toMatchObject({ yielded: 0 })
  expect((await quick(geometry)).kind).toBe('mesh')
  expect(await visitor).toEqual({ kind: 'busy', by: 'queue' })
  expect((await repair).kind).toBe('processed')
  expect(geometry.stats()).toMatchObject({ yielded: 1 })
})

test('a visitor has a shorter time limit for a repair and an estimate than an account', async () => {
  const geometry = pool({ visitorTimeoutMs: 1 })
  const repair = (priority?: 'visitor') =>
    geometry.process({
      source: { bytes: large.slice() },
      format: 'stl',
      ...(priority && { priority }),
    })
  expect(await repair('visitor')).toEqual({ kind: 'timed_out' })
  expect((await repair()).kind).toBe('processed')
  const estimate = (priority?: 'visitor') =>
    geometry.estimate({
      source: { bytes: binaryStl(sphere({ radius: 30, rings: 200, segments: 300 })) },
      format: 'stl',
      settings: { layerHeightMm: 0.08, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' },
      ...(priority && { priority }),
    })
  expect(await estimate('visitor')).toEqual({ kind: 'timed_out' })
  expect((await estimate()).kind).toBe('estimated')
})

test('a job reports how long it ran even when it has no result', async () => {
  const geometry = pool({ timeoutMs: 1 })
  const ran: number[] = []
  await slow(geometry, { onRun: (ms) => ran.push(ms) })
  expect(ran).toHaveLength(1)
  expect(ran[0]).toBeGreaterThan(0)
})
