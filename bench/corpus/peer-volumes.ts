// Volume of a model by trimesh, admesh and manifold-3d. trimesh reads the file. The other two
// receive its surface as STL, the only format that they read.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mmPerUnit } from '../../server/domain/models/format.ts'
import { admeshEnvironment, admeshProgram, peersPython } from '../peers/places.ts'

/** Volumes in cm3. A value is absent if the peer is not installed or could not read the file. */
export type PeerVolumes = {
  readonly trimesh?: number
  /** Whether the surface is closed and consistently wound, so that its volume is defined. */
  readonly closed?: boolean
  readonly admesh?: number
  /** Volume of the union of all bodies, for surfaces that manifold-3d accepts. */
  readonly manifold?: number
  readonly problem?: string
}

export type Peers = {
  /** Names and versions of the peers; empty where none is installed. */
  readonly versions: string
  readonly measure: (path: string, unit: string) => Promise<PeerVolumes>
  readonly close: () => void
}

const processTimeoutMs = 60_000
/** Maximum number of bodies that manifold-3d unites. Thousands of bodies take minutes. */
const maxBodies = 200

export const noPeers: Peers = { versions: '', measure: async () => ({}), close: () => {} }

/** Opens the peers. Returns `null` without trimesh, which reads the files. */
export async function openPeers(scratch: string): Promise<Peers | null> {
  const python = peersPython()
  if (python === null) return null
  const stl = join(scratch, 'peer.stl')
  const solids = await openManifold()
  let reader = openTrimesh(python)
  return {
    versions: [`trimesh ${versionOf(python)}`, admeshVersion(), `manifold-3d ${solids.version}`]
      .filter((part) => part !== null)
      .join(', '),
    async measure(path, unit) {
      const read = await reader.ask({ path, stl, mmPerUnit: mmOf(unit) })
      if (read === null) {
        reader.close()
        reader = openTrimesh(python)
        return { problem: 'trimesh took too long or terminated' }
      }
      if ('problem' in read) return { problem: read.problem }
      const { volumeMm3, closed } = read
      const admesh = admeshVolume(stl)
      const manifold = closed ? solids.volume(stl) : null
      rmSync(stl, { force: true })
      return {
        trimesh: volumeMm3 / 1000,
        closed,
        ...(admesh === null ? {} : { admesh }),
        ...(manifold === null ? {} : { manifold }),
      }
    },
    close: () => reader.close(),
  }
}

const mmOf = (unit: string): number => (mmPerUnit as Record<string, number>)[unit] ?? 1

type Answer = { volumeMm3: number; closed: boolean } | { problem: string }

function openTrimesh(python: string) {
  const script = join(import.meta.dir, 'trimesh_volume.py')
  const child = Bun.spawn([python, script], { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' })
  const output = child.stdout.getReader()
  const decoder = new TextDecoder()
  let text = ''
  async function line(): Promise<string | null> {
    while (!text.includes('\n')) {
      const { value, done } = await output.read()
      if (done) return null
      text += decoder.decode(value, { stream: true })
    }
    const end = text.indexOf('\n')
    const first = text.slice(0, end)
    text = text.slice(end + 1)
    return first
  }
  return {
    /** Sends a request. Returns `null` if it took too long or the process terminated. */
    async ask(request: object): Promise<Answer | null> {
      child.stdin.write(`${JSON.stringify(request)}\n`)
      child.stdin.flush()
      const timer = Promise.withResolvers<null>()
      const timeout = setTimeout(() => timer.resolve(null), processTimeoutMs)
      const answer = await Promise.race([line(), timer.promise])
      clearTimeout(timeout)
      // The script writes this format.
      return answer === null ? null : (JSON.parse(answer) as Answer)
    },
    close: () => child.kill('SIGKILL'),
  }
}

function versionOf(python: string): string {
  const run = Bun.spawnSync([python, '-c', 'import trimesh; print(trimesh.__version__)'])
  return run.stdout.toString().trim()
}

function admeshVersion(): string | null {
  const text = runAdmesh(['--version'])
  return text === null ? null : `admesh ${/\d+(?:\.\d+)+/.exec(text)?.[0] ?? ''}`.trim()
}

/** Returns the volume by admesh, which repairs the file while reading; `null` where it fails. */
function admeshVolume(stl: string): number | null {
  const text = existsSync(stl) ? runAdmesh([stl]) : null
  const found = /Volume\s*:\s*(-?[\d.]+(?:e[+-]?\d+)?)/i.exec(text ?? '')?.[1]
  return found === undefined ? null : Number(found) / 1000
}

function runAdmesh(args: readonly string[]): string | null {
  const program = admeshProgram()
  if (program === null) return null
  const env = { ...process.env, ...admeshEnvironment() }
  const run = Bun.spawnSync([program, ...args], {
    env,
    stderr: 'ignore',
    timeout: processTimeoutMs,
  })
  return run.exitCode === 0 ? run.stdout.toString() : null
}

async function openManifold() {
  const { default: create } = await import('manifold-3d')
  const api = await create()
  api.setup()
  const manifest = Bun.file(
    join(import.meta.dir, '../../node_modules/manifold-3d/package.json'),
  ).json() as Promise<{ version: string }>
  return {
    version: (await manifest).version,
    /**
     * Returns the volume of the union in cm3; `null` for a surface that is not accepted or has too
     * many bodies.
     */
    volume(stl: string): number | null {
      try {
        const vertProperties = corners(readFileSync(stl))
        const triVerts = Uint32Array.from({ length: vertProperties.length / 3 }, (_, i) => i)
        const mesh = new api.Mesh({ numProp: 3, vertProperties, triVerts })
        mesh.merge()
        const solid = new api.Manifold(mesh)
        const bodies = solid.decompose()
        const sum = solid.volume()
        const isSingle = bodies.length < 2 || bodies.some((body) => body.volume() <= 0)
        if (bodies.length > maxBodies) return null
        const volume = isSingle ? sum : api.Manifold.union(bodies).volume()
        for (const body of [solid, ...bodies]) body.delete()
        return volume / 1000
      } catch {
        // The library throws for surfaces that it does not accept.
        return null
      }
    },
  }
}

/** Returns the triangles of a binary STL, nine numbers each. */
function corners(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const triangles = view.getUint32(80, true)
  return Float32Array.from({ length: 9 * triangles }, (_, i) =>
    view.getFloat32(84 + 50 * Math.floor(i / 9) + 12 + 4 * (i % 9), true),
  )
}
