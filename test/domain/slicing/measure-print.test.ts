// Measuring a print through the ports: uses a slice if there is one, otherwise the estimate; checks which calls are
// made.
import { describe, expect, test } from 'bun:test'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import type { Log } from '../../../server/domain/base/ports.ts'
import type {
  CertainEstimate,
  EstimateOutcome,
  ProcessReport,
} from '../../../server/domain/measurement/processing.ts'
import { createRunningEstimates } from '../../../server/domain/measurement/running-estimates.ts'
import type { MeasureOutcome } from '../../../server/domain/models/report.ts'
import {
  type MeasurePrintDeps,
  measurePrint,
} from '../../../server/domain/slicing/measure-print.ts'
import type {
  PrintMeasurementRequest,
  Slice,
  SliceOutcome,
  SliceRequest,
  Slicer,
} from '../../../server/domain/slicing/ports.ts'
import { cubePrintability } from '../../../testing/models/printability.ts'
import { estimatedPart, meshReport, slicedReport } from '../../../testing/orders.ts'
import { verifies } from '../../helpers/verifies.ts'

const slice: Slice = {
  kind: 'sliced',
  filamentCm3: 4,
  seconds: 1000,
  layers: 100,
  warnings: [{ code: 'raft_added', text: 'It was sliced on a raft.' }],
}
/** An overhanging part: 2 cm3 of supports, or none on its side. */
const plan = { decision: 'supports', unsupportedMm2: 400, filamentCm3: 2, seconds: 300 } as const
const onSupports = { ...estimatedPart, supports: { ...plan, turned: null } } as const
const onItsSide = {
  ...estimatedPart,
  supports: {
    ...plan,
    decision: 'turn',
    turned: {
      dimensionsMm: [20, 30, 10],
      filamentCm3: 3.5,
      seconds: 600,
      plates: [],
      layers: 50,
      rangePercent: 7,
    },
  },
} as const

const asItIs = {
  decision: 'none',
  filamentCm3: 0,
  seconds: 0,
  unsupportedMm2: 0,
  turnedMm: null,
} as const

const checked: ProcessReport = {
  unit: 'mm',
  unitSource: 'default',
  meshRepair: { applied: false, summary: '' },
  printability: cubePrintability,
  printStatus: 'ready',
  printabilityScore: 95,
  printDetail: '',
  issues: [],
  recommendations: [],
}

