// Which jobs of the geometry core a check takes, and how long it waits for what it may do without.
import { expect, test } from 'bun:test'
import type { InspectRequest } from '../../../server/domain/measurement/inspection.ts'
import type { CertainEstimate } from '../../../server/domain/measurement/processing.ts'
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
  /** Instead of an inspection. */
  readonly inspects?: 'slowly' | 'never' | 'busy'
}

function stage({ stored, inspects }: Parts) {
  const asked: string[] = []
  const saved: CertainEstimate[] = []
  const { meshes, log } = service.deps
  const inspect = async (request: InspectRequest) => {
    const { estimate, verdict } = request.outputs ?? {}
    asked.push(['inspect', verdict && 'verdict', estimate && 'estimate'].filter(Boolean).join(' '))
    if (inspects === 'slowly') return { kind: 'timed_out' } as const
    if (inspects === 'busy') return { kind: 'busy', by: 'queue' } as const
    if (inspects === 'never') return await aborted(request.signal)
    const outcome = await meshes.inspect(request)
    return outcome.kind === 'inspected' && estimate !== undefined
      ? { ...outcome, estimate: estimated }
      : outcome
  }
  const deps: CheckFactsDeps = {
    log,
    printEstimates: {
      read: async () => stored ?? null,
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
        throw new Error('the inspection estimates')
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
  return { check, asked, saved }
}

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

const supported = expect.stringContaining(' can be printed with supports.')
const asItIs = expect.stringContaining(' can be printed as it is.')

test('one job judges, inspects and estimates', async () => {
  const { check, asked, saved } = stage({})
  expect(await check()).toEqual(supported)
  expect([asked, saved]).toEqual([['inspect verdict estimate'], [estimated]])
})

test('a stored estimate is used, and none is made', async () => {
  const { check, asked, saved } = stage({ stored: estimated })
  expect(await check()).toEqual(supported)
  expect([asked, saved]).toEqual([['inspect verdict'], []])
})

test.each(['slowly', 'busy'] as const)(
  'a part that is inspected %s is judged alone',
  async (inspects) => {
    const { check, asked } = stage({ inspects })
    expect(await check()).toEqual(asItIs)
    expect(asked).toEqual(['inspect verdict estimate', 'process'])
  },
)

test('the check does not wait longer than its deadline', async () => {
  const { check } = stage({ inspects: 'never' })
  const started = performance.now()
  expect(await check(500)).toEqual(asItIs)
  expect(performance.now() - started).toBeLessThan(3_000)
})
