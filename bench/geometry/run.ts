// Compares the geometry core with its peers: every operation on the same files, alternating in one run, every result checked.
// Reports CPU time, the best of the rounds, because the machine may be shared.
//   bun bench/geometry/run.ts            the small size and the large one (1.11 M triangles)
//   bun bench/geometry/run.ts s 5        one size, five rounds
// Includes admesh, pymeshlab, MeshLib and the independent check of hollow walls (trimesh, libigl) where they are installed (`npm run
// bench:peers`). Missing peers are listed at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Case, cases, errorIn, modelsOf, type Size, sizes } from './cases.ts'
import { npmPeers, type Sample } from './peers.ts'
import { absentPeers, measureWalls, nativePeers } from './peers-native.ts'

const ownName = 'ours (WASM)'

type Line = { readonly peer: string; readonly cpuMs: number; readonly wallMs: number }

function sample(peer: string, { operation }: Case, path: string): Sample | undefined {
  const native = nativePeers[peer]
  if (native) return native(operation, path)
  const script = join(import.meta.dir, 'peers.ts')
  const { stdout, stderr, exitCode } = Bun.spawnSync([
    process.execPath,
    script,
    peer,
    operation,
    path,
  ])
  if (exitCode !== 0) throw new Error(`${peer}: ${stderr.toString().slice(-400)}`)
  const text = stdout.toString().trim()
  return text === '' ? undefined : (JSON.parse(text) as Sample)
}

/** Reads the file and hashes every byte: a lower bound for every peer. */
function lowerBound(path: string): Line {
  const [cpu, wall] = [process.cpuUsage(), performance.now()]
  Bun.hash(readFileSync(path))
  const { user, system } = process.cpuUsage(cpu)
  return {
    peer: 'lower bound: read and hash',
    cpuMs: (user + system) / 1000,
    wallMs: performance.now() - wall,
  }
}

function best(lines: readonly Line[]): Line[] {
  const byPeer = new Map<string, Line>()
  for (const line of lines) {
    const before = byPeer.get(line.peer)
    if (!before || line.cpuMs < before.cpuMs) byPeer.set(line.peer, line)
  }
  return [...byPeer.values()].sort((a, b) => a.cpuMs - b.cpuMs)
}

/** `ownMs`: our times of earlier cases, by name; this one's is added. */
function print(
  { name, triangles, aim, atMost }: Case,
  lines: readonly Line[],
  ownMs: Map<string, number>,
): boolean {
  const own = lines.find(({ peer }) => peer === ownName)
  if (own) ownMs.set(name, own.cpuMs)
  console.log(`\n${name}, ${triangles} triangles`)
  for (const { peer, cpuMs, wallMs } of lines) {
    const ratio = own ? `${(cpuMs / own.cpuMs).toFixed(2)} x ours` : ''
    console.log(
      `  ${peer.padEnd(32)} ${cpuMs.toFixed(0).padStart(7)} ms CPU ${wallMs.toFixed(0).padStart(7)} ms  ${ratio}`,
    )
  }
  const verdict = (wanted: string, met: boolean) => {
    console.log(`  aim: ${wanted}${met ? ' (met)' : ' (MISSED)'}`)
    return met
  }
  const rival = lines.find(({ peer }) => peer === aim?.peer)
  const other = ownMs.get(atMost?.case ?? '')
  if (aim && rival && own) {
    const wanted = `${aim.peer} takes at least ${aim.ratio} times as much`
    return verdict(wanted, rival.cpuMs / own.cpuMs >= aim.ratio)
  }
  if (atMost && other && own) {
    const ratio = own.cpuMs / other
    const wanted = `at most ${atMost.ratio} times "${atMost.case}", here ${ratio.toFixed(2)}`
    return verdict(wanted, ratio <= atMost.ratio)
  }
  return true
}

const [wanted, rounds = '3'] = Bun.argv.slice(2)
const chosen = (Object.keys(sizes) as Size[]).filter((size) => !wanted || wanted === size)
if (chosen.length === 0 || !(Number(rounds) >= 1)) {
  console.error('usage: bun bench/geometry/run.ts [s|l] [rounds]')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'bench-geometry-'))
let met = true
try {
  for (const size of chosen) {
    const models = modelsOf(size)
    const ownMs = new Map<string, number>()
    for (const [name, { bytes }] of Object.entries(models))
      writeFileSync(join(folder, `${name}.stl`), bytes)
    for (const item of cases(size)) {
      const path = join(folder, `${item.model}.stl`)
      const lines: Line[] = []
      for (let round = 0; round < Number(rounds); round++) {
        lines.push(lowerBound(path))
        for (const peer of [...npmPeers, ...Object.keys(nativePeers)]) {
          const found = sample(peer, item, path)
          if (!found) continue
          const { solid } = found.result
          const result = solid && round === 0 ? (measureWalls(solid) ?? {}) : found.result
          const fault = errorIn(item.operation, result, models[item.model].expected)
          // A peer may define the operation differently; our own result must be right.
          if (fault && peer === ownName) throw new Error(`${item.name}: ours is wrong: ${fault}`)
          lines.push({ peer: fault ? `${peer} (${fault})` : peer, ...found })
        }
      }
      met = print(item, best(lines), ownMs) && met
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const absent of absentPeers()) console.log(absent)
process.exit(met ? 0 : 1)
