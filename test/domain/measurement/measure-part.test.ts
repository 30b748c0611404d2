// How often a part's file is read.

import { expect, test } from 'bun:test'
import { measurePart } from '../../../server/domain/measurement/measure-part.ts'
import type { KnownModel, MeasureRequest } from '../../../server/domain/measurement/ports.ts'
import type { CertainEstimate } from '../../../server/domain/measurement/processing.ts'
import { createRunningEstimates } from '../../../server/domain/measurement/running-estimates.ts'
import { sliceSettings } from '../../../server/domain/measurement/slice-settings.ts'
import type { MeasureOutcome } from '../../../server/domain/models/report.ts'
import { estimatedPart, meshReport } from '../../../testing/orders.ts'

const settings = sliceSettings({
  layerHeight: 0.2,
  infill: 20,
  nozzleDiameter: 0.4,
  nozzleFlow: 'standard',
})
const request = {
  path: '/tmp/part.stl',
  sha256: 'ab'.repeat(32),
  format: 'stl',
  units: null,
  settings,
} as const

const mesh: MeasureOutcome = { kind: 'mesh', report: meshReport(8) }

/** A core in which a job with an estimate takes too long when `isSlow`. */
function stage({ isSlow = false } = {}) {
  const jobs: string[] = []
  let measurement: KnownModel['measurement'] | null = null
  let estimate: CertainEstimate | null = null
  const log = () => {}
  return {
    jobs,
    deps: {
      log: { debug: log, info: log, warn: log, error: log },
      temporaryFiles: { hold: () => async () => {} },
      runningEstimates: createRunningEstimates(),
      measurements: {
        read: async () => measurement,
        save: async (_: unknown, outcome: object) => {
          measurement = outcome as KnownModel['measurement']
        },
      },
      printEstimates: {
        read: async () => estimate,
        save: async (_: unknown, outcome: CertainEstimate) => {
          estimate = outcome
        },
      },
      geometry: {
        measure: async ({ estimate: at }: MeasureRequest) => {
          jobs.push(at === undefined ? 'measure' : 'measure and estimate')
          if (at === undefined) return mesh
          return isSlow ? ({ kind: 'timed_out' } as const) : { ...mesh, estimate: estimatedPart }
        },
      },
      meshes: {
        estimate: async () => {
          jobs.push('estimate')
          return isSlow ? ({ kind: 'timed_out' } as const) : estimatedPart
        },
      },
    },
  }
}

test('a new part is read by one job, and a known part by none', async () => {
  const { deps, jobs } = stage()
  const first = await measurePart(deps, request)
  expect(first).toEqual({ ok: true, value: { measurement: mesh, estimate: estimatedPart } })
  expect(await measurePart(deps, request)).toEqual(first)
  expect(jobs).toEqual(['measure and estimate'])
})

test('a part with a slow estimate has a price without it', async () => {
  const { deps, jobs } = stage({ isSlow: true })
  const measured = await measurePart(deps, request)
  expect(measured).toEqual({ ok: true, value: { measurement: mesh, estimate: null } })
  expect(jobs).toEqual(['measure and estimate', 'measure', 'estimate'])
})

test('when it is too late for an estimate, a part is only measured', async () => {
  const { deps, jobs } = stage()
  const late = await measurePart(deps, { ...request, estimateBy: performance.now() - 1 })
  expect(late).toEqual({ ok: true, value: { measurement: mesh, estimate: null } })
  expect(jobs).toEqual(['measure'])
})
