// The ordered parts: shapes of several sizes, which the geometry core measures and estimates like any other file.
import { binaryStl, box, cup, type Mesh, merge } from '../../testing/models/meshes.ts'

export type Part = {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sizeMm: readonly [number, number, number]
  /** Relative frequency of its orders. */
  readonly weight: number
}

const meshes: Readonly<Record<string, readonly [weight: number, mesh: Mesh]>> = {
  clip: [12, box([26, 14, 8])],
  spacer: [10, box([18, 18, 12])],
  bracket: [12, merge(box([40, 30, 6]), box([6, 30, 40]))],
  hook: [10, merge(box([12, 50, 10]), box([12, 10, 40]), box([12, 10, 30], [0, 40, 0]))],
  tile: [8, box([70, 70, 4])],
  box: [12, cup(45, 2)],
  stand: [10, merge(box([90, 60, 6]), box([90, 6, 55], [0, 54, 0]))],
  lever: [8, box([110, 22, 12])],
  vase: [6, cup(80, 2)],
  block: [6, box([60, 45, 40])],
  panel: [3, box([150, 130, 5])],
  housing: [3, cup(120, 2.4)],
  /** Longer than the smallest bed. */
  rail: [2, box([205, 24, 16])],
  /** Fits only the largest bed. */
  tray: [1, merge(box([270, 180, 3]), box([270, 3, 25]), box([270, 3, 25], [0, 177, 0]))],
}

function sideMm({ positions }: Mesh, axis: 0 | 1 | 2): number {
  const places = positions.map((position) => position[axis])
  return Math.max(...places) - Math.min(...places)
}

export const parts: readonly Part[] = Object.entries(meshes).map(([name, [weight, mesh]]) => ({
  name,
  weight,
  bytes: binaryStl(mesh, name),
  sizeMm: [sideMm(mesh, 0), sideMm(mesh, 1), sideMm(mesh, 2)],
}))
