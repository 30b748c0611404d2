// Models for the slicer benches: the watertight corpus models that fit the build volume, or a few
// generated models if there is no corpus. All are binary STL in millimeters.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaryStl, box, type Mesh, merge, sphere, type Vec3 } from '../../testing/models/meshes.ts'

export type Model = { readonly name: string; readonly stlPath: string }

const corpusFolder = join(import.meta.dir, '../../../shared/corpus')

/** Corpus models, with a scale. Models in other units are scaled to a few centimeters. */
const corpusModels: readonly { file: string; scale: number }[] = [
  { file: '20mm-xyz-cube.stl', scale: 1 },
  { file: 'sphere_binary_solid_header.stl', scale: 1 },
  { file: 'fox_ascii.stl', scale: 1 },
  { file: 'Vase.stl', scale: 1 },
  { file: 'test_sphere_ascii.stl', scale: 10 },
  { file: 'ADIS16480.STL', scale: 1000 },
  { file: 'box_prod.3mf', scale: 1 },
  { file: 'spot.obj', scale: 40 },
  { file: 'self_intersectA.obj', scale: 40 },
  { file: 'cube_gears.3mf', scale: 1 },
  { file: 'dodeca_chain_loop.3mf', scale: 1 },
  { file: 'multipletextures.3mf', scale: 1 },
]

/** Writes the models into the folder. The slicer converts other formats to STL. */
export function writeModels(folder: string, slicerPath: string): Model[] {
  if (!existsSync(corpusFolder)) return writeGenerated(folder)
  return corpusModels.map(({ file, scale }) => {
    const stlPath = join(folder, `${file}.stl`)
    const words = ['--export-stl', '--dont-arrange', '--scale', String(scale), '--output', stlPath]
    const done = Bun.spawnSync([slicerPath, ...words, join(corpusFolder, file)], { env: {} })
    if (!existsSync(stlPath)) throw new Error(`${file}: ${done.stderr.toString()}`)
    return { name: file, stlPath }
  })
}

function writeGenerated(folder: string): Model[] {
  const meshes: Record<string, Mesh> = {
    cube: box([20, 20, 20]),
    plate: box([100, 80, 4]),
    ball: sphere({ radius: 25, rings: 90, segments: 180 }),
    bumps: bumpy(),
    // 12.3 instead of 12, because PrusaSlicer reads a binary STL that contains only round numbers
    // as text.
    parts: merge(...Array.from({ length: 9 }, (_, i) => box([12.3, 12, 15], grid(i)))),
  }
  return Object.entries(meshes).map(([name, mesh]) => {
    const stlPath = join(folder, `${name}.stl`)
    writeFileSync(stlPath, binaryStl(mesh))
    return { name, stlPath }
  })
}

function grid(i: number): Vec3 {
  return [20 * (i % 3), 20 * Math.floor(i / 3), 0]
}

/** Returns a ball with detail on every outline. */
function bumpy(): Mesh {
  const mesh = sphere({ radius: 1, rings: 150, segments: 300 })
  const positions = mesh.positions.map(([x, y, z]): Vec3 => {
    const polar = Math.acos(Math.max(-1, Math.min(1, z)))
    const radius = 30 * (1 + 0.05 * Math.sin(12 * polar) * Math.sin(18 * Math.atan2(y, x)))
    return [x * radius, y * radius, z * radius]
  })
  return { ...mesh, positions }
}
