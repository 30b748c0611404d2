// Each way in which a slicer can end has a defined outcome, leaves nothing behind and does not affect later jobs.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findGuards } from '../../../slicer-bridge/run/limits.ts'
import { profileVersion } from '../../../slicer-bridge/settings/profile.ts'
import { isAlive, makeStage, NOTHING, type Stage } from '../../../testing/slicer/stage.ts'

const { prlimit, setpriv } = findGuards()
const onLinux = process.platform === 'linux'

/** 100 lines of 9 mm3: see fake-slicer.sh. */
const GOOD = {
  kind: 'sliced',
  filamentCm3: 0.9,
  filamentMm: 374.18,
  seconds: 360,
  layers: 10,
  warnings: [],
  profileVersion: profileVersion,
  slicerVersion: '2.5.0+fake',
  rung: 'quote',
} as const

let stage: Stage
/** Bridge with limits that jobs reach soon. */
let strict: Stage

beforeAll(() => {
  stage = makeStage()
  strict = makeStage({
    limits: { wallMs: 400, printedBytes: 1 << 20, gcodeBytes: 1 << 20, memoryBytes: 1e9 },
  })
})
afterAll(async () => {
  await stage.end()
  await strict.end()
})

async function expectGood(on: Stage): Promise<void> {
  const outcome = await on.slice('well')
  expect(outcome).toMatchObject({ ...GOOD, filamentCm3: expect.closeTo(GOOD.filamentCm3, 4) })
  expect(on.leftOver()).toEqual(NOTHING)
}

describe('a slicer that', () => {
  test('succeeds is read by the g-code reader', () => expectGood(stage))

  test.each([
    ['aborts', 'abort', { kind: 'crashed', reason: 'died', signal: 'SIGABRT', exit: null }],
    ['is killed from outside', 'killed', { kind: 'crashed', reason: 'died', signal: 'SIGKILL' }],
    ['ends well with zero filament', 'zero', { kind: 'crashed', reason: 'bad_result', exit: 0 }],
    ['ends well without a file', 'no-file', { kind: 'crashed', reason: 'bad_result', exit: 0 }],
    [
      'ends well without a summary',
      'no-footer',
      { kind: 'crashed', reason: 'bad_result', exit: 0 },
    ],
    [
      'states a tenth of what its moves extrude',
      'wrong-amount',
      { kind: 'crashed', reason: 'bad_result' },
    ],
    [
      'fails with an unknown exit code',
      'exits:3',
      { kind: 'crashed', reason: 'unknown_error', exit: 3 },
    ],
    [
      'says something unknown',
      'says:Something new.',
      { kind: 'crashed', reason: 'unknown_error', exit: 1, detail: 'Something new.\n' },
    ],
    [
      'runs out of memory',
      'says:std::bad_alloc',
      { kind: 'crashed', reason: 'out_of_memory', exit: 1 },
    ],
    ['cannot be executed', 'exits:127', { kind: 'unavailable', reason: 'cannot_start' }],
    ['says that it is done before it is', 'says-done-early', { kind: 'sliced', layers: 10 }],
    ['starts slowly', 'slow', { kind: 'sliced', layers: 10 }],
  ])('%s', async (_, behavior, expected) => {
    expect(await stage.slice(behavior)).toMatchObject(expected)
    expect(stage.leftOver()).toEqual(NOTHING)
    await expectGood(stage)
  })

  test.each([
    [
      'No layers were detected. You might want to repair your STL file(s) or check their size or thickness and retry.',
      'no_layers',
    ],
    [
      'The print is empty. The model is not printable with current print settings.',
      'nothing_printable',
    ],
    ['No extrusions were generated for objects.', 'nothing_printable'],
    ['model.stl: Loading of a model file failed.', 'unreadable_model'],
    ['Unknown file format. Input file must have .3mf extension.', 'unreadable_model'],
    ['There is an object with no extrusions in the first layer.', 'no_first_layer'],
  ])('says "%s" refuses the model', async (sentence, reason) => {
    expect(await stage.slice(`says:${sentence}`)).toMatchObject({ kind: 'refused', reason })
    await expectGood(stage)
  })

  test('prints a refusal but dies of a signal has crashed', async () => {
    const outcome = await stage.slice('refuses-and-dies')
    expect(outcome).toMatchObject({ kind: 'crashed', reason: 'died', signal: 'SIGABRT' })
  })

  test('prints endlessly is stopped', async () => {
    for (const behavior of ['flood', 'flood-one-line']) {
      const outcome = await stage.slice(behavior)
      expect(outcome).toMatchObject({ kind: 'crashed', reason: 'printed_too_much' })
      if (outcome.kind === 'crashed') expect(outcome.detail.length).toBeLessThanOrEqual(8192)
    }
    await expectGood(stage)
  })

  test.skipIf(!prlimit)('writes endlessly is stopped', async () => {
    const outcome = await strict.slice('flood-file')
    expect(outcome).toMatchObject({ kind: 'crashed', reason: 'wrote_too_much', signal: 'SIGXFSZ' })
    expect(strict.leftOver()).toEqual(NOTHING)
  })

  test('leaves a child behind has it killed', async () => {
    const { pid, outcome } = await stage.start('fork')
    expect(await outcome).toMatchObject({ kind: 'sliced', filamentMm: GOOD.filamentMm })
    expect(isAlive(pid)).toBe(false)
    expect(stage.leftOver()).toEqual(NOTHING)
  })

  test.skipIf(!onLinux || !Bun.which('setsid'))(
    'leaves a child in another session has it killed',
    async () => {
      expect(await stage.slice('fork-away')).toMatchObject({ kind: 'sliced' })
      expect(stage.leftOver()).toEqual(NOTHING)
    },
  )

  test('never ends is stopped with its children, at every step of the retry ladder', async () => {
    for (const behavior of ['hang', 'burn', 'fork-and-hang']) {
      const seen: number[] = []
      const outcome = await strict.slice(behavior, {
        onProgress: (update) => seen.push(Number(update.stage.split(' ')[1])),
      })
      expect(outcome).toEqual({ kind: 'timed_out' })
      expect(seen.filter(isAlive)).toEqual([])
      expect(strict.leftOver()).toEqual(NOTHING)
    }
  })

  test.skipIf(!prlimit)('uses too much processor time is stopped by the kernel', async () => {
    const short = makeStage({ limits: { cpuSeconds: 1 } })
    expect(await short.slice('burn')).toEqual({ kind: 'timed_out' })
    expect(short.leftOver()).toEqual(NOTHING)
    await short.end()
  })
})

