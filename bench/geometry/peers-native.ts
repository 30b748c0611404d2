// Peers that are programs of their own: admesh, and pymeshlab through Python. Measured, never copied or shipped (both are
// GPL). Used when they are there: admesh on the path, PEERS_PYTHON a Python that has pymeshlab.
import { which } from 'bun'
import type { Operation } from './cases.ts'
import type { Sample } from './peers.ts'

/** Runs the whole program; its CPU time is the kernel's figure for the process. */
function admesh(path: string): Sample | undefined {
  const program = which('admesh')
  if (!program) return undefined
  const start = performance.now()
  const { stdout, resourceUsage, exitCode } = Bun.spawnSync([program, '--exact', path])
  if (exitCode !== 0) throw new Error(`admesh ended with ${exitCode}`)
  const text = stdout.toString()
  const figure = (name: string) => Number(new RegExp(`${name}\\s*:\\s*(\\d+)`).exec(text)?.[1])
  return {
    cpuMs: Number(resourceUsage.cpuTime.total) / 1000,
    wallMs: performance.now() - start,
    // It gives a volume only after a repair.
    answer: {
      triangles: figure('Number of facets'),
      boundaryEdges: figure('Total disconnected facets'),
    },
  }
}

/** Only the operations, the import of the library left out. Writes the result too, as we do. */
const PYMESHLAB = `
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
    answer = dict(boundaryEdges=s.get_topological_measures()['boundary_edges'], triangles=s.current_mesh().face_number())
else:
    answer = dict(vertices=s.current_mesh().vertex_number(), triangles=s.current_mesh().face_number())
print(json.dumps(dict(sample, answer=answer)))
`

function pymeshlab(path: string, operation: Operation): Sample | undefined {
  const python = process.env.PEERS_PYTHON
  if (!python) return undefined
  const { stdout, stderr, exitCode } = Bun.spawnSync([python, '-c', PYMESHLAB, path, operation])
  if (exitCode !== 0) throw new Error(`pymeshlab: ${stderr.toString().slice(-300)}`)
  return JSON.parse(stdout.toString()) as Sample
}

type Native = (operation: Operation, path: string) => Sample | undefined

export const nativePeers: Record<string, Native> = {
  'admesh --exact': (operation, path) =>
    operation === 'load-weld-measure' ? admesh(path) : undefined,
  pymeshlab: (operation, path) =>
    operation === 'load-weld-measure' ? undefined : pymeshlab(path, operation),
}
