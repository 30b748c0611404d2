// How long a quote waits for a slice, and its result without one.
import { expect, jest, spyOn, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { measureQuote } from '../../../server/domain/quotes/measure-quote.ts'
import type { SliceRequest, Slicer } from '../../../server/domain/slicing/ports.ts'
import { standInSlicer } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { printOptions } from '../../../testing/orders.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const account = use(() => service.account())

/** Never resolves; rejects when aborted. */
const endless: Slicer = {
  analysisKey: async () => null,
  readiness: () => 'ready',
  isStored: async () => false,
  slice: ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (signal?.aborted) reject(signal.reason)
    }),
}

type MeasureOptions = {
  readonly signal?: AbortSignal
  readonly sizeMm?: number
  readonly slicer?: Slicer
}

function measure(spentMs: number, options: MeasureOptions = {}) {
  const { signal = new AbortController().signal, sizeMm = 20, slicer = endless } = options
  const bytes = cubeStl({ sizeMm })
  const path = service.deps.temporaryFiles.path()
  writeFileSync(path, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { path, fileName: 'cube.stl', sizeBytes: bytes.byteLength, sha256 }
  return measureQuote(
    { ...service.deps, slicer },
    {
      model: { ...file, format: 'stl', uri: null, units: null },
      accountId: account.accountId,
      options: printOptions(),
      country: 'US',
      startedAt: performance.now() - spentMs,
      signal,
    },
  )
}

test('the estimate is used immediately when the download has used up the time for the slice', async () => {
  const measured = await measure(75_000)
  if (!measured.ok) throw new Error(measured.failure.kind)
  expect(measured.value.measurement).toMatchObject({
    source: 'geometry',
    volumeCm3: 8,
    dimensionsMm: [20, 20, 20],
    warnings: [expect.stringContaining('took too long')],
  })
  expect(measured.value.measurement.marginPercent).toBeGreaterThan(0)
})

test('the time of the measurement is deducted from that of the slice', async () => {
  const { geometry } = service.deps
  const clock = spyOn(performance, 'now')
  const restore = service.replace({
    measurements: { read: async () => null, save: async () => {} },
    geometry: {
      measure: async (request) => {
        const outcome = await geometry.measure(request)
        const later = performance.now() + 75_000
        clock.mockImplementation(() => later)
        return outcome
      },
    },
  })
  try {
    const measured = await measure(0)
    expect(measured).toMatchObject({ ok: true, value: { measurement: { source: 'geometry' } } })
  } finally {
    restore()
    jest.restoreAllMocks()
  }
})

test('a new mesh is read by one job that measures and estimates it, and both results are stored', async () => {
  const jobs: unknown[] = []
  const { geometry, meshes } = service.deps
  const restore = service.replace({
    geometry: {
      measure: (request) => {
        jobs.push(request.estimate?.infillPercent)
        return geometry.measure(request)
      },
    },
    meshes: {
      ...meshes,
      estimate: (request) => {
        jobs.push('estimate')
        return meshes.estimate(request)
      },
    },
  })
  try {
    const first = await measure(75_000, { sizeMm: 21 })
    const again = await measure(75_000, { sizeMm: 21 })
    expect(first).toMatchObject({ ok: true, value: { measurement: { source: 'geometry' } } })
    expect(again).toEqual(first)
    expect(jobs).toEqual([printOptions().infill])
  } finally {
    restore()
  }
})

test('a caller that disconnects ends the measurement', async () => {
  const caller = new AbortController()
  const { geometry } = service.deps
  let stopped: boolean | undefined
  service.replace({
    measurements: { read: async () => null, save: async () => {} },
    geometry: {
      measure: (request) => {
        request.signal?.addEventListener('abort', () => {
          stopped = true
        })
        caller.abort(new Error('gone'))
        return geometry.measure(request)
      },
    },
  })
  const ended = await measure(0, { signal: caller.signal }).catch((error: Error) => error.message)
  expect([ended, stopped]).toEqual(['gone', true])
})

/** A slicer whose slice starts, and ends when the test calls `finish`. */
function pendingSlicer() {
  const started = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const { slicer } = standInSlicer()
  return {
    started: started.promise,
    finish: finished.resolve,
    slicer: {
      ...slicer,
      slice: async (request: SliceRequest) => {
        started.resolve()
        const aborted = Promise.withResolvers<never>()
        request.signal?.addEventListener('abort', () => aborted.reject(request.signal?.reason))
        await Promise.race([finished.promise, aborted.promise])
        return await slicer.slice(request)
      },
    },
  }
}

test('a second before the deadline of 75 s the quote still waits for the slice', async () => {
  const { started, finish, slicer } = pendingSlicer()
  // The clock stands still, so that no pause of the machine uses up the last second.
  const now = performance.now()
  const clock = spyOn(performance, 'now').mockImplementation(() => now)
  const waiting = measure(74_000, { slicer })
  await started
  finish()
  expect(await waiting).toMatchObject({ ok: true, value: { measurement: { source: 'slicer' } } })
  clock.mockRestore()
})

test('a caller that disconnects ends the wait for the slice', async () => {
  const caller = new AbortController()
  const { started, slicer } = pendingSlicer()
  const waiting = measure(0, { slicer, signal: caller.signal })
  await started
  caller.abort(new Error('the caller disconnected'))
  await expect(waiting).rejects.toThrow('the caller disconnected')
})
