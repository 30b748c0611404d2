// Dimension lines with labels, on the sides of the part that face the camera.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Vector3,
} from 'three'
import { Label } from './label.ts'
import type { Look, ShownPart } from './messages.ts'
import type { Orbit } from './orbit.ts'

type Axis = 0 | 1 | 2
const axes: readonly Axis[] = [0, 1, 2]

export class Dimensions {
  readonly group = new Group()
  readonly #lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial())
  readonly #labels = axes.map(() => new Label())
  #sizeMm: readonly [number, number, number] | null = null
  #sides = ''

  constructor() {
    this.#lines.frustumCulled = false
    this.group.add(this.#lines, ...this.#labels.map(({ sprite }) => sprite))
    this.group.visible = false
  }

  show(part: Pick<ShownPart, 'sizeMm' | 'sizeTexts'> | null, look: Look, pixelRatio: number): void {
    this.#sizeMm = part?.sizeMm ?? null
    this.#sides = ''
    this.group.visible = part !== null
    this.#lines.material.color = new Color().setRGB(...look.text, 'srgb')
    for (const axis of axes) {
      this.#labels[axis]?.write(part?.sizeTexts[axis] ?? '', look, pixelRatio)
    }
  }

  /** Moves the lines to the visible sides. */
  update(orbit: Orbit): void {
    if (this.#sizeMm === null) return
    const { azimuth, elevation, distance } = orbit.pose
    const front = Math.cos(azimuth) >= 0 ? -1 : 1
    const side = Math.sin(azimuth) >= 0 ? 1 : -1
    const gap = distance * 0.022
    const sides = `${front} ${side} ${gap.toPrecision(2)} ${elevation > 1.2}`
    if (sides !== this.#sides) {
      this.#sides = sides
      this.#place(this.#sizeMm, { front, side, gap, isFromTop: elevation > 1.2 })
    }
    for (const label of this.#labels) label.fit(orbit)
  }

  #place(
    [x, y, z]: readonly [number, number, number],
    {
      front,
      side,
      gap,
      isFromTop,
    }: { front: number; side: number; gap: number; isFromTop: boolean },
  ): void {
    const [hx, hy] = [x / 2, y / 2]
    const yLine = front * (hy + gap)
    const xLine = side * (hx + gap)
    const corner = new Vector3(-side * (hx + gap * 0.7), front * (hy + gap * 0.7), 0)
    const ends: readonly (readonly [Vector3, Vector3, Vector3])[] = [
      [new Vector3(-hx, yLine, 0), new Vector3(hx, yLine, 0), new Vector3(0, front, 0)],
      [new Vector3(xLine, -hy, 0), new Vector3(xLine, hy, 0), new Vector3(side, 0, 0)],
      [corner, corner.clone().setZ(z), new Vector3(-side, front, 0).normalize()],
    ]
    const points: number[] = []
    for (const [axis, [from, to, out]] of ends.entries()) {
      const isHidden = axis === 2 && isFromTop
      const label = this.#labels[axis]
      if (label !== undefined) {
        label.sprite.visible = !isHidden
        label.sprite.position
          .copy(from)
          .add(to)
          .multiplyScalar(0.5)
          .addScaledVector(out, gap * 0.9)
      }
      if (isHidden) continue
      points.push(...from.toArray(), ...to.toArray())
      for (const end of [from, to]) {
        const tick = out.clone().multiplyScalar(gap * 0.45)
        points.push(...end.clone().sub(tick).toArray(), ...end.clone().add(tick).toArray())
      }
    }
    this.#lines.geometry.dispose()
    this.#lines.geometry = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(new Float32Array(points), 3),
    )
  }
}
