// Text that always faces the camera and keeps its size on the screen.
import { LinearFilter, Sprite, SpriteMaterial, SRGBColorSpace, Texture } from 'three'
import type { Look, Rgb } from './messages.ts'
import type { Orbit } from './orbit.ts'

const fontPx = 13
const paddingPx = 6
const heightPx = fontPx + 2 * paddingPx - 3

export class Label {
  readonly sprite = new Sprite(
    new SpriteMaterial({ depthTest: false, depthWrite: false, sizeAttenuation: false }),
  )
  #widthPx = 1
  #written = ''

  constructor() {
    this.sprite.renderOrder = 10
  }

  write(text: string, look: Look, pixelRatio: number): void {
    const key = JSON.stringify([text, look, pixelRatio])
    if (key === this.#written) return
    this.#written = key
    const canvas = canvasOf(1, 1)
    const measured = contextOf(canvas)
    if (measured === null) return
    const font = `600 ${fontPx}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`
    measured.font = font
    this.#widthPx = Math.ceil(measured.measureText(text).width) + 2 * paddingPx
    canvas.width = Math.ceil(this.#widthPx * pixelRatio)
    canvas.height = Math.ceil(heightPx * pixelRatio)
    const context = contextOf(canvas)
    if (context === null) return
    context.scale(pixelRatio, pixelRatio)
    context.fillStyle = css(look.panel)
    context.beginPath()
    context.roundRect(0, 0, this.#widthPx, heightPx, 5)
    context.fill()
    context.font = font
    context.fillStyle = css(look.text)
    context.textBaseline = 'middle'
    context.textAlign = 'center'
    context.fillText(text, this.#widthPx / 2, heightPx / 2 + 0.5)
    this.sprite.material.map?.dispose()
    const texture = new Texture(canvas)
    texture.colorSpace = SRGBColorSpace
    texture.minFilter = LinearFilter
    texture.generateMipmaps = false
    texture.needsUpdate = true
    this.sprite.material.map = texture
    this.sprite.material.needsUpdate = true
  }

  fit(orbit: Orbit): void {
    this.sprite.scale.set(orbit.spriteScale(this.#widthPx), orbit.spriteScale(heightPx), 1)
  }
}

const css = ([red, green, blue]: Rgb) =>
  `rgb(${Math.round(255 * red)} ${Math.round(255 * green)} ${Math.round(255 * blue)})`

type AnyCanvas = OffscreenCanvas | HTMLCanvasElement

export const canvasOf = (width: number, height: number): AnyCanvas =>
  typeof OffscreenCanvas === 'undefined'
    ? Object.assign(document.createElement('canvas'), { width, height })
    : new OffscreenCanvas(width, height)

export const contextOf = (
  canvas: AnyCanvas,
): OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null =>
  // Each canvas type has a separate overload of getContext.
  canvas instanceof OffscreenCanvas ? canvas.getContext('2d') : canvas.getContext('2d')
