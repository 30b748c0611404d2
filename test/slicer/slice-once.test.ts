// A part is sliced once: stored verdicts, shared runs, and results that are never stored.
import { describe, expect, test } from 'bun:test'
import type { SlicerBridge } from '../../slicer-bridge/bridge.ts'
import type { QueueFull, SliceOutcome } from '../../slicer-bridge/outcome/outcome.ts'
import type { Verdict } from '../../slicer-bridge/outcome/verdict.ts'
import { createSliceOnce, type OnceJob, type SliceCache } from '../../slicer-bridge/slice-once.ts'
import { SETTINGS } from '../../testing/slicer/stage.ts'

const SLICED = {
  kind: 'sliced',
  filamentCm3: 1,
  filamentMm: 415.75,
  seconds: 60,
  layers: 10,
  warnings: [],
  profileVersion: 'p',
  slicerVersion: '2.5.0',
  rung: 'quote',
} as const satisfies Verdict

const FULL = { kind: 'queue_full', scope: 'account', retryAfterSeconds: 3 } as const

/** Creates a cache that several processes could share: one process holds a key, the others wait. */
function makeCache() {
  const stored = new Map<string, Verdict>()
  const held = new Map<string, Promise<void>>()
  const cache: SliceCache = {
    read: async (key) => stored.get(key) ?? null,
    claim: async (key, signal) => {
      for (let held_ = held.get(key); held_; held_ = held.get(key)) await held_
      signal.throwIfAborted()
      const verdict = stored.get(key)
      if (verdict) return { kind: 'stored', verdict }
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(key, promise)
      const release = async () => {
        held.delete(key)
        resolve()
      }
      return {
        kind: 'mine',
        release,
        save: async (savedVerdict) => {
          stored.set(key, savedVerdict)
          await release()
        },
      }
    },
  }
  return { cache, stored, held }
}

/** Creates a bridge with runs that end when the test says so. */
function makeBridge() {
  const runs: { end: (outcome: SliceOutcome) => void; signal: AbortSignal | undefined }[] = []
  const full = new Map<string, QueueFull>()
  const bridge: Pick<SlicerBridge, 'slice' | 'identity'> = {
    identity: async () => 'slicer',
    slice: async (job) => {
      const { accountId, signal, onProgress } = job
      const refused = full.get(accountId)
      if (refused) return refused
      const use = () =>
        new Promise<SliceOutcome>((resolve, reject) => {
          onProgress?.({ percent: 10, stage: 'begun' })
          signal?.addEventListener('abort', () => reject(signal.reason))
          runs.push({ end: resolve, signal })
        })
      return 'withModel' in job ? job.withModel(use, new AbortController().signal) : use()
    },
  }
  return { bridge, runs, full }
}

function makeJob(job: Partial<OnceJob> = {}): OnceJob & { models: () => number } {
  let models = 0
  return {
    geometryHash: 'body',
    settings: SETTINGS,
    accountId: 'a',
    withModel: (use) => {
      models++
      return use({ stlPath: '/nowhere/model.stl' })
    },
    ...job,
    models: () => models,
  }
}

/** Waits long enough for every promise that needs no event. */
const settle = () => Bun.sleep(1)

