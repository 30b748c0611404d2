// The jobs of the geometry core that a check runs, and how long it waits for optional ones.
import { expect, test } from 'bun:test'
import type { InspectRequest } from '../../../server/domain/measurement/inspection.ts'
import type { CertainEstimate } from '../../../server/domain/measurement/processing.ts'
import { createRunningEstimates } from '../../../server/domain/measurement/running-estimates.ts'
import {
  type CheckedAndDrawn,
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
  /** Result in place of an inspection. `slow extras`: slow only together with an estimate or a picture. */
  readonly inspects?: 'slowly' | 'slow extras' | 'never' | 'busy' | 'crashing'
  readonly estimate?: Promise<CertainEstimate>
  readonly printEstimates?: CheckFactsDeps['printEstimates']
}

function stage({ stored, inspects, estimate: ownEstimate, printEstimates }: Parts) {
  const asked: string[] = []
  const saved: CertainEstimate[] = []
  const warned: string[] = []
  const { meshes, log } = service.deps
  const inspect = async (request: InspectRequest) => {
    const { estimate, verdict, picture } = request.outputs ?? {}
    const outputs = [verdict && 'verdict', estimate && 'estimate', picture && 'picture']
    asked.push(['inspect', ...outputs].filter(Boolean).join(' '))
    const hasExtras = estimate !== undefined || picture !== undefined
    if (inspects === 'slow extras' && hasExtras) return { kind: 'timed_out' } as const
    if (inspects === 'crashing') return { kind: 'crashed' } as const
    if (inspects === 'slowly') return { kind: 'timed_out' } as const
    if (inspects === 'busy') return { kind: 'busy', by: 'queue' } as const
    if (inspects === 'never') return await aborted(request.signal)
    const outcome = await meshes.inspect(request)
    return outcome.kind === 'inspected' && estimate !== undefined
      ? { ...outcome, estimate: estimated }
      : outcome
  }
  const deps: CheckFactsDeps = {
    log: { ...log, warn: (event) => void warned.push(event) },
    runningEstimates: createRunningEstimates(),
    temporaryFiles: service.deps.temporaryFiles,
    printEstimates: printEstimates ?? {
      read: async () => stored ?? saved[0] ?? null,
      save: async (_, estimate) => void saved.push(estimate),
    },
    meshes: {
      ...meshes,
      process: (request) => {
        asked.push('process')
        return meshes.process(request)
      },
      inspect,
      estimate: async () => {
        asked.push('estimate')
        return (await ownEstimate) ?? estimated
      },
    },
  }
  const run = (waitMs = 60_000) => {
    const estimateBy = performance.now() + waitMs
    const { path, sha256 } = cube
    return checkWithFacts(deps, { path, sha256, format: 'stl', units: null, estimateBy })
  }
  const checkAll = async (waitMs?: number) => {
    const checked = await run(waitMs)
    if (!checked.ok) throw new Error(checked.failure.kind)
    return checked.value
  }
  const check = async (waitMs?: number) => (await checkAll(waitMs)).report.printDetail
  return { run, checkAll, check, asked, saved, warned }
}

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

const supported = expect.stringContaining(' can be printed with supports.')
const asItIs = expect.stringContaining(' can be printed as it is.')

test('one job checks, inspects and estimates', async () => {
  const { check, asked, saved } = stage({})
  expect(await check()).toEqual(supported)
  expect([asked, saved]).toEqual([['inspect verdict estimate'], [estimated]])
})

test('a stored estimate is used, and none is made', async () => {
  const { check, asked, saved } = stage({ stored: estimated })
  expect(await check()).toEqual(supported)
  expect([asked, saved]).toEqual([['inspect verdict'], []])
})

const remarks = ({ report }: CheckedAndDrawn) =>
  report.recommendations.filter(({ code }) => code === 'walls_not_measured').map((it) => it.message)

test('a part that takes too long to inspect is judged without an estimate', async () => {
  const { checkAll, asked } = stage({ inspects: 'slowly' })
  const checked = await checkAll()
  expect(checked.report.printDetail).toEqual(asItIs)
  expect(checked.facts).toBeNull()
  expect(remarks(checked)).toEqual([expect.stringContaining('because that took too long')])
  expect(asked).toEqual(['inspect verdict estimate', 'inspect verdict', 'process'])
})

test('an inspection without extras is not repeated', async () => {
  const { check, asked } = stage({ stored: estimated, inspects: 'slowly' })
  expect(await check()).toEqual(supported)
  expect(asked).toEqual(['inspect verdict', 'process'])
})

test('a part with a slow estimate keeps its walls', async () => {
  const { checkAll, asked, saved } = stage({ inspects: 'slow extras' })
  const checked = await checkAll()
  expect(checked.report.printDetail).toEqual(supported)
  expect(checked.facts?.walls.complete).toBe(true)
  expect(asked).toEqual(['inspect verdict estimate', 'inspect verdict', 'estimate'])
  expect(saved).toEqual([estimated])
})

test('the check does not wait for an estimate beyond its deadline', async () => {
  const estimate = new Promise<CertainEstimate>(() => {})
  const { checkAll } = stage({ inspects: 'slow extras', estimate })
  // The estimate never ends.
  const checked = await checkAll(1_500)
  expect(checked.report.printDetail).toEqual(asItIs)
  expect(checked.facts).not.toBeNull()
})

test('the remark mentions memory when the inspection ran out of it', async () => {
  const { checkAll } = stage({ inspects: 'crashing' })
  expect(remarks(await checkAll())).toEqual([
    'Its walls were not measured, because that needed too much memory: some may be thin.',
  ])
})

test('a busy core is called once', async () => {
  const { run, asked } = stage({ inspects: 'busy' })
  expect(await run()).toMatchObject({
    ok: false,
    failure: { kind: 'measuring_unavailable', by: 'queue' },
  })
  expect(asked).toEqual(['inspect verdict estimate'])
})

test('concurrent checks of the same part make one estimate', async () => {
  const { check, asked } = stage({})
  expect(await Promise.all([check(), check()])).toEqual([supported, supported])
  expect(asked.toSorted()).toEqual(['inspect verdict', 'inspect verdict estimate'])
})

test('a check works without stored estimates', async () => {
  const broken = () => Promise.reject(new Error('no database'))
  const { check, warned } = stage({ printEstimates: { read: broken, save: broken } })
  expect(await check()).toEqual(supported)
  expect(warned).toEqual(['measurement.not_estimated', 'measurement.not_estimated'])
})

test('no inspection begins after the deadline', async () => {
  const { check, asked } = stage({})
  expect(await check(-1)).toEqual(asItIs)
  expect(asked).toEqual(['process'])
})

test('the check does not wait longer than its deadline', async () => {
  const { check } = stage({ inspects: 'never' })
  expect(await check(500)).toEqual(asItIs)
})
