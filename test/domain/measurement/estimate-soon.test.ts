// An estimate that a response can do without.
import { describe, expect, test } from 'bun:test'
import { estimateSoon, soonDeadline } from '../../../server/domain/measurement/estimate-filament.ts'
import type {
  CertainEstimate,
  EstimateOutcome,
  EstimateRequest,
} from '../../../server/domain/measurement/processing.ts'
import { createRunningEstimates } from '../../../server/domain/measurement/running-estimates.ts'
import { sliceSettings } from '../../../server/domain/measurement/slice-settings.ts'
import { estimatedPart } from '../../../testing/orders.ts'

const request = {
  path: '/tmp/part.stl',
  sha256: 'ab'.repeat(32),
  format: 'stl',
  units: null,
  settings: sliceSettings({
    layerHeight: 0.2,
    infill: 20,
    nozzleDiameter: 0.4,
    nozzleFlow: 'standard',
  }),
} as const

function stage(estimate: (request: EstimateRequest) => Promise<EstimateOutcome>) {
  const lines: string[] = []
  const log = (event: string) => lines.push(event)
  const saved: CertainEstimate[] = []
  const held: string[] = []
  const hold = (path: string) => {
    held.push(path)
    return async () => void held.splice(held.indexOf(path), 1)
  }
  return {
    lines,
    saved,
    held,
    deps: {
      printEstimates: {
        read: async () => saved[0] ?? null,
        save: async (_: unknown, outcome: CertainEstimate) => void saved.push(outcome),
      },
      runningEstimates: createRunningEstimates(),
      meshes: { estimate },
      temporaryFiles: { hold },
      log: { debug: log, info: log, warn: log, error: log },
    },
  }
}

/** Returns a core that ends when the test says so. */
function slow() {
  const { promise, resolve } = Promise.withResolvers<EstimateOutcome>()
  const requests: EstimateRequest[] = []
  const staged = stage((asked) => {
    requests.push(asked)
    return promise
  })
  return { ...staged, requests, end: () => resolve(estimatedPart) }
}

const inMs = (ms: number) => performance.now() + ms

const failing = () =>
  stage(async () => {
    throw new Error('storage does not return the file')
  })

test('an estimate that fails is logged, and the result is null', async () => {
  const { deps, lines, held } = failing()
  expect(await estimateSoon(deps, request, soonDeadline())).toBeNull()
  expect([lines, held]).toEqual([['measurement.not_estimated'], []])
})

test('a caller that has disconnected gets no response', async () => {
  const { deps } = failing()
  const signal = AbortSignal.abort(new Error('the caller has gone'))
  const soon = estimateSoon(deps, { ...request, signal }, soonDeadline())
  await expect(soon).rejects.toThrow('the caller has gone')
})

test('a late estimate continues with its file, and is stored', async () => {
  const { deps, requests, saved, held, end } = slow()
  expect(await estimateSoon(deps, request, inMs(20))).toBeNull()
  expect(requests).toMatchObject([{ source: { path: request.path } }])
  // It has the priority of its caller: a paid order waits for it.
  expect(requests[0]).not.toHaveProperty('priority')
  // The end of the response must not end the job.
  expect(requests[0]).not.toHaveProperty('signal')
  expect([saved, held]).toEqual([[], [request.path]])
  end()
  await Bun.sleep(0)
  expect([saved, held]).toEqual([[estimatedPart], []])
  expect(await estimateSoon(deps, request, inMs(0))).toEqual(estimatedPart)
  expect(requests).toHaveLength(1)
})

test('an estimate continues for the next caller after its first caller disconnects', async () => {
  const { deps, requests, end } = slow()
  const gone = new AbortController()
  const first = estimateSoon(deps, { ...request, signal: gone.signal }, soonDeadline())
  const next = estimateSoon(deps, request, soonDeadline())
  await Bun.sleep(0)
  gone.abort(new Error('the caller has gone'))
  await expect(first).rejects.toThrow('the caller has gone')
  end()
  expect(await next).toEqual(estimatedPart)
  expect(requests).toHaveLength(1)
})

test('no estimate begins after the deadline', async () => {
  const { deps, requests } = slow()
  expect(await estimateSoon(deps, request, inMs(-1))).toBeNull()
  expect(requests).toEqual([])
})

describe('a caller of an estimate that another caller began and that fails,', () => {
  const others = () => {
    const failed = Promise.withResolvers<EstimateOutcome>()
    const paths: unknown[] = []
    const { deps } = stage(async ({ source }) => {
      paths.push(source.path)
      return source.path === '/tmp/gone.stl' ? await failed.promise : estimatedPart
    })
    const first = estimateSoon(deps, { ...request, path: '/tmp/gone.stl' }, soonDeadline())
    return { deps, first, paths, fail: () => failed.reject(new Error('the file is gone')) }
  }

  test('makes an estimate', async () => {
    const { deps, first, paths, fail } = others()
    const second = estimateSoon(deps, request, soonDeadline())
    await Bun.sleep(0)
    fail()
    expect(await first).toBeNull()
    expect(await second).toEqual(estimatedPart)
    expect(paths).toEqual(['/tmp/gone.stl', request.path])
  })

  test('makes none after its deadline, when its file may already be deleted', async () => {
    const { deps, first, paths, fail } = others()
    expect(await estimateSoon(deps, request, inMs(10))).toBeNull()
    fail()
    expect(await first).toBeNull()
    await Bun.sleep(0)
    expect(paths).toEqual(['/tmp/gone.stl'])
  })
})
