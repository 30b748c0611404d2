// Sample parts generated in code: a gear, a vase, and a part with visible faults.

import { binaryStl } from '../../base/stl.ts'

type Point = readonly [number, number, number]
type Flat = readonly [number, number]

const samples = {
  gear: { fileName: 'gear.stl', make: gear },
  vase: { fileName: 'vase.stl', make: vase },
  faulty: { fileName: 'part-with-faults.stl', make: faultyPart },
} as const

/** Returns a binary STL in millimeters, or null for an unknown name. */
export function sampleFile(name: string): File | null {
  const sample = Object.entries(samples).find(([known]) => known === name)?.[1]
  if (sample === undefined) return null
  return new File([binaryStl(sample.make().corners.flat())], sample.fileName, { type: 'model/stl' })
}

/** Triangle corners in groups of three, counterclockwise from outside. */
class Solid {
  readonly corners: Point[] = []

  quad(a: Point, b: Point, c: Point, d: Point): void {
    this.corners.push(a, b, c, a, c, d)
  }

  /**
   * Adds a band between two closed lines at two heights with the same number of points. The outside is on the right,
   * facing up along the line.
   */
  band(
    [low, lowZ]: readonly [readonly Flat[], number],
    [high, highZ]: readonly [readonly Flat[], number],
  ): void {
    const at = (points: readonly Flat[], index: number, z: number): Point => {
      const [x, y] = points[index % points.length] ?? [0, 0]
      return [x, y, z]
    }
    for (let i = 0; i < low.length; i++) {
      this.quad(at(low, i, lowZ), at(low, i + 1, lowZ), at(high, i + 1, highZ), at(high, i, highZ))
    }
  }

  box([x0, y0, z0]: Point, [x1, y1, z1]: Point): void {
    this.quad([x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0])
    this.quad([x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1])
    this.quad([x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1])
    this.quad([x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1])
    this.quad([x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1])
    this.quad([x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1])
  }
}

function circle(radius: number, points: number): Flat[] {
  return Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

function gear(): Solid {
  const teeth = 24
  const perTooth = 12
  const outer = Array.from({ length: teeth * perTooth }, (_, i): Flat => {
    const phase = (i % perTooth) / perTooth
    const flank = Math.min(1, Math.max(0, 2.6 * (Math.cos(2 * Math.PI * phase) + 0.15) + 0.5))
    const radius = 27 + 4.4 * flank
    const angle = (2 * Math.PI * i) / (teeth * perTooth)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  // The lines run from the bottom edge of the bore outwards, over the rim, the web and the hub, and back down the bore.
  const profile: readonly (readonly [points: readonly Flat[], z: number])[] = [
    [circle(4, outer.length), 0],
    [outer, 0],
    [outer, 9],
    [circle(21, outer.length), 9],
    [circle(20, outer.length), 5],
    [circle(10, outer.length), 5],
    [circle(9.5, outer.length), 16],
    [circle(4, outer.length), 16],
    [circle(4, outer.length), 0],
  ]
  const solid = new Solid()
  for (let i = 0; i + 1 < profile.length; i++) {
    const [from, to] = [profile[i], profile[i + 1]]
    if (from !== undefined && to !== undefined) solid.band(from, to)
  }
  return solid
}

function vase(): Solid {
  const height = 90
  const wallMm = 1.6
  const floorMm = 2
  const levels = 120
  const around = 144
  const radiusAt = (z: number, angle: number) =>
    24 + 9 * Math.sin((z / height) * 4.1 + 0.5) + 1.6 * Math.sin(8 * angle + z * 0.045)
  const point = (z: number, index: number, inward: number): Point => {
    const angle = (2 * Math.PI * (index % around)) / around
    const radius = radiusAt(z, angle) - inward
    return [radius * Math.cos(angle), radius * Math.sin(angle), z]
  }
  const solid = new Solid()
  const heightAt = (level: number) => (height * level) / levels
  const inner = (level: number) => floorMm + ((height - floorMm) * level) / levels
  for (let i = 0; i < around; i++) {
    for (let level = 0; level < levels; level++) {
      const [low, high] = [heightAt(level), heightAt(level + 1)]
      solid.quad(point(low, i, 0), point(low, i + 1, 0), point(high, i + 1, 0), point(high, i, 0))
      const [from, to] = [inner(level), inner(level + 1)]
      solid.quad(
        point(from, i + 1, wallMm),
        point(from, i, wallMm),
        point(to, i, wallMm),
        point(to, i + 1, wallMm),
      )
    }
    solid.quad(
      point(height, i, 0),
      point(height, i + 1, 0),
      point(height, i + 1, wallMm),
      point(height, i, wallMm),
    )
    solid.corners.push([0, 0, 0], point(0, i + 1, 0), point(0, i, 0))
    solid.corners.push([0, 0, floorMm], point(floorMm, i, wallMm), point(floorMm, i + 1, wallMm))
  }
  return solid
}

/** Returns a bracket with a fin of half a millimeter, a shelf without support and a missing face. */
function faultyPart(): Solid {
  const solid = new Solid()
  solid.box([-30, -18, 0], [30, 18, 6])
  solid.box([-29, -17, 5], [-22, 17, 38])
  solid.box([-23, -12, 30], [14, 12, 35])
  solid.box([4, -15, 5], [4.5, 15, 22])
  // Removes two triangles, which leaves the end of the shelf open.
  solid.corners.splice(2 * 36 + 30, 6)
  return solid
}
