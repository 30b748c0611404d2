// Measures how many parts the slicer's own arrangement puts on one plate. The slicer is asked to
// print thin prisms of the outlines, and refuses prisms that do not fit the bed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gapMm, marginMm, type PlateBed } from '../../server/domain/planning/arrange/plate-bed.ts'
import type { Shape } from './open-parts.ts'

type Corner = readonly [x: number, y: number]

const layerMm = 0.3
const notFitting = 'Objects could not fit on the bed'

export type SlicerArrange = {
  /**
   * Returns whether the parts `from` to `to` of the list fit on one plate. Throws when the slicer
   * fails for another reason.
   */
  readonly fit: (from: number, to: number) => boolean
  readonly end: () => void
}

/** Starts the arrangement. `slicer`: the program. Its bed is the farm's bed without the margins. */
export function startSlicerArrange(
  slicer: string,
  bed: PlateBed,
  shapes: readonly Shape[],
): SlicerArrange {
  const folder = mkdtempSync(join(tmpdir(), 'arrange-'))
  const [width, depth] = [bed.widthMm - 2 * marginMm, bed.depthMm - 2 * marginMm]
  const config = join(folder, 'bed.ini')
  const settings = [
    `bed_shape = 0x0,${width}x0,${width}x${depth},0x${depth}`,
    `duplicate_distance = ${gapMm}`,
    `layer_height = ${layerMm}`,
    `first_layer_height = ${layerMm}`,
    ...['skirts', 'brim_width', 'top_solid_layers', 'bottom_solid_layers'].map(
      (name) => `${name} = 0`,
    ),
    'perimeters = 1',
    'fill_density = 0%',
  ]
  writeFileSync(config, settings.join('\n'))
  const files = shapes.map(({ outline }, index) => {
    const file = join(folder, `${index}.stl`)
    writeFileSync(file, prismStl(outline))
    return file
  })
  return {
    fit: (from, to) => {
      const gcode = join(folder, 'plate.gcode')
      const parts = files.slice(from, to)
      const run = Bun.spawnSync(
        [slicer, '--load', config, '--merge', '--export-gcode', '-o', gcode, ...parts],
        { stdout: 'pipe', stderr: 'pipe' },
      )
      if (run.success) return true
      const said = `${run.stdout}${run.stderr}`
      if (said.includes(notFitting)) return false
      throw new Error(`the slicer did not arrange parts: ${said.trim().split('\n').at(-1)}`)
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function prismStl(outline: readonly Corner[]): Uint8Array {
  const caps = trianglesOf(outline).flatMap(([a, b, c]) => [
    [at(a, layerMm), at(b, layerMm), at(c, layerMm)],
    [at(a, 0), at(c, 0), at(b, 0)],
  ])
  const walls = outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from
    return [
      [at(from, 0), at(to, 0), at(to, layerMm)],
      [at(from, 0), at(to, layerMm), at(from, layerMm)],
    ]
  })
  const triangles = [...caps, ...walls]
  const stl = new Uint8Array(84 + 50 * triangles.length)
  const view = new DataView(stl.buffer)
  view.setUint32(80, triangles.length, true)
  for (const [index, corners] of triangles.entries()) {
    // The slicer reads a file without a byte above 127 near its start as text. The normals of caps
    // have such a byte, and the slicer recomputes normals.
    const numbers = [0, 0, 1, ...corners.flat()]
    for (const [place, value] of numbers.entries()) {
      view.setFloat32(84 + 50 * index + 4 * place, value, true)
    }
  }
  return stl
}

const at = ([x, y]: Corner, z: number) => [x, y, z] as const

/** Cuts a counterclockwise polygon without holes into triangles by ear clipping. */
function trianglesOf(outline: readonly Corner[]): readonly (readonly [Corner, Corner, Corner])[] {
  let left = [...outline]
  const triangles: [Corner, Corner, Corner][] = []
  while (left.length > 3) {
    const ear = left.findIndex((_, index) => isEar(left, index))
    if (ear < 0) throw new Error('an outline has no ear')
    triangles.push(cornersAt(left, ear))
    left = left.filter((_, index) => index !== ear)
  }
  return left.length === 3 ? [...triangles, cornersAt(left, 1)] : triangles
}

function cornersAt(polygon: readonly Corner[], index: number): [Corner, Corner, Corner] {
  const own = polygon[index] ?? [0, 0]
  return [polygon.at(index - 1) ?? own, own, polygon[(index + 1) % polygon.length] ?? own]
}

function isEar(polygon: readonly Corner[], index: number): boolean {
  const [a, b, c] = cornersAt(polygon, index)
  if (turn(a, b, c) <= 0) return false
  const others = polygon.filter((corner) => corner !== a && corner !== b && corner !== c)
  return !others.some((corner) => {
    return turn(a, b, corner) >= 0 && turn(b, c, corner) >= 0 && turn(c, a, corner) >= 0
  })
}

/** Returns twice the area of a triangle, positive if it runs counterclockwise. */
const turn = (a: Corner, b: Corner, c: Corner): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
