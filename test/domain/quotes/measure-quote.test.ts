// How long a quote waits for a slice, and what it uses without one.
import { expect, jest, spyOn, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { measureQuote } from '../../../server/domain/quotes/measure-quote.ts'
import type { Slicer } from '../../../server/domain/slicing/ports.ts'
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

function measure(spentMs: number, signal = new AbortController().signal, sizeMm = 20) {
  const bytes = cubeStl({ sizeMm })
  const path = service.deps.temporaryFiles.path()
  writeFileSync(path, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { path, fileName: 'cube.stl', sizeBytes: bytes.byteLength, sha256 }
  return measureQuote(
    { ...service.deps, slicer: endless },
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

test('when the download has used up the time of the slice, the estimate is used at once', async () => {
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

test('the time of the measurement counts against the slice', async () => {
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

test('a new mesh is read by one job, which measures and estimates it; both are kept', async () => {
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
    const { signal } = new AbortController()
    const first = await measure(75_000, signal, 21)
    const again = await measure(75_000, signal, 21)
    expect(first).toMatchObject({ ok: true, value: { measurement: { source: 'geometry' } } })
    expect(again).toEqual(first)
    expect(jobs).toEqual([printOptions().infill])
  } finally {
    restore()
  }
})

test('a caller who disconnects ends the measurement', async () => {
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
  const ended = await measure(0, caller.signal).catch((error: Error) => error.message)
  expect([ended, stopped]).toEqual(['gone', true])
})

test('before the deadline it waits for the slice, as long as the caller does', async () => {
  const caller = new AbortController()
  const waiting = measure(74_000, caller.signal).then(
    () => 'answered',
    () => 'given up',
  )
  expect(await Promise.race([waiting, Bun.sleep(200).then(() => 'waiting')])).toBe('waiting')
  caller.abort()
  expect(await waiting).toBe('given up')
})
