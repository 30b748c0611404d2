// In which order a check asks the geometry core, and how long it waits for what it may do without.
import { expect, test } from 'bun:test'
import type { CertainEstimate } from '../../../server/domain/measurement/ports.ts'
import type { EstimateOutcome } from '../../../server/domain/measurement/processing.ts'
import { createRunningEstimates } from '../../../server/domain/measurement/running-estimates.ts'
import {
  type CheckFactsDeps,
  checkWithFacts,
} from '../../../server/domain/printability/check-printability.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { estimatedPart } from '../../../testing/orders.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const cube = use(() => service.deps.temporaryFiles.write(cubeStl({ sizeMm: 20 })))

const estimated = {
  ...estimatedPart,
  supports: {
    decision: 'supports',
    unsupportedMm2: 400,
    filamentCm3: 1,
    seconds: 60,
    turned: null,
  },
} as const

type Parts = {
  readonly stored?: CertainEstimate
  readonly estimate?: Promise<EstimateOutcome>
  readonly slowWalls?: boolean
}

function stage({ stored, estimate, slowWalls = false }: Parts) {
  const asked: string[] = []
  const { meshes, log } = service.deps
  const deps: CheckFactsDeps = {
    log,
    runningEstimates: createRunningEstimates(),
    temporaryFiles: service.deps.temporaryFiles,
    printEstimates: { read: async () => stored ?? null, save: async () => {} },
    meshes: {
      ...meshes,
      process: (request) => {
        asked.push('process')
        return meshes.process(request)
      },
      inspect: async (request) => {
        asked.push('inspect')
        return slowWalls ? { kind: 'timed_out' } : await meshes.inspect(request)
      },
      estimate: async () => {
        asked.push('estimate')
        return (await estimate) ?? estimated
      },
    },
  }
  const check = async (waitMs = 60_000) => {
    const estimateBy = performance.now() + waitMs
    const { path, sha256 } = cube
    const input = { path, sha256, format: 'stl', units: null, estimateBy } as const
    const checked = await checkWithFacts(deps, input)
    if (!checked.ok) throw new Error(checked.failure.kind)
    return checked.value.report.printDetail
  }
  return { check, asked }
}

const supported = expect.stringContaining(' can be printed with supports.')
const asItIs = expect.stringContaining(' can be printed as it is.')

test('the part is inspected before it is estimated', async () => {
  const { check, asked } = stage({})
  expect(await check()).toEqual(supported)
  expect(asked).toEqual(['process', 'inspect', 'estimate'])
})

test('a stored estimate is used, and none is made', async () => {
  const { check, asked } = stage({ stored: estimated })
  expect(await check()).toEqual(supported)
  expect(asked).toEqual(['process', 'inspect'])
})

test('a part that takes too long to inspect is not estimated', async () => {
  const { check, asked } = stage({ slowWalls: true })
  expect(await check()).toEqual(asItIs)
  expect(asked).toEqual(['process', 'inspect'])
})

test('the check does not wait longer than its deadline', async () => {
  const { check } = stage({ estimate: new Promise(() => {}) })
  const started = performance.now()
  expect(await check(500)).toEqual(asItIs)
  expect(performance.now() - started).toBeLessThan(3_000)
})