const request: PrintMeasurementRequest = {
  path: '/nowhere',
  sha256: 'ab',
  format: 'stl',
  units: null,
  settings: { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' },
  accountId: 'a' as AccountId,
}

type Parts = {
  readonly state?: ReturnType<Slicer['readiness']>
  /** `late` never ends. */
  readonly outcome?: SliceOutcome | 'late'
  readonly cached?: boolean
  readonly estimate?: EstimateOutcome | Promise<EstimateOutcome>
  readonly measured?: MeasureOutcome
  /** The pose with a stored slice. */
  readonly storedPose?: 'none' | 'supports'
  /** Codes of the printability check's recommendations; `busy`: the check is not made now. */
  readonly advice?: readonly string[] | 'busy'
}

function stage(parts: Parts = {}) {
  const { state = 'ready', outcome = slice, cached = false, estimate = estimatedPart } = parts
  const { advice = [], storedPose = null } = parts
  const asked: string[] = []
  const requests: SliceRequest[] = []
  const logged: { event: string; facts: Record<string, unknown> | undefined }[] = []
  const kept = new Map<string, CertainEstimate>()
  const note = (event: string, facts?: Record<string, unknown>) =>
    void logged.push({ event, facts })
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const deps: MeasurePrintDeps = {
    log,
    geometry: {
      measure: async () => parts.measured ?? { kind: 'mesh', report: meshReport(8) },
    },
    measurements: { read: async () => null, save: async () => {} },
    meshes: {
      estimate: async () => {
        asked.push('estimate')
        return estimate
      },
      process: async () => {
        asked.push('check')
        if (advice === 'busy') return { kind: 'busy' }
        const recommendations = advice.map((code) => ({
          code,
          message: '',
          at: null,
          sizeMm: null,
        }))
        return { kind: 'processed', report: { ...checked, recommendations }, stl: null, glb: null }
      },
    },
    runningEstimates: createRunningEstimates(),
    temporaryFiles: { hold: () => async () => {} },
    printEstimates: {
      read: async ({ sha256 }) => kept.get(sha256) ?? null,
      save: async ({ sha256 }, value) => void kept.set(sha256, value),
    },
    slicer: {
      analysisKey: async () => null,
      readiness: () => state,
      isStored: async ({ settings }) =>
        storedPose === (settings.supports === true ? 'supports' : 'none'),
      slice: async (sent) => {
        const { signal } = sent
        requests.push(sent)
        if (state !== 'ready' && !cached) {
          return { outcome: { kind: 'unavailable', reason: 'not_installed', detail: '' }, cached }
        }
        asked.push('slice')
        signal?.throwIfAborted()
        if (outcome === 'late') {
          const { promise, reject } = Promise.withResolvers<never>()
          signal?.addEventListener('abort', () => reject(signal.reason))
          return promise
        }
        return { outcome, cached }
      },
    },
  }
  return { deps, asked, logged, requests }
}

describe('a slice', () => {
  test('is the measurement, with its warnings, and is logged with its estimate', async () => {
    const { deps, asked, logged } = stage()
    expect(await measurePrint(deps, request)).toEqual({
      ok: true,
      value: {
        source: 'slicer',
        filamentCm3: 4,
        seconds: 1000,
        layers: 100,
        rangePercent: null,
        cached: false,
        supports: asItIs,
        warnings: ['It was sliced on a raft.'],
      },
    })
    expect(asked).toEqual(['estimate', 'slice'])
    // 4.2 is 5 % more than 4, 950 is 5 % less than 1000.
    expect(logged).toMatchObject([
      {
        event: 'slice.made',
        facts: { filamentErrorPercent: 5, secondsErrorPercent: -5, warnings: ['raft_added'] },
      },
    ])
  })

  test('is requested with the measurement and the deadline, so that the slicer can predict its end', async () => {
    const { deps, requests } = stage()
    const sliceBy = performance.now() + 60_000
    await measurePrint(deps, { ...request, sliceBy })
    expect(requests).toMatchObject([{ report: meshReport(8), sliceBy }])
  })

  test('that is stored is not logged', async () => {
    const { deps, asked, logged } = stage({ cached: true })
    const measured = await measurePrint(deps, request)
    expect(measured).toMatchObject({ ok: true, value: { source: 'slicer', cached: true } })
    expect([asked, logged]).toEqual([['estimate', 'slice'], []])
  })

  test('that is stored is the measurement even without a slicer', async () => {
    const { deps } = stage({ cached: true, state: 'not_configured' })
    const measured = await measurePrint(deps, request)
    expect(measured).toMatchObject({ ok: true, value: { source: 'slicer', cached: true } })
  })

  test('is made without an estimate: a failing estimate is not logged', async () => {
    const { deps, logged } = stage({ estimate: { kind: 'crashed' } })
    expect(await measurePrint(deps, request)).toMatchObject({ value: { source: 'slicer' } })
    expect(Object.keys(logged[0]?.facts ?? {})).not.toContain('estimateCm3')
  })
})

describe('the estimate is used', () => {
  const cases: [string, Parts, RegExp][] = [
    ['without a slicer', { state: 'not_configured' }, /^No slicer is configured/],
    ['for a broken slicer', { state: 'broken' }, /^The slicer cannot be started/],
    ...(['no_first_layer', 'unreadable_model'] as const).map((reason): [string, Parts, RegExp] => [
      `when it cannot slice: ${reason}`,
      { outcome: { kind: 'refused', reason, message: 'Turn it.' } },
      /\(Turn it\.\)/,
    ]),
    [
      'when it crashes',
      { outcome: { kind: 'crashed', reason: 'died', detail: 'secret path' } },
      /^The slicer broke down on it/,
    ],
    ['when it takes too long', { outcome: { kind: 'timed_out' } }, /took too long/],
    ['when it is busy', { outcome: { kind: 'queue_full', retryAfterSeconds: 3 } }, /are busy/],
    [
      'when it is gone meanwhile',
      { outcome: { kind: 'unavailable', reason: 'closed', detail: 'x' } },
      /cannot be started/,
    ],
  ]
  test.each(cases)('%s', async (_, parts, words) => {
    const { deps, logged } = stage(parts)
    const measured = await measurePrint(deps, request)
    if (!measured.ok) throw new Error(measured.failure.kind)
    const { kind: _kind, plates: _plates, supports: _supports, ...figures } = estimatedPart
    expect(measured.value).toMatchObject({ source: 'geometry', ...figures, supports: asItIs })
    expect(measured.value.warnings).toEqual([expect.stringMatching(words)])
    expect(measured.value.warnings.join()).not.toContain('secret')
    expect(logged.map(({ event }) => event)).toEqual(['slice.none'])
  })

  test('after the deadline for the slice', async () => {
    const { deps } = stage({ outcome: 'late' })
    const measured = await measurePrint(deps, { ...request, sliceBy: performance.now() + 500 })
    expect(measured).toMatchObject({ ok: true, value: { source: 'geometry' } })
  })

  test('but not for a caller that disconnects', async () => {
    const { deps } = stage({ outcome: 'late' })
    const controller = new AbortController()
    const measured = measurePrint(deps, { ...request, signal: controller.signal }).catch(
      (error: Error) => error.message,
    )
    controller.abort(new Error('gone'))
    expect(await measured).toBe('gone')
  })

  test('and is computed once', async () => {
    const { deps, asked } = stage({ state: 'not_configured' })
    expect(await measurePrint(deps, request)).toMatchObject({ value: { cached: false } })
    expect(await measurePrint(deps, request)).toMatchObject({ value: { cached: true } })
    expect(asked).toEqual(['estimate'])
  })
})

describe('an estimate that does not end in time', () => {
  const late = () => {
    const { promise, resolve } = Promise.withResolvers<EstimateOutcome>()
    return { estimate: promise, end: () => resolve(estimatedPart) }
  }

  test('ends with the deadline of the slice, and is stored for the next request', async () => {
    const { estimate, end } = late()
    const { deps, asked } = stage({ estimate })
    const sliceBy = performance.now() + 50
    expect(await measurePrint(deps, { ...request, sliceBy })).toMatchObject({
      ok: false,
      failure: { kind: 'measuring_unavailable' },
    })
    // The estimate ends only now.
    end()
    await Bun.sleep(0)
    const next = { ...request, sliceBy: performance.now() + 1000 }
    expect(await measurePrint(deps, next)).toMatchObject({ value: { source: 'slicer' } })
    expect(asked).toEqual(['estimate', 'slice'])
  })

  test('keeps a stored slice unchanged, after a short wait', async () => {
    const { estimate } = late()
    const { deps, requests } = stage({ estimate, storedPose: 'supports', cached: true })
    // An hour is longer than the time limit of a test.
    const sliceBy = performance.now() + 3_600_000
    const measured = await measurePrint(deps, { ...request, sliceBy })
    const supports = { decision: 'supports', filamentCm3: null, seconds: null }
    expect(measured).toMatchObject({ value: { source: 'slicer', cached: true, supports } })
    expect(requests).toMatchObject([{ settings: { supports: true } }])
  })
})

describe('the printed pose is measured', () => {
  const { settings } = request

  verifies(
    'decision.supports.slice',
    'a part on supports is measured with them, by its slice and by its estimate',
    async () => {
      const { deps, requests } = stage({ estimate: onSupports })
      const supports = {
        decision: 'supports',
        filamentCm3: 2,
        seconds: 300,
        unsupportedMm2: 400,
        turnedMm: null,
      } as const
      const sliced = await measurePrint(deps, request)
      expect(sliced).toMatchObject({ value: { source: 'slicer', filamentCm3: 4, supports } })
      expect(requests).toMatchObject([{ settings: { ...settings, supports: true } }])
      expect(requests[0]?.orient).toBeUndefined()
      // Its expected filament: 4.2 + 2 cm3, and 950 + 300 s.
      expect(requests[0]?.expected).toMatchObject({ filamentCm3: 6.2, seconds: 1250 })
      const without = stage({ estimate: onSupports, state: 'not_configured' })
      expect(await measurePrint(without.deps, request)).toMatchObject({
        value: { source: 'geometry', filamentCm3: 6.2, seconds: 1250, layers: 100, supports },
      })
    },
  )

  verifies('decision.supports.slice', 'a rotated part is measured in the better pose', async () => {
    const { deps, requests } = stage({ estimate: onItsSide })
    const supports = { decision: 'turn', filamentCm3: 0, seconds: 0, turnedMm: [20, 30, 10] }
    expect(await measurePrint(deps, request)).toMatchObject({ value: { supports } })
    expect(requests).toMatchObject([
      { settings, orient: true, report: { dimensionsMm: [20, 30, 10] } },
    ])
    expect(requests[0]?.settings.supports).toBeUndefined()
    const without = stage({ estimate: onItsSide, state: 'not_configured' })
    expect(await measurePrint(without.deps, request)).toMatchObject({
      value: { filamentCm3: 3.5, seconds: 600, layers: 50, rangePercent: 7, supports },
    })
  })

  test('without an estimate, a part has supports where the printability check recommends them', async () => {
    const unknown = { unsupportedMm2: null, turnedMm: null }
    const cases = [
      [['supports'], { decision: 'supports', filamentCm3: null, seconds: null, ...unknown }],
      [['thicken'], { decision: 'none', filamentCm3: 0, seconds: 0, ...unknown }],
    ] as const
    for (const [advice, supports] of cases) {
      const { deps, requests } = stage({ estimate: { kind: 'timed_out' }, advice })
      expect(await measurePrint(deps, request)).toMatchObject({ value: { supports } })
      const isSupported = supports.decision === 'supports'
      expect(requests[0]?.settings.supports ?? false).toBe(isSupported)
    }
  })

  test('fails while the core is busy, because the decision about supports is unknown', async () => {
    const failure = { kind: 'measuring_unavailable' }
    const busy = [
      { estimate: { kind: 'busy' } },
      { estimate: { kind: 'crashed' }, advice: 'busy' },
    ] as const
    for (const parts of busy) {
      const { deps, requests } = stage(parts)
      expect(await measurePrint(deps, request)).toMatchObject({ ok: false, failure })
      expect(requests).toEqual([])
    }
  })
})

describe('prints nothing', () => {
  test.each(['no_layers', 'nothing_printable'] as const)(
    'when the slicer says so: %s',
    async (reason) => {
      const { deps } = stage({ outcome: { kind: 'refused', reason, message: 'It is too thin.' } })
      expect(await measurePrint(deps, request)).toEqual({
        ok: false,
        failure: { kind: 'nothing_prints', reason: 'It is too thin.' },
      })
    },
  )

  test('when the estimate says so, without a call to the slicer', async () => {
    const estimate = { kind: 'unreadable', code: 'nothing_prints', message: 'Thin.' } as const
    // 0.1 mm of wall: 2 x 3.2 cm3 by 640 cm2.
    const report = { ...meshReport(3.2), surfaceCm2: 640, dimensionsMm: [80, 80, 80] } as const
    const thin: MeasureOutcome = { kind: 'mesh', report }
    for (const state of ['ready', 'not_configured'] as const) {
      const { deps, asked } = stage({ measured: thin, estimate, state })
      expect(await measurePrint(deps, request)).toEqual({
        ok: false,
        failure: { kind: 'nothing_prints', reason: 'Thin.' },
      })
      expect(asked).toEqual(['estimate'])
    }
  })

  test('a thin printable model is sliced, and an estimate that gives up does not reject it', async () => {
    const report = { ...meshReport(12.7), surfaceCm2: 636, dimensionsMm: [80, 80, 80] } as const
    const measured: MeasureOutcome = { kind: 'mesh', report }
    for (const estimate of [estimatedPart, { kind: 'timed_out' }, { kind: 'crashed' }] as const) {
      const { deps } = stage({ measured, estimate })
      expect(await measurePrint(deps, request)).toMatchObject({ value: { source: 'slicer' } })
    }
  })

  test('when almost nothing of a large model remains, by a slice or an estimate', async () => {
    const report = { ...meshReport(8), dimensionsMm: [40, 40, 40] } as const
    const measured: MeasureOutcome = { kind: 'mesh', report }
    const little = { ...slice, filamentCm3: 0.03 }
    const cases: Parts[] = [
      { measured, outcome: little },
      { measured, state: 'not_configured', estimate: { ...estimatedPart, filamentCm3: 0.03 } },
      { measured: { kind: 'mesh', report: { ...report, volumeCm3: 0.03 } } },
    ]
    for (const parts of cases) {
      expect(await measurePrint(stage(parts).deps, request)).toEqual({
        ok: false,
        failure: {
          kind: 'nothing_prints',
          reason:
            'Less than 0.05 g of it would be printed, in a box of 40 x 40 x 40 mm. Make its walls thicker, or check its unit.',
        },
      })
    }
    // A pin of 1 x 1 x 30 mm fills its box.
    const pin = { ...meshReport(0.03), dimensionsMm: [1, 1, 30], surfaceCm2: 1.22 } as const
    const { deps } = stage({ measured: { kind: 'mesh', report: pin }, outcome: little })
    expect(await measurePrint(deps, request)).toMatchObject({ value: { filamentCm3: 0.03 } })
  })
})

describe('failures', () => {
  test.each([
    [{ kind: 'unreadable', code: 'no_estimate', message: 'It is large.' }, 'mesh_unreadable'],
    [{ kind: 'unreadable', code: 'nothing_prints', message: 'It is flat.' }, 'nothing_prints'],
    [{ kind: 'timed_out' }, 'mesh_unreadable'],
    [{ kind: 'crashed' }, 'mesh_unreadable'],
    [{ kind: 'busy' }, 'measuring_unavailable'],
  ] as const)('neither slice nor estimate: %o', async (estimate, kind) => {
    const { deps } = stage({ state: 'not_configured', estimate })
    expect(await measurePrint(deps, request)).toMatchObject({ ok: false, failure: { kind } })
  })

  test.each([
    [
      { kind: 'mesh', report: { ...meshReport(8), dimensionsMm: [400, 10, 10] } },
      'model_too_large',
    ],
    [{ kind: 'mesh', report: meshReport(0) }, 'mesh_unreadable'],
    [{ kind: 'sliced', report: slicedReport({}) }, 'mesh_unreadable'],
    [{ kind: 'unreadable', code: 'x', message: 'It is a letter.' }, 'mesh_unreadable'],
  ] satisfies [MeasureOutcome, string][])('never reach the slicer: %#', async (measured, kind) => {
    for (const state of ['ready', 'not_configured'] as const) {
      const { deps, asked } = stage({ measured, state })
      expect(await measurePrint(deps, request)).toMatchObject({ ok: false, failure: { kind } })
      expect(asked).toEqual([])
    }
  })
})
