// Five parts for every printer: a flat, a tall, a round and a part that is hollow below, and one that nearly fills the smallest bed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaryStl, box, merge, sphere } from '../../testing/models/meshes.ts'

/** Writes the parts as STL. Returns their paths by name. */
export function makeParts(folder: string): ReadonlyMap<string, string> {
  const meshes = {
    tile: box([40, 30, 2]),
    tower: box([12.3, 11.7, 60.1]),
    ball: sphere({ radius: 12, rings: 40, segments: 60 }),
    // Two legs and a plate on them.
    bridge: merge(
      box([5, 20, 15], [-15, 0, 0]),
      box([5, 20, 15], [15, 0, 0]),
      box([35, 20, 3], [0, 0, 9]),
    ),
    wide: box([90, 90, 4]),
  }
  return new Map(
    Object.entries(meshes).map(([name, mesh]) => {
      const path = join(folder, `${name}.stl`)
      writeFileSync(path, binaryStl(mesh))
      return [name, path]
    }),
  )
}