describe('the retry ladder', () => {
  /** Returns the steps that ran, read from the arguments of each run. */
  const climbed = (runs: readonly string[]) =>
    runs.map((words) => [/--resolution 0\.1 /.test(words), /--raft-layers 1 /.test(words)])
  const [plain, raft, coarse, coarseRaft] = [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ]
  /** Bridge with a time limit far above the scripted slicer's run time, so that only a hanging slicer reaches it. */
  let patient: Stage
  beforeAll(() => {
    patient = makeStage({ limits: { wallMs: 2500 } })
  })
  afterAll(() => patient.end())

  test('simplifies outlines when time runs out, and keeps the raft of a model on a point', async () => {
    const [slow, point] = await Promise.all([
      patient.follow('hang-unless-coarse'),
      patient.follow('hang-then-point'),
    ])
    expect(slow.outcome).toMatchObject({ kind: 'sliced', rung: 'coarse', warnings: [] })
    expect(climbed(slow.runs)).toEqual([plain, coarse])
    expect(point.outcome).toMatchObject({
      kind: 'sliced',
      rung: 'coarse',
      warnings: [{ code: 'raft_added' }],
    })
    expect(climbed(point.runs)).toEqual([plain, raft, coarseRaft])
  })

  test('adds a raft to a model that stands on a point, and reports it', async () => {
    const { outcome, runs } = await stage.follow('point')
    expect(outcome).toMatchObject({
      kind: 'sliced',
      rung: 'quote',
      warnings: [{ code: 'raft_added' }],
    })
    expect(climbed(runs)).toEqual([plain, raft])
  })

  test('ends after two profiles without a result', async () => {
    const { outcome, runs } = await strict.follow('hang')
    expect(outcome).toEqual({ kind: 'timed_out' })
    expect(climbed(runs)).toEqual([plain, coarse])
  })

  test('tries a raft once', async () => {
    const sentence = 'There is an object with no extrusions in the first layer.'
    const { outcome, runs } = await stage.follow(`says:${sentence}`)
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'no_first_layer' })
    expect(climbed(runs)).toEqual([plain, raft])
  })

  test.each(['abort', 'zero', 'says:The print is empty.', 'flood'])(
    'does not retry after "%s"',
    async (behavior) => {
      const { runs } = await stage.follow(behavior)
      expect(climbed(runs)).toEqual([plain])
    },
  )
})

