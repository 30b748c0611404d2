// Linear memory of one instance for a 100 MB binary STL, by job, compared with the limits: 5 bytes per byte of STL without
// hollowing, 1 GB with it. Memory never shrinks, so the final size is the peak. Every job has its own process and instance, and
// its result is checked.
// Run: bun bench/geometry/memory.ts [megabytes]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  estimate,
  Input,
  initSync,
  measure,
  process as processModel,
} from '../../geometry/pkg/geometry.js'
import { bumpySphere } from './cases.ts'

const settings = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' }
const processWith =
  (options: object, glb = false) =>
  (input: Input) => {
    const done = processModel(input, 'stl', undefined, JSON.stringify(options), true, glb)
    const { json } = done
    done.free()
    return json
  }
/** Each job with its limit in bytes per byte of STL (1 GB in total without), and a text that its result must contain. */
const jobs: Record<string, { run: (input: Input) => string; perByte?: number; holds: string }> = {
  measure: { run: (input) => measure(input, 'stl'), perByte: 5, holds: '"watertight":true' },
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

/** A closed ball of about that size. */
function ball(megabytes: number): Uint8Array {
  const segments = Math.round(Math.sqrt((megabytes * 1e6) / 100))
  return bumpySphere({ rings: segments, segments }).bytes
}

function runOne(name: string, megabytes: number): void {
  const job = jobs[name]
  if (job === undefined) throw new Error(`no job ${name}`)
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
  console.log(JSON.stringify({ stl: bytes.length, memory: memory.buffer.byteLength }))
}

function all(megabytes: number): boolean {
  let met = true
  for (const [name, { perByte }] of Object.entries(jobs)) {
    const child = Bun.spawnSync([process.execPath, import.meta.path, `${megabytes}`, name])
    if (!child.success) throw new Error(`${name}: ${child.stderr}`)
    // Printed by runOne.
    const { stl, memory } = JSON.parse(child.stdout.toString()) as { stl: number; memory: number }
    const ratio = memory / stl
    const fits = perByte === undefined ? memory < 1e9 : ratio <= perByte
    met &&= fits
    const limit = perByte === undefined ? '1000 MB' : `${perByte} per byte`
    console.log(
      `${name.padEnd(20)} ${(memory / 1e6).toFixed(0).padStart(5)} MB ${ratio.toFixed(2).padStart(6)} per byte of STL, limit ${limit}${fits ? '' : '  OVER'}`,
    )
  }
  return met
}

if (import.meta.main) {
  const [size = '100', name] = process.argv.slice(2)
  if (name === undefined) process.exitCode = all(Number(size)) ? 0 : 1
  else runOne(name, Number(size))
}
