// Solids of revolution whose outline may vary with the angle: vases, figures, blocks, stars.
import type { ParametricSurface, Point } from './surface.ts'

/** Distance from the axis and height in mm, from one end on the axis to the other, with the outside on the right. */
export type Profile = readonly (readonly [radius: number, z: number])[]

export type Revolved = {
  readonly profile: Profile
  readonly columns: number
  readonly smooth: boolean
  /** Returns the factor of the radius at an angle and a height. */
  readonly swing?: (angle: number, z: number) => number
}

export function revolve({
  profile,
  columns,
  smooth,
  swing = () => 1,
}: Revolved): ParametricSurface {
  const point = (column: number, row: number): Point => {
    const [radius, z] = profile[row] ?? [0, 0]
    const angle = (2 * Math.PI * column) / columns
    const reach = radius === 0 ? 0 : radius * swing(angle, z)
    return [reach * Math.cos(angle), reach * Math.sin(angle), z]
  }
  return { columns, rows: profile.length - 1, poles: true, smooth, point }
}

/** Returns the outline with points added in between, so that no step is longer than `stepMm`. */
export function refine(outline: Profile, stepMm: number): Profile {
  return outline.flatMap((corner, index) => {
    const before = outline[index - 1]
    if (before === undefined) return [corner]
    const steps = Math.max(
      1,
      Math.ceil(Math.hypot(corner[0] - before[0], corner[1] - before[1]) / stepMm),
    )
    return Array.from({ length: steps }, (_, step): readonly [number, number] => {
      const part = (step + 1) / steps
      return [
        before[0] + (corner[0] - before[0]) * part,
        before[1] + (corner[1] - before[1]) * part,
      ]
    })
  })
}

/** Returns points of a curve from `from` to `to`, both ends included. */
export function curve(
  steps: number,
  at: (part: number) => readonly [radius: number, z: number],
): Profile {
  return Array.from({ length: steps + 1 }, (_, step) => at(step / steps))
}