describe('slicing once', () => {
  test('the second call is answered from the cache, without a model and without the slicer', async () => {
    const { cache } = makeCache()
    const { bridge, runs } = makeBridge()
    const first = createSliceOnce(bridge, cache)(makeJob())
    await settle()
    runs[0]?.end(SLICED)
    expect(await first).toEqual({ outcome: SLICED, cached: false })
    const down = {
      identity: async () => 'slicer',
      slice: () => Promise.reject(new Error('the slicer is down')),
    }
    const job = makeJob({ accountId: 'b' })
    expect(await createSliceOnce(down, cache)(job)).toEqual({ outcome: SLICED, cached: true })
    expect(job.models()).toBe(0)
  })

  test('concurrent callers share one run and its progress', async () => {
    const { cache } = makeCache()
    const { bridge, runs } = makeBridge()
    const once = createSliceOnce(bridge, cache)
    const seen: string[] = []
    const jobs = ['a', 'b', 'c'].map((accountId) =>
      makeJob({ accountId, onProgress: () => seen.push(accountId) }),
    )
    const responses = jobs.map(once)
    await settle()
    expect(runs).toHaveLength(1)
    runs[0]?.end(SLICED)
    expect(await Promise.all(responses)).toEqual(Array(3).fill({ outcome: SLICED, cached: false }))
    expect(jobs.map((job) => job.models())).toEqual([1, 0, 0])
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  test('another body or another setting is another run', async () => {
    const { bridge, runs } = makeBridge()
    const once = createSliceOnce(bridge, makeCache().cache)
    const responses = [
      once(makeJob()),
      once(makeJob({ geometryHash: 'other' })),
      once(makeJob({ settings: { ...SETTINGS, infillPercent: 30 } })),
    ]
    await settle()
    expect(runs).toHaveLength(3)
    for (const run of runs) run.end(SLICED)
    await Promise.all(responses)
  })

  test('two processes slice once', async () => {
    const { cache } = makeCache()
    const [here, there] = [makeBridge(), makeBridge()]
    const first = createSliceOnce(here.bridge, cache)(makeJob())
    const second = createSliceOnce(there.bridge, cache)(makeJob())
    await settle()
    expect([here.runs.length, there.runs.length]).toEqual([1, 0])
    here.runs[0]?.end(SLICED)
    expect(await first).toEqual({ outcome: SLICED, cached: false })
    expect(await second).toEqual({ outcome: SLICED, cached: true })
    expect(there.runs).toEqual([])
  })

  test('when the other process has no verdict, this one runs the slice', async () => {
    const { cache } = makeCache()
    const [here, there] = [makeBridge(), makeBridge()]
    const first = createSliceOnce(here.bridge, cache)(makeJob())
    const second = createSliceOnce(there.bridge, cache)(makeJob())
    await settle()
    here.runs[0]?.end({ kind: 'timed_out' })
    expect(await first).toEqual({ outcome: { kind: 'timed_out' }, cached: false })
    await settle()
    there.runs[0]?.end(SLICED)
    expect(await second).toEqual({ outcome: SLICED, cached: false })
  })

  const crashed = {
    kind: 'crashed',
    reason: 'died',
    exit: null,
    signal: 'SIGABRT',
    detail: '',
  } as const
  const down = { kind: 'unavailable', reason: 'cannot_start', detail: '' } as const
  test.each([
    ['a timeout', { kind: 'timed_out' }, false],
    ['a crash', crashed, false],
    ['a full queue', FULL, false],
    ['a slicer that is down', down, false],
    ['a refusal', { kind: 'refused', reason: 'no_layers', message: 'm' }, true],
    ['a slice', SLICED, true],
  ] as const)('%s is stored: %#', async (_, outcome, kept) => {
    const { cache, stored, held } = makeCache()
    const { bridge, runs } = makeBridge()
    const response = createSliceOnce(bridge, cache)(makeJob())
    await settle()
    runs[0]?.end(outcome)
    expect(await response).toEqual({ outcome, cached: false })
    const verdicts: SliceOutcome[] = [...stored.values()]
    expect(verdicts).toEqual(kept ? [outcome] : [])
    expect(held.size).toBe(0)
  })

  test('a run continues until the last caller has left, and is then aborted', async () => {
    const { cache, held } = makeCache()
    const { bridge, runs } = makeBridge()
    const once = createSliceOnce(bridge, cache)
    const [first, second] = [new AbortController(), new AbortController()]
    const responses = [first, second].map(({ signal }) =>
      once(makeJob({ signal })).catch((error) => error.message),
    )
    await settle()
    first.abort(new Error('one left'))
    expect(await responses[0]).toBe('one left')
    expect(runs[0]?.signal?.aborted).toBe(false)
    second.abort(new Error('two left'))
    // A run that is being aborted accepts no further callers.
    const third = once(makeJob())
    expect(await responses[1]).toBe('two left')
    expect(runs[0]?.signal?.aborted).toBe(true)
    await settle()
    expect(runs).toHaveLength(2)
    runs[1]?.end(SLICED)
    expect(await third).toEqual({ outcome: SLICED, cached: false })
    expect(held.size).toBe(0)
  })

  test('callers that leave at the same moment end the run', async () => {
    const { bridge, runs } = makeBridge()
    const once = createSliceOnce(bridge, makeCache().cache)
    const controller = new AbortController()
    const responses = [1, 2, 3].map(() =>
      once(makeJob({ signal: controller.signal })).catch((error) => error.message),
    )
    await settle()
    controller.abort(new Error('all left'))
    expect(await Promise.all(responses)).toEqual(Array(3).fill('all left'))
    expect(runs[0]?.signal?.aborted).toBe(true)
  })

  test('an account with free capacity does not wait for an account without any', async () => {
    const { cache } = makeCache()
    const { bridge, runs, full } = makeBridge()
    full.set('greedy', FULL)
    const once = createSliceOnce(bridge, cache)
    const greedy = makeJob({ accountId: 'greedy' })
    const refused = once(greedy)
    const served = once(makeJob({ accountId: 'modest' }))
    expect(await refused).toEqual({ outcome: FULL, cached: false })
    expect(greedy.models()).toBe(0)
    await settle()
    runs[0]?.end(SLICED)
    expect(await served).toEqual({ outcome: SLICED, cached: false })
  })

  test('when the file is lost with the caller that supplied it, the next caller supplies it', async () => {
    const { bridge, runs } = makeBridge()
    const once = createSliceOnce(bridge, makeCache().cache)
    const gone = { kind: 'unavailable', reason: 'model_gone', detail: 'left' } as const
    const first = once(makeJob({ withModel: async () => gone }))
    const second = once(makeJob({ accountId: 'b' }))
    expect(await first).toEqual({ outcome: gone, cached: false })
    await settle()
    expect(runs).toHaveLength(1)
    runs[0]?.end(SLICED)
    expect(await second).toEqual({ outcome: SLICED, cached: false })
  })

  test('a model that cannot be created rejects and releases the key', async () => {
    const { cache, held } = makeCache()
    const { bridge } = makeBridge()
    const broken = makeJob({ withModel: () => Promise.reject(new Error('no such object')) })
    const response = createSliceOnce(bridge, cache)(broken).catch((error) => error.message)
    expect(await response).toBe('no such object')
    expect(held.size).toBe(0)
  })
})
