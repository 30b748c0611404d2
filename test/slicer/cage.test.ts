// A compromised slicer, inside and outside the sandbox: the sandbox refuses what is possible without it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BridgeOptions } from '../../slicer-bridge/bridge.ts'
import { cageWords, findCage } from '../../slicer-bridge/cage/cage.ts'
import { readinessOf } from '../../slicer-bridge/readiness.ts'
import { isAlive, makeStage, NOTHING, SETTINGS, type Stage } from '../../testing/slicer/stage.ts'
import { attemptsOn, harmless, makeLures } from './lures.ts'

const found = findCage('required')
// The hostile slicer makes system calls by their numbers on x86-64.
const canRun = found.kind === 'ready' && process.arch === 'x64'

let tools: string
let hostile: string
beforeAll(() => {
  tools = mkdtempSync(join(tmpdir(), 'hostile-'))
  hostile = join(tools, 'bin/slicer')
  mkdirSync(join(tools, 'bin'))
  copyFileSync(join(import.meta.dir, 'hostile-slicer.pl'), hostile)
  chmodSync(hostile, 0o755)
})
afterAll(() => rmSync(tools, { recursive: true, force: true }))

const stages: Stage[] = []
afterAll(() => Promise.all(stages.map((stage) => stage.end())))

function stageOf(cage: BridgeOptions['cage'], limits: BridgeOptions['limits'] = {}): Stage {
  const stage = makeStage({ slicerPath: hostile, cage, limits })
  stages.push(stage)
  return stage
}

/** Returns the outcome of each attempt, in order. */
async function run(stage: Stage, attempts: readonly string[]) {
  const stlPath = join(stage.root, `${crypto.randomUUID()}.stl`)
  // The file begins like an STL in text format, so that it is passed on unchanged.
  writeFileSync(stlPath, ['# facet normal', ...attempts, ''].join('\n'))
  const said: string[] = []
  const outcome = await stage.bridge.slice({
    stlPath,
    settings: SETTINGS,
    accountId: 'a',
    onProgress: (progress) => said.push(progress.stage),
  })
  return { outcome, said }
}

/** Returns a launcher for a kernel with this version of Landlock. */
function olderLauncher(version: number): string {
  const folder = mkdtempSync(join(tools, 'launcher-'))
  const source = join(import.meta.dir, '../../slicer-bridge/cage')
  copyFileSync(join(source, 'filter.pl'), join(folder, 'filter.pl'))
  const asked = 'syscall $number->{landlock_create_ruleset}, 0, 0, $create_version'
  const [before, after, ...others] = readFileSync(join(source, 'launch.pl'), 'utf8').split(asked)
  if (after === undefined || others.length > 0) throw new Error('the launcher asks otherwise')
  const path = join(folder, 'launch.pl')
  writeFileSync(path, `${before}${version}${after}`)
  return path
}

const nameOf = (attempt: string) => attempt.split(' ')[0]

