// Linear memory of one instance for a 100 MB binary STL, by job, compared with the limits: 5 bytes per byte of STL without
// hollowing, 1 GB with it. Memory never shrinks, so the final size is the peak. Every job has a separate process and instance,
// and its result is checked.
// Standalone: bun bench/geometry/memory.ts [megabytes]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import {
  estimate,
  Input,
  initSync,
  measure,
  process as processModel,
} from '../../geometry/pkg/geometry.js'
import type { Row } from '../lib/row.ts'
import type { Bench } from '../lib/scenario.ts'
import { bumpySphere } from './cases.ts'

const defaultMegabytes = 100
const settings = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' }
const processWith =
  (options: object, glb = false) =>
  (input: Input) => {
    const done = processModel(input, 'stl', undefined, JSON.stringify(options), true, glb, false)
    return jsonOf(done)
  }

function jsonOf(done: { readonly json: string; readonly free: () => void }): string {
  const { json } = done
  done.free()
  return json
}

type Job = {
  readonly run: (input: Input) => string
  /** Limit in bytes per byte of STL. When absent, the limit is 1 GB in total. */
  readonly perByte?: number
  /** Text that the result must contain. */
  readonly holds: string
}

const jobs: Readonly<Record<string, Job>> = {
  measure: {
    run: (input) => jsonOf(measure(input, 'stl')),
    perByte: 5,
    holds: '"watertight":true',
  },
  estimate: {
    run: (input) => estimate(input, 'stl', undefined, JSON.stringify(settings)),
    perByte: 5,
    holds: '"kind":"estimated"',
  },
  repair: { run: processWith({}), perByte: 5, holds: '"watertight":true' },
  'smooth, turn': {
    run: processWith({ smoothing: 'strong', orient: true }),
    perByte: 5,
    holds: '"smoothed":true',
  },
  'repair, with GLB': { run: processWith({}, true), perByte: 5, holds: '"watertight":true' },
  hollow: { run: processWith({ hollow: { wallMm: 2 } }), holds: '"hollowed":true' },
}

/** Measures memory with the same size in every run, so that the rows are exact. */
export async function benchMemory(
  { row, step }: Pick<Bench, 'row' | 'step'>,
  megabytes = defaultMegabytes,
): Promise<undefined> {
  const all = Object.entries(jobs)
  for (const [at, [name, job]] of all.entries()) {
    await row(rowOf(name, job, await runInProcess(name, megabytes)))
    step(at + 1, all.length)
  }
}

const usedSchema = v.object({ stl: v.number(), memory: v.number() })
type Used = v.InferOutput<typeof usedSchema>

async function runInProcess(name: string, megabytes: number): Promise<Used> {
  const child = Bun.spawn([process.execPath, import.meta.path, `${megabytes}`, name], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [text, problem] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`${name}: ${problem.slice(-400)}`)
  return v.parse(usedSchema, JSON.parse(text))
}

function rowOf(job: string, { perByte }: Job, { stl, memory }: Used): Row {
  const [ratio, megabytes] = [memory / stl, memory / 1e6]
  const name = `linear memory for a ${Math.round(stl / 1e6)} MB STL: ${job}`
  const sides = {
    name: 'Size',
    unit: 'MB',
    better: 'less',
    bars: [
      { name: 'linear memory', value: megabytes },
      { name: 'the file', value: stl / 1e6 },
    ],
  } as const
  return perByte === undefined
    ? {
        name,
        figure: `${megabytes.toFixed(0)} MB`,
        aim: 'under 1000 MB',
        met: megabytes < 1000,
        detail: `${ratio.toFixed(2)} bytes per byte of STL`,
        exact: true,
        sides,
      }
    : {
        name,
        figure: ratio.toFixed(2),
        aim: `at most ${perByte}`,
        met: ratio <= perByte,
        detail: `bytes per byte of STL; ${megabytes.toFixed(0)} MB`,
        better: 'less',
        exact: true,
        sides,
      }
}

/** Runs in this process and prints the used memory. */
function runOne(name: string, megabytes: number): void {
  const job = jobs[name]
  if (job === undefined) {
    throw new Error(`no job ${name}: the jobs are ${Object.keys(jobs).join(', ')}`)
  }
  Object.assign(globalThis, { geometryCheckpoint: () => {} })
  const module = readFileSync(join(import.meta.dir, '../../geometry/pkg/geometry_bg.wasm'))
  const { memory } = initSync({ module })
  const bytes = ball(megabytes)
  const input = Input.allocate(bytes.length, 'stl')
  if (input === undefined) throw new Error('not enough memory for the file')
  for (let at = 0; at < bytes.length; ) {
    const part = new Uint8Array(memory.buffer, input.address, input.length)
    part.set(bytes.subarray(at, at + part.length))
    at += part.length
    if (!input.take()) throw new Error('not enough memory for the file')
  }
  const result = job.run(input)
  if (!result.includes(job.holds)) throw new Error(`wrong result: ${result.slice(0, 400)}`)
  const used: Used = { stl: bytes.length, memory: memory.buffer.byteLength }
  console.log(JSON.stringify(used))
}

/** Returns a closed ball of about this size. */
function ball(megabytes: number): Uint8Array {
  const segments = Math.round(Math.sqrt((megabytes * 1e6) / 100))
  return bumpySphere({ rings: segments, segments }).bytes
}

if (import.meta.main) {
  const [size = `${defaultMegabytes}`, name] = process.argv.slice(2)
  if (name !== undefined) {
    runOne(name, Number(size))
  } else {
    const row = async ({ name: what, figure, aim, met, detail }: Row) => {
      console.log(`${what}: ${figure}, ${detail}; ${aim}${met ? '' : '  OVER'}`)
      if (!met) process.exitCode = 1
    }
    await benchMemory({ row, step: () => undefined }, Number(size))
  }
}
