// Compares the geometry core with its peers: every operation on the same files, alternating, with every result checked. Reports CPU
// time, because peers may use all cores. Includes admesh, pymeshlab, MeshLib and the independent check of hollow walls (trimesh,
// libigl) where they are installed (`npm run bench:peers`). A row whose aim names a missing peer is only reported.
//   bun bench/geometry/run.ts            the small size and the large one (1.11 M triangles)
//   bun bench/geometry/run.ts s 5        one size, five rounds
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { type Case, cases, errorIn, modelsOf, type Size, sizes } from './cases.ts'
import { npmPeers, type Sample } from './peers.ts'
import { absentPeers, measureWalls, nativePeers, outputOf } from './peers-native.ts'

const ownName = 'ours (WASM)'
const boundName = 'reading and hashing the file'

/** CPU milliseconds of each round, by peer, including our core. */
type Times = ReadonlyMap<string, readonly number[]>

export async function benchGeometry(
  { choose, row, step }: Pick<Bench, 'choose' | 'row' | 'step'>,
  size: Size = 'l',
): Promise<undefined> {
  const rounds = choose(3, 3)
  const folder = mkdtempSync(join(tmpdir(), 'bench-geometry-'))
  try {
    const models = modelsOf(size)
    for (const [name, { bytes }] of Object.entries(models)) {
      writeFileSync(join(folder, `${name}.stl`), bytes)
    }
    const all = cases(size)
    /** CPU times of our core in earlier cases, by name. */
    const earlier = new Map<string, readonly number[]>()
    let alone: Times = new Map()
    let done = 0
    for (const item of all) {
      const path = join(folder, `${item.model}.stl`)
      const { expected } = models[item.model]
      const times = await measureCase(item, {
        path,
        rounds,
        expected,
        finishRound: () => step(++done, rounds * all.length),
      })
      const own = times.get(ownName)
      if (own === undefined) {
        // The core has no call that only loads and welds, so its peers are compared with the case
        // that does more.
        const peers = [...times].filter(([name]) => name !== boundName)
        alone = new Map(peers.map(([name, ms]) => [`${name}, ${item.name} only`, ms]))
      } else {
        await row(rowOf(item, { own, times: new Map([...times, ...alone]), earlier }))
        earlier.set(item.name, own)
        alone = new Map()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type CaseFile = {
  readonly path: string
  readonly rounds: number
  readonly expected: Parameters<typeof errorIn>[2]
  readonly finishRound: () => void
}

async function measureCase(
  item: Case,
  { path, rounds, expected, finishRound }: CaseFile,
): Promise<Times> {
  const times = new Map<string, number[]>()
  const add = (peer: string, cpuMs: number) => times.set(peer, [...(times.get(peer) ?? []), cpuMs])
  for (let round = 0; round < rounds; round++) {
    add(boundName, lowerBoundMs(path))
    for (const peer of [...npmPeers, ...Object.keys(nativePeers)]) {
      const found = await sample(peer, item, path)
      if (!found) continue
      const { solid } = found.result
      const result = solid && round === 0 ? ((await measureWalls(solid)) ?? {}) : found.result
      const fault = errorIn(item.operation, result, expected)
      // A peer may define the operation differently, but our result must be correct.
      if (fault && peer === ownName) throw new Error(`${item.name}: ours is wrong: ${fault}`)
      add(fault ? `${peer} (${fault})` : peer, found.cpuMs)
    }
    finishRound()
  }
  return times
}

async function sample(
  peer: string,
  { operation }: Case,
  path: string,
): Promise<Sample | undefined> {
  const native = nativePeers[peer]
  if (native) return await native(operation, path)
  const script = join(import.meta.dir, 'peers.ts')
  const text = (await outputOf([process.execPath, script, peer, operation, path])).trim()
  return text === '' ? undefined : (JSON.parse(text) as Sample)
}

/** Reads the file and hashes every byte, which is a lower bound for every peer. */
function lowerBoundMs(path: string): number {
  const before = process.cpuUsage()
  Bun.hash(readFileSync(path))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

type Found = {
  readonly own: readonly number[]
  readonly times: Times
  readonly earlier: Times
}

function rowOf(item: Case, { own, times, earlier }: Found): Row {
  const { name, triangles, aim, atMost } = item
  const ownMs = median(own)
  const others = [...times].filter(([peer]) => peer !== ownName)
  const bars = others
    .map(([peer, ms]) => ({ name: peer, value: median(ms) }))
    .toSorted((a, b) => a.value - b.value)
  const ratioOver = (other: readonly number[]) =>
    own.map((ms, round) => (other[round] ?? Number.NaN) / ms)
  const rival = times.get(aim?.peer ?? '')
  const before = earlier.get(atMost?.case ?? '')
  const common = {
    name: `${name}, ${triangles.toLocaleString('en-US')} triangles`,
    sides: {
      name: 'CPU time',
      unit: 'ms',
      better: 'less',
      bars: [{ name: ownName, value: ownMs }, ...bars],
    },
  } as const
  if (aim && rival) {
    const samples = ratioOver(rival)
    return {
      ...common,
      figure: median(samples).toFixed(2),
      aim: `at least ${aim.ratio}`,
      met: median(samples) >= aim.ratio,
      detail: `CPU time of ${aim.peer} over ours, ${ownMs.toFixed(0)} ms`,
      samples,
    }
  }
  if (atMost && before) {
    const samples = own.map((ms, round) => ms / (before[round] ?? Number.NaN))
    return {
      ...common,
      figure: median(samples).toFixed(2),
      aim: `at most ${atMost.ratio}`,
      met: median(samples) <= atMost.ratio,
      detail: `our CPU time, ${ownMs.toFixed(0)} ms, over that of "${atMost.case}"`,
      samples,
    }
  }
  const missing =
    aim === undefined
      ? ''
      : `; ${aim.peer}, which the aim names, is missing: run npm run bench:peers`
  return {
    ...common,
    figure: `${ownMs.toFixed(0)} ms`,
    aim: 'reported',
    met: null,
    detail: `CPU time${missing}`,
    better: 'less',
    samples: own,
  }
}

function printed({ name, figure, aim, met, detail, sides }: Row): string {
  const verdict = met === null ? '' : met ? ' (met)' : ' (MISSED)'
  const lines = (sides?.bars ?? []).map(
    ({ name: peer, value }) => `  ${value.toFixed(0).padStart(7)} ms CPU  ${peer}`,
  )
  return `\n${name}\n  ${figure}, aim ${aim}${verdict}: ${detail}\n${lines.join('\n')}`
}

if (import.meta.main) {
  const [wanted, rounds = '3'] = Bun.argv.slice(2)
  const chosen = (['s', 'l'] as const).filter((size) => !wanted || wanted === size)
  if (chosen.length === 0 || !(Number(rounds) >= 1)) {
    console.error(`usage: bun bench/geometry/run.ts [${Object.keys(sizes).join('|')}] [rounds]`)
    process.exit(2)
  }
  for (const size of chosen) {
    await benchGeometry(
      {
        choose: () => Number(rounds),
        step: () => undefined,
        row: async (...rows) => {
          for (const row of rows) {
            console.log(printed(row))
            if (row.met === false) process.exitCode = 1
          }
        },
      },
      size,
    )
  }
  for (const absent of absentPeers()) console.log(absent)
}
