// Peers that are separate programs: admesh, and pymeshlab and MeshLib through Python. They are only
// measured, never copied or distributed (admesh and pymeshlab are GPL), and only where installed
// (`npm run bench:peers`).
import {
  admeshEnvironment,
  admeshPeer,
  admeshProgram,
  peersPython,
  pythonPeers,
} from '../peers/places.ts'
import type { Operation, OperationResult } from './cases.ts'
import type { Sample } from './peers.ts'

/** Runs the complete program. Its CPU time is the kernel's figure for the process. */
async function admesh(path: string): Promise<Sample | undefined> {
  const program = admeshProgram()
  if (!program) return undefined
  const start = performance.now()
  const child = Bun.spawn([program, '--exact', path], {
    env: { ...process.env, ...admeshEnvironment() },
    stdout: 'pipe',
  })
  const text = await new Response(child.stdout).text()
  const exitCode = await child.exited
  if (exitCode !== 0) throw new Error(`admesh exited with ${exitCode}`)
  const figure = (name: string) => Number(new RegExp(`${name}\\s*:\\s*(\\d+)`).exec(text)?.[1])
  return {
    cpuMs: Number(child.resourceUsage()?.cpuTime.total) / 1000,
    wallMs: performance.now() - start,
    // admesh reports a volume only after a repair.
    result: {
      triangles: figure('Number of facets'),
      boundaryEdges: figure('Total disconnected facets'),
    },
  }
}

/**
 * Measures only the operations, without importing the library. Includes writing the result, as for
 * our core.
 */
const pymeshlabScript = `
import json, sys, time, tempfile, os
import pymeshlab
path, operation = sys.argv[1:3]
out = os.path.join(tempfile.mkdtemp(), 'out.stl')
def run():
    s = pymeshlab.MeshSet(); s.load_new_mesh(path)
    if operation == 'repair':
        s.meshing_close_holes(maxholesize=100000)
        s.meshing_re_orient_faces_coherently()
        s.apply_coord_taubin_smoothing(stepsmoothnum=5)
        s.save_current_mesh(out)
    return s
sample = dict(cpuMs=1e9, wallMs=0)
for _ in range(2):
    wall, cpu = time.perf_counter(), time.process_time()
    s = run()
    now = dict(cpuMs=1000 * (time.process_time() - cpu), wallMs=1000 * (time.perf_counter() - wall))
    sample = min(sample, now, key=lambda x: x['cpuMs'])
if operation == 'repair':
    os.remove(out)
    result = dict(boundaryEdges=s.get_topological_measures()['boundary_edges'], triangles=s.current_mesh().face_number())
else:
    result = dict(vertices=s.current_mesh().vertex_number(), triangles=s.current_mesh().face_number())
print(json.dumps(dict(sample, result=result)))
`

/**
 * MeshLib is multithreaded, so CPU time is compared. Loading the mesh is not measured, unlike for
 * our core.
 */
const meshlibScript = `
import json, sys, time
from meshlib import mrmeshpy as mm
mesh = mm.loadMesh(sys.argv[1])
p = mm.GeneralOffsetParameters()
p.voxelSize = 0.5
p.mode = mm.GeneralOffsetParametersMode.Smooth
p.signDetectionMode = mm.SignDetectionMode.OpenVDB
wall, cpu = time.perf_counter(), time.process_time()
cavity = mm.generalOffsetMesh(mm.MeshPart(mesh), -2.0, p)
sample = dict(cpuMs=1000 * (time.process_time() - cpu), wallMs=1000 * (time.perf_counter() - wall))
print(json.dumps(dict(sample, result=dict(triangles=cavity.topology.numValidFaces()))))
`

/**
 * Checks a hollow body: edges with numpy on trimesh's weld, and walls with libigl from the cavity's
 * vertices to the outer surface.
 */
const wallsScript = `
import json, sys
import numpy as np, trimesh, igl
mesh = trimesh.load(sys.argv[1], process=True)
edges = np.sort(mesh.edges, axis=1)
uses = np.unique(edges, axis=0, return_counts=True)[1]
parts = sorted(mesh.split(only_watertight=False), key=lambda m: -np.prod(m.extents))
outer, inner = parts[0], parts[1:]
points = np.concatenate([m.vertices for m in inner])
points = points[:: max(1, len(points) // 50000)]
found = igl.point_mesh_squared_distance(points, outer.vertices, outer.faces.astype(np.int64))
distance = np.sqrt(found[0])
print(json.dumps(dict(boundaryEdges=int((uses == 1).sum()), nonManifoldEdges=int((uses > 2).sum()), wallMm=[float(distance.min()), float(distance.max())])))
`

async function python(script: string, ...args: string[]): Promise<unknown> {
  const program = peersPython()
  if (!program) return undefined
  return JSON.parse(await outputOf([program, '-c', script, ...args]))
}

/** Returns the output of a program. When it fails, throws the end of its output. */
export async function outputOf(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe' })
  const [output, problem] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${problem.slice(-400)}`)
  return output
}

/** Returns an independent measurement of a hollow body; `undefined` without the Python peers. */
export const measureWalls = async (path: string) =>
  (await python(wallsScript, path)) as OperationResult | undefined

type Native = (operation: Operation, path: string) => Promise<Sample | undefined>

export const nativePeers: Record<string, Native> = {
  'admesh --exact': async (operation, path) =>
    operation === 'load-weld-measure' ? admesh(path) : undefined,
  pymeshlab: async (operation, path) =>
    operation === 'load-weld' || operation === 'repair'
      ? ((await python(pymeshlabScript, path, operation)) as Sample | undefined)
      : undefined,
  meshlib: async (operation, path) =>
    operation === 'hollow'
      ? ((await python(meshlibScript, path)) as Sample | undefined)
      : undefined,
}

/** Returns the peers that are not installed, to be listed below the table. */
export const absentPeers = (): string[] =>
  [admeshPeer, pythonPeers].flatMap(({ missing }) => missing() ?? [])
