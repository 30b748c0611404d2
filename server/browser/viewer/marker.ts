// Ring around the location that was selected in the list of faults.
import { CanvasTexture, Color, Sprite, SpriteMaterial, type Texture } from 'three'
import { canvasOf, contextOf } from './label.ts'
import type { Rgb, SurfacePoint } from './messages.ts'
import type { Orbit } from './orbit.ts'

const texturePx = 128
const minPx = 34

export class Marker {
  readonly sprite = new Sprite(
    new SpriteMaterial({ map: drawRing(), depthTest: false, depthWrite: false }),
  )
  #radiusMm = 1

  constructor() {
    this.sprite.renderOrder = 9
    this.sprite.visible = false
  }

  show({ at, radiusMm }: SurfacePoint): void {
    this.sprite.position.set(...at)
    this.#radiusMm = radiusMm
    this.sprite.visible = true
  }

  hide(): void {
    this.sprite.visible = false
  }

  paint(color: Rgb): void {
    this.sprite.material.color = new Color().setRGB(...color, 'srgb')
  }

  /** Scales the marker to the size of the location, with a visible minimum. */
  fit(orbit: Orbit): void {
    const distance = orbit.camera.position.distanceTo(this.sprite.position)
    const size = Math.max(2.6 * this.#radiusMm, orbit.spriteScale(minPx) * distance)
    this.sprite.scale.set(size, size, 1)
  }
}

function drawRing(): Texture {
  const canvas = canvasOf(texturePx, texturePx)
  const context = contextOf(canvas)
  const middle = texturePx / 2
  if (context !== null) {
    for (const [width, style] of [
      [12, 'rgb(255 255 255 / 55%)'],
      [7, '#fff'],
    ] as const) {
      context.strokeStyle = style
      context.lineWidth = width
      context.beginPath()
      context.arc(middle, middle, middle - 10, 0, 2 * Math.PI)
      context.stroke()
    }
  }
  const texture = new CanvasTexture(canvas)
  texture.needsUpdate = true
  return texture
}
