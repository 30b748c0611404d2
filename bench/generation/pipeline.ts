// Measures a generation without the engine, for a model of 200,000 triangles with the default
// options, alternating with the geometry core alone on the same file. Then runs many generations in
// sequence to measure memory.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../server/adapters/observability/log.ts'
import { parseConfig } from '../../server/config/config.ts'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { type Engines, engineNames } from '../../server/domain/generation/engine/engine.ts'
import { generate } from '../../server/domain/generation/generate.ts'
import { repairOptions } from '../../server/domain/generation/run/repair-model.ts'
import type { GenerationResult } from '../../server/domain/generation/run/result.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { openService, type Service } from '../../server/wiring/service.ts'
import { glb, sphere } from '../../testing/models/meshes.ts'
import { setCredits } from '../../testing/money/set-credits.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'

const aimMs = 1_500
const memoryRuns = 100
const warmUpRuns = 20
/**
 * Number of last runs whose median memory gives the growth, because the garbage collector runs at
 * arbitrary times.
 */
const lastRuns = 10
/** Maximum growth of the process between the warm-up and the end of the runs, MB. */
const growthAimMb = 64
/** The model has 2 x 316 x 317 triangles. */
const rings = 317
const segments = 317
const triangles = 2 * (rings - 1) * segments