describe.skipIf(!canRun)('a compromised slicer', () => {
  test('is refused accesses in the sandbox that are possible without it, and slices normally', async () => {
    const free = stageOf('off')
    const caged = stageOf('required')
    const runs = await Promise.all(
      [free, caged].map(async (stage) => {
        const lures = makeLures(stage)
        const udp = await lures.listenUdp()
        const attempts = [...harmless, ...attemptsOn(lures, udp.port)]
        const { said } = await run(stage, attempts)
        return { stage, lures, attempts, said, end: () => [lures.end(), udp.close()] }
      }),
    )
    const [control, locked] = runs
    if (!control || !locked) throw new Error('there are two runs')
    expect(control.said).toEqual(control.attempts.map((attempt) => `${nameOf(attempt)} done`))
    const works = harmless.map((attempt) => `${nameOf(attempt)} done`)
    expect(locked.said.slice(0, harmless.length)).toEqual(works)
    for (const [at, attempt] of locked.attempts.entries()) {
      if (at < harmless.length) continue
      const why = locked.said[at]?.replace(`${nameOf(attempt)} refused: `, '')
      // Other reasons would mean that the attempt is invalid.
      expect({ attempt, why }).toEqual({ attempt, why: expect.stringMatching(refusals) })
    }
    expect(locked.said).toHaveLength(locked.attempts.length)

    // The daemon of the control run outlives its job and the search for processes in its folder.
    while (!existsSync(control.lures.report)) await Bun.sleep(20)
    expect(existsSync(locked.lures.report)).toBe(false)
    expect(control.lures.reached).toEqual({ tcp: 1, udp: 1, unix: 1 })
    expect(locked.lures.reached).toEqual({ tcp: 0, udp: 0, unix: 0 })
    while (isAlive(control.lures.victim.pid)) await Bun.sleep(20)
    expect(isAlive(locked.lures.victim.pid)).toBe(true)
    expect(await Bun.file(locked.lures.secret).text()).toBe('secret')
    expect(statSync(locked.lures.secret).mode & 0o777).not.toBe(0o777)
    expect(await Bun.file(join(locked.lures.otherJob, 'model.stl')).text()).toBe('secret')
    expect(existsSync(locked.lures.doomed)).toBe(true)
    for (const { end } of runs) end()
  })

  test.each([1, 2, 3, 5])(
    'is refused the same accesses with Landlock version %d',
    async (version) => {
      const stage = stageOf('required')
      const lures = makeLures(stage)
      const udp = await lures.listenUdp()
      // Their sleep would outlive this test if one of them started.
      const attempts = attemptsOn(lures, udp.port).filter(
        (attempt) => !/^(?:daemon|forks) /.test(attempt),
      )
      const job = mkdtempSync(join(stage.root, 'job-'))
      writeFileSync(join(job, 'model.stl'), [...harmless, ...attempts, ''].join('\n'))
      const launcher = olderLauncher(version)
      const words = ['perl', launcher, 'model.stl', join(tools, 'bin'), '--', hostile, 'model.stl']
      const { stdout } = Bun.spawnSync(words, { cwd: job, env: {} })
      lures.end()
      udp.close()
      const said = stdout.toString().trimEnd().split('\n')
      expect(said.filter((line) => line.endsWith(' done'))).toHaveLength(
        harmless.filter((attempt) => attempt !== 'dies_with_service').length,
      )
      expect(said).toHaveLength(harmless.length + attempts.length)
      expect(lures.reached).toEqual({ tcp: 0, udp: 0, unix: 0 })
    },
  )

  test('does not start on a kernel without Landlock', () => {
    const words = ['perl', olderLauncher(-1), '--', hostile]
    const { exitCode, stderr } = Bun.spawnSync(words, { cwd: tools, env: {} })
    expect([exitCode, stderr.toString()]).toEqual([126, expect.stringMatching(/^cage: Landlock: /)])
  })

  test('is killed when it uses another set of system calls', async () => {
    const { outcome, said } = await run(stageOf('required'), ['other_numbers', 'itself'])
    expect(outcome).toMatchObject({ kind: 'crashed', reason: 'died', signal: 'SIGSYS' })
    expect(said).toEqual([])
  })

  test('ends when it exceeds its memory limit', async () => {
    const attempts = ['memory 300000000']
    const { said } = await run(stageOf('required'), attempts)
    expect(said).toEqual(['memory done'])
    const { outcome } = await run(stageOf('required', { memoryBytes: 200_000_000 }), attempts)
    expect(outcome).toMatchObject({ kind: 'crashed', reason: 'out_of_memory' })
  })

  test('is stopped when it fills the disk with deleted files', async () => {
    const { said } = await run(stageOf('required'), ['many_files 2000000'])
    expect(said).toEqual(['many_files done'])
    const limits = { gcodeBytes: 1 << 20, printedBytes: 1 << 20 }
    const strict = stageOf('required', limits)
    const { outcome } = await run(strict, ['many_files 1000000000'])
    expect(outcome).toMatchObject({ kind: 'crashed', reason: 'wrote_too_much' })
  })

  test('leaves nothing behind', () => {
    const caged = stages.filter(({ bridge }) => bridge.cage.kind === 'ready')
    expect(caged.length).toBeGreaterThan(3)
    for (const stage of caged) {
      rmSync(join(stage.workDir, 'slices-other'), { recursive: true, force: true })
      expect(stage.leftOver()).toEqual(NOTHING)
    }
  })
})

/** EPERM of seccomp, EACCES of Landlock, and EXDEV of Landlock for links out of a folder. */
const refusals = /^(?:Operation not permitted|Permission denied|Invalid cross-device link)$/

describe('a machine without the sandbox', () => {
  const missing = { kind: 'missing', detail: 'cage: Landlock: Function not implemented' } as const

  test('slices nothing when the sandbox is required, and states the reason', () => {
    expect(readinessOf(process.execPath, 'required', missing)).toEqual({
      kind: 'unavailable',
      reason: 'no_cage',
      detail: missing.detail,
    })
  })

  test.each(['optional', 'off'] as const)('slices when the sandbox is %s', (mode) => {
    expect(readinessOf(process.execPath, mode, missing)).toMatchObject({ kind: 'ready' })
  })

  test.skipIf(process.platform !== 'linux')('is detected by a trial run', () => {
    const PATH = join(tools, 'path')
    mkdirSync(PATH)
    const without = findCage('required', { PATH })
    expect(without.kind === 'missing' && without.detail).toContain('perl')
    const perl = `#!/bin/sh\necho "${missing.detail}" >&2\nexit 126\n`
    writeFileSync(join(PATH, 'perl'), perl, { mode: 0o755 })
    expect(findCage('required', { PATH })).toEqual(missing)
  })

  test('slices nothing with a bridge that requires it, and slices with one that does not', async () => {
    const script = `
      import { makeStage } from ${JSON.stringify(join(import.meta.dir, '../../testing/slicer/stage.ts'))}
      for (const cage of ['required', 'optional']) {
        const stage = makeStage({ cage })
        const { kind, reason } = await stage.slice('well')
        console.log([stage.bridge.cage.kind, kind, reason].join(' '))
        await stage.end()
      }
      process.exit()
    `
    const { stdout } = Bun.spawnSync([process.execPath, '-e', script], { env: { PATH: tools } })
    expect(stdout.toString()).toBe('missing unavailable no_cage\nmissing sliced \n')
  })
})

test('a slicer can read its installation folder, unless jobs are below it', () => {
  const cage = { perl: '/usr/bin/perl', landlock: 7 }
  const readable = (slicer: string, job: string) => cageWords(cage, slicer, job).slice(2)
  expect(readable('/opt/slicer/prusa', '/state/job')).toEqual(['model.stl', '/opt/slicer', '--'])
  for (const slicer of ['/state/slicer', '/slicer']) {
    expect(readable(slicer, '/state/job')).toEqual(['model.stl', slicer, '--'])
  }
  expect(readable('/state/job2/slicer', '/state/job')).toContain('/state/job2')
})