describe('the environment of a slicer', () => {
  test('progress and warnings arrive while it runs, and the percentage never decreases', async () => {
    const progress: { percent: number; stage: string }[] = []
    const outcome = await stage.slice('stages', { onProgress: (now) => progress.push(now) })
    expect(progress).toEqual([
      { percent: 10, stage: 'Processing triangulated mesh' },
      { percent: 70, stage: 'Infilling layers' },
      { percent: 70, stage: 'Preparing infill' },
      { percent: 70, stage: 'Generating perimeters' },
      { percent: 90, stage: 'Exporting G-code' },
    ])
    expect(outcome).toMatchObject({
      kind: 'sliced',
      warnings: [{ code: 'empty_layers', text: 'Empty layer between 5 and 20.2.' }],
    })
  })

  test('a slice far below the volume of its body gets a warning', async () => {
    const outcome = await stage.slice('well', { expected: { solidCm3: 10, estimateCm3: 3 } })
    expect(outcome).toMatchObject({
      kind: 'sliced',
      warnings: [{ code: 'below_solid' }, { code: 'far_from_estimate' }],
    })
  })

  test.skipIf(!onLinux)('no environment variable of the service reaches it', async () => {
    process.env['SLICER_TEST_SECRET'] = 'hidden'
    const stages: string[] = []
    await stage.slice('environment', { onProgress: (now) => stages.push(now.stage) })
    delete process.env['SLICER_TEST_SECRET']
    const names = stages[0]?.replace('environment ', '').trim().split(' ').filter(Boolean)
    const expected = stage.bridge.stats().guards.lineBuffering ? ['LD_PRELOAD', '_STDBUF_O'] : []
    expect(names?.map((entry) => entry.split('=')[0]).toSorted()).toEqual(expected)
  })

  test.skipIf(!onLinux || !prlimit)('the kernel enforces its limits', async () => {
    const lines: string[] = []
    await strict.slice('limits', { onProgress: (now) => lines.push(now.stage) })
    const limit = (name: string) =>
      lines
        .find((line) => line.startsWith(name))
        ?.split(/ {2,}/)
        .slice(1, 3)
    expect(limit('Max cpu time')).toEqual(['60', '62'])
    expect(limit('Max data size')).toEqual(['1000000000', '1000000000'])
    expect(limit('Max file size')).toEqual(['1048576', '1048576'])
    expect(limit('Max core file size')).toEqual(['0', '0'])
    expect(limit('Max open files')).toEqual(['256', '256'])
  })

  test('a listener that throws fails only its job', async () => {
    const broken = stage.slice('stages', {
      onProgress: () => {
        throw new Error('the listener is broken')
      },
    })
    await expect(broken).rejects.toThrow('the listener is broken')
    expect(stage.leftOver()).toEqual(NOTHING)
    await expectGood(stage)
  })
})

describe('a machine', () => {
  test('without a slicer is unavailable', async () => {
    for (const slicerPath of [null, 'prusa-slicer', '/nowhere/prusa-slicer', import.meta.path]) {
      const without = makeStage({ slicerPath })
      expect(await without.slice('well')).toMatchObject({
        kind: 'unavailable',
        reason: 'not_installed',
      })
      expect(without.bridge.readiness()).toMatchObject({ kind: 'unavailable' })
      await without.end()
    }
    expect(stage.bridge.readiness()).toMatchObject({ kind: 'ready' })
  })

  test('without a usable work folder is unavailable', async () => {
    const without = makeStage({ workDir: `${import.meta.path}/below-a-file` })
    expect(await without.slice('well')).toMatchObject({
      kind: 'unavailable',
      reason: 'no_work_folder',
    })
    await without.end()
  })

  test('with a busy g-code reader is unavailable', async () => {
    const busy = makeStage({ readGcode: async () => ({ kind: 'busy' }) })
    expect(await busy.slice('well')).toMatchObject({ kind: 'unavailable', reason: 'no_reader' })
    await busy.end()
  })

  test.skipIf(!onLinux || !setpriv)('with a killed service keeps no slicer running', async () => {
    const script = `
      import { makeStage } from ${JSON.stringify(`${import.meta.dir}/../../../testing/slicer/stage.ts`)}
      const stage = makeStage()
      const { pid } = await stage.start('burn')
      console.log(JSON.stringify({ pid, root: stage.root, workDir: stage.workDir }))
      await new Promise(() => {})
    `
    const service = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
    const { value } = await service.stdout.getReader().read()
    const { pid, root, workDir } = JSON.parse(new TextDecoder().decode(value))
    expect(isAlive(pid)).toBe(true)
    service.kill('SIGKILL')
    await service.exited
    while (isAlive(pid)) await Bun.sleep(10)
    // The next service on the folder deletes it.
    const next = makeStage({ workDir })
    expect(await next.slice('well')).toMatchObject({ kind: 'sliced' })
    await next.end()
    expect([...new Bun.Glob('**').scanSync({ cwd: workDir, onlyFiles: false })]).toEqual([])
    Bun.spawnSync(['rm', '-rf', root])
  })
})