export async function benchPipeline(bench: Bench): Promise<undefined> {
  const runs = bench.choose(7, 3)
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-generation-'))
  let model = sphereOf(50)
  const service = await openBench(bench.databaseUrl, stateDir, () => model)
  try {
    const { deps } = service
    const accountId = await makeAccount(service)
    const own: number[] = []
    const core: number[] = []
    for (let run = 0; run <= runs; run += 1) {
      // Use a different model each time, so that storing it is a real write.
      const radiusMm = 50 + run / 10
      model = sphereOf(radiusMm)
      const [ms, coreMs] = [await timed(deps, accountId, radiusMm), await coreAlone(deps, model)]
      if (run > 0) {
        own.push(ms)
        core.push(coreMs)
        bench.step(run, runs)
      }
    }
    const ratio = median(own.map((ownMs, at) => ownMs / (core[at] ?? Number.NaN)))
    const [ms, coreMs] = [median(own), median(core)]
    await bench.row({
      name: `a generation of ${triangles} triangles, without the engine`,
      figure: `${ms.toFixed(0)} ms`,
      aim: `at most ${aimMs} ms`,
      met: ms <= aimMs,
      detail:
        `${Math.min(...own).toFixed(0)} to ${Math.max(...own).toFixed(0)} ms over ${runs} runs; the geometry core alone ` +
        `${coreMs.toFixed(0)} ms in the same runs, ratio ${ratio.toFixed(2)}`,
      samples: own,
      sides: {
        name: 'Time',
        unit: 'ms',
        better: 'less',
        bars: [
          { name: 'the generation', value: ms },
          { name: 'the geometry core alone', value: coreMs },
        ],
      },
    })
    if (bench.quick) return
    const use = (next: typeof model) => {
      model = next
    }
    await bench.row(await benchMemory(deps, accountId, { use, step: bench.step }))
  } finally {
    await service.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

async function benchMemory(
  deps: Deps,
  accountId: AccountId,
  { use, step }: { readonly use: (model: Uint8Array<ArrayBuffer>) => void } & Pick<Bench, 'step'>,
): Promise<Row> {
  const models = [49, 48, 47].map((radius) => ({ radius, bytes: sphereOf(radius) }))
  const run = async (at: number) => {
    const next = models[at % models.length]
    if (next === undefined) throw new Error('unreachable')
    use(next.bytes)
    await timed(deps, accountId, next.radius)
  }
  for (let at = 0; at < warmUpRuns; at += 1) await run(at)
  const before = residentMb()
  const samples: number[] = []
  for (let at = 1; at <= memoryRuns; at += 1) {
    await run(at)
    if (at > memoryRuns - lastRuns) samples.push(residentMb() - before)
    step(at, memoryRuns)
  }
  const growth = median(samples)
  return {
    name: `memory over ${memoryRuns} such generations`,
    figure: `${growth >= 0 ? '+' : ''}${growth.toFixed(0)} MB`,
    aim: `at most ${growthAimMb} MB more`,
    met: growth <= growthAimMb,
    detail: `${before.toFixed(0)} MB after ${warmUpRuns} generations, ${(before + growth).toFixed(0)} MB after each of the last ${lastRuns}; geometry workers included`,
    samples,
  }
}

function residentMb(): number {
  Bun.gc(true)
  return process.memoryUsage().rss / 2 ** 20
}

/** Returns the milliseconds of one complete generation, and checks its result. */
async function timed(deps: Deps, accountId: AccountId, radiusMm: number): Promise<number> {
  const value = { prompt: `a ball of ${radiusMm} mm` }
  const startedAt = performance.now()
  const made = await generate(deps, { accountId }, { kind: 'json', value })
  const ms = performance.now() - startedAt
  if (!made.ok) throw new Error(JSON.stringify(made.failure))
  check(made.value, radiusMm)
  return ms
}

function check({ printability, persisted, meshRepair }: GenerationResult, radiusMm: number): void {
  const ball = ((4 / 3) * Math.PI * radiusMm ** 3) / 1000
  const right =
    persisted &&
    meshRepair.applied &&
    printability.watertight &&
    Math.abs(printability.triangles / triangles - 1) < 0.01 &&
    Math.abs(printability.volumeCm3 / ball - 1) < 0.01
  if (!right) throw new Error(`wrong result: ${JSON.stringify(printability)}`)
}

async function coreAlone(deps: Deps, model: Uint8Array<ArrayBuffer>): Promise<number> {
  const { path } = await deps.temporaryFiles.write(model)
  const options = repairOptions(
    { smoothing: 'light', hollowing: 'solid', wallThicknessMm: 2 },
    { mm: 100 },
  )
  const startedAt = performance.now()
  const outcome = await deps.meshes.process({
    source: { path },
    format: 'glb',
    options,
    outputs: { stl: false, glb: true },
  })
  const ms = performance.now() - startedAt
  await deps.temporaryFiles.remove(path)
  if (outcome.kind !== 'processed') throw new Error(`not processed: ${outcome.kind}`)
  return ms
}

const sphereOf = (radiusMm: number) => glb(sphere({ radius: radiusMm / 1000, rings, segments }))

async function openBench(
  databaseUrl: string,
  stateDir: string,
  model: () => Uint8Array<ArrayBuffer>,
): Promise<Service> {
  const config = parseConfig({ STATE_DIR: stateDir, GEOMETRY_WORKERS: '1' })
  if (!config.ok) throw new Error(config.failure.join(' '))
  return await openService({
    config: config.value,
    baseUrl: 'http://localhost:1',
    databaseUrl,
    authSecret: 'bench-secret-of-at-least-32-characters',
    internalKey: 'bench-internal-key',
    stripe: {
      secretKey: 'sk_test_bench',
      webhookSecret: 'whsec_bench',
      apiBase: 'http://127.0.0.1:9',
    },
    log: createLog({ level: 'error' }),
    decorate: (deps) => ({ ...deps, engines: instantEngine(deps, model) }),
  })
}

/** Returns an engine that finishes immediately. */
function instantEngine(
  { temporaryFiles, engines }: Deps,
  model: () => Uint8Array<ArrayBuffer>,
): Engines {
  const task = { source: 'tripo', engine: null, taskId: 'bench', step: 0, state: {} }
  const modelUrl = 'https://engine.example/model.glb'
  return {
    ...engines,
    source: 'vendors',
    offered: engineNames,
    start: async () => ({ kind: 'started', task }),
    read: async () => ({ kind: 'succeeded', modelUrl, previewUrl: null, expiresAt: null }),
    download: async () => {
      const file = await temporaryFiles.write(model())
      return { kind: 'downloaded', file: { ...file, fileName: 'model.glb' } }
    },
  }
}

async function makeAccount({ database: { db } }: Service): Promise<AccountId> {
  const id = randomUUID() as AccountId
  await ensureAccount(db, id, `${id}@example.com`)
  await setCredits(db, 10_000, id)
  return id
}
