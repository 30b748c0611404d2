// Stage: draws one part on the plate with three.js, only on request. It runs in a worker if the browser can draw there,
// and does not depend on the page.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  Scene,
  type ShaderMaterial,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three'
import { buildVolumeMm } from '../../domain/catalog/build-volume.ts'
import { Dimensions } from './dimensions.ts'
import { Marker } from './marker.ts'
import type { FromStage, Look, ScreenSize, ShownPart, ToStage } from './messages.ts'
import { Orbit } from './orbit.ts'
import { paintOf, partMaterial } from './part-material.ts'
import { plate, shadowMaterial } from './plate.ts'

type Start = Extract<ToStage, { kind: 'start' }>

/** Higher resolutions look the same but cost frames. */
const maxPixelRatio = 2
/** The shadow draws every triangle a second time. */
const maxShadowTriangles = 400_000

export class Stage {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #orbit = new Orbit()
  readonly #part = new Group()
  readonly #shadow = new Group()
  readonly #boxes = new Group()
  readonly #plate = plate()
  readonly #material = partMaterial()
  readonly #shadowMaterial: ShaderMaterial = shadowMaterial()
  readonly #dimensions = new Dimensions()
  readonly #marker = new Marker()
  readonly #send: (message: FromStage) => void
  #look: Look
  #pixelRatio = 1
  #shown: ShownPart | null = null
  #frame: number | null = null
  #frames = 0

  /** Throws if WebGL is not available. */
  constructor({ canvas, size, look, still }: Start, send: (message: FromStage) => void) {
    this.#send = send
    this.#look = look
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: false, stencil: true })
    this.#orbit.still = still
    this.#scene.add(
      this.#plate,
      this.#shadow,
      this.#part,
      this.#boxes,
      this.#dimensions.group,
      this.#marker.sprite,
    )
    canvas.addEventListener('webglcontextlost', () =>
      send({ kind: 'failed', reason: 'the graphics card was reset' }),
    )
    this.#resize(size)
    this.#paint()
    this.#draw()
  }

  handle(message: Exclude<ToStage, Start>): void {
    const orbit = this.#orbit
    const now = performance.now()
    switch (message.kind) {
      case 'look':
        this.#look = message.look
        this.#paint()
        break
      case 'still':
        orbit.still = message.still
        break
      case 'size':
        this.#resize(message.size)
        break
      case 'part':
        this.#show(message.part)
        break
      case 'toggles': {
        const { faults, xray } = message.toggles
        this.#setUniform('showFaults', faults ? 1 : 0)
        this.#setUniform('xray', xray ? 1 : 0)
        this.#material.transparent = xray
        this.#material.depthWrite = !xray
        this.#shadow.visible = !xray
        break
      }
      case 'color':
        this.#material.uniforms['base']?.value.copy(paintOf(...message.color))
        break
      case 'layer':
        this.#setUniform('layerMm', message.layerMm)
        break
      case 'turn':
        orbit.turn(message.dx, message.dy)
        break
      case 'pan':
        orbit.pan(message.dx, message.dy)
        break
      case 'zoom':
        orbit.zoom(message.factor)
        break
      case 'view':
        this.#marker.hide()
        orbit.view(message.view, now)
        break
      case 'focus':
        this.#marker.show(message.place)
        orbit.focus(message.place, now)
        break
      case 'end':
        this.#end()
        return
    }
    this.#invalidate()
  }

  #setUniform(name: string, value: number): void {
    const uniform = this.#material.uniforms[name]
    if (uniform !== undefined) uniform.value = value
  }

  #resize(size: ScreenSize): void {
    this.#pixelRatio = Math.min(maxPixelRatio, size.pixelRatio)
    this.#renderer.setPixelRatio(this.#pixelRatio)
    this.#renderer.setSize(size.width, size.height, false)
    this.#orbit.resize(size)
    if (this.#frames === 0 || this.#shown === null) this.#orbit.frame([150, 120, 60])
    this.#setUniform('pixelRatio', this.#pixelRatio)
  }

  #paint(): void {
    const { ground, line, broken, accent, dark } = this.#look
    this.#renderer.setClearColor(new Color().setRGB(...ground, 'srgb'))
    // Raw shaders write displayed colors, so these are the page's values.
    this.#plate.material.uniforms['line']?.value.setRGB(...line)
    const darkness = this.#shadowMaterial.uniforms['darkness']
    if (darkness !== undefined) darkness.value = dark ? 0.34 : 0.12
    this.#marker.paint(dark ? accent : broken)
    this.#showDimensions()
  }

  #showDimensions(): void {
    this.#dimensions.show(this.#shown, this.#look, this.#pixelRatio)
  }

  #show(part: ShownPart | null): void {
    const isSameSize = `${part?.sizeMm}` === `${this.#shown?.sizeMm}`
    this.#clear()
    this.#shown = part
    this.#marker.hide()
    if (part !== null) this.#add(part)
    if (!isSameSize) this.#orbit.frame(part?.sizeMm ?? [150, 120, 60])
    const reach = this.#plate.material.uniforms['reach']
    if (reach !== undefined) {
      const [x, y] = part?.sizeMm ?? [150, 120]
      reach.value = Math.max(45, 1.5 * Math.hypot(x, y))
    }
    this.#showDimensions()
  }

  #add({ chunks, triangles, sizeMm, fits }: ShownPart): void {
    for (const { positions, surface } of chunks) {
      const geometry = new BufferGeometry()
        .setAttribute('position', freeAfterUpload(new BufferAttribute(positions, 3)))
        .setAttribute('surface', freeAfterUpload(new BufferAttribute(surface, 4)))
      // The renderer would compute the sphere from positions that are no longer in memory.
      geometry.boundingSphere = new Sphere(
        new Vector3(0, 0, sizeMm[2] / 2),
        Math.hypot(...sizeMm) / 2,
      )
      for (const [group, material] of [
        [this.#part, this.#material],
        [this.#shadow, this.#shadowMaterial],
      ] as const) {
        if (group === this.#shadow && triangles > maxShadowTriangles) continue
        const mesh = new Mesh(geometry, material)
        mesh.frustumCulled = false
        mesh.renderOrder = group === this.#shadow ? -1 : 0
        group.add(mesh)
      }
    }
    if (chunks.length === 0) this.#addBox(sizeMm, this.#look.text)
    if (!fits) this.#addBox(buildVolumeMm, this.#look.broken)
  }

  #addBox(
    sizeMm: readonly [number, number, number],
    [red, green, blue]: readonly [number, number, number],
  ): void {
    const box = new LineSegments(
      new EdgesGeometry(new BoxGeometry(...sizeMm)),
      new LineBasicMaterial({ color: new Color().setRGB(red, green, blue, 'srgb') }),
    )
    box.position.z = sizeMm[2] / 2
    this.#boxes.add(box)
  }

  #clear(): void {
    const geometries = new Set<BufferGeometry>()
    for (const group of [this.#part, this.#shadow, this.#boxes]) {
      for (const child of group.children) {
        if (child instanceof Mesh || child instanceof LineSegments) geometries.add(child.geometry)
      }
      group.clear()
    }
    for (const geometry of geometries) geometry.dispose()
  }

  #invalidate(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null
      this.#draw()
    })
  }

  #draw(): void {
    const orbit = this.#orbit
    orbit.update(performance.now())
    this.#dimensions.update(orbit)
    this.#marker.fit(orbit)
    this.#material.uniforms['up']?.value
      .set(0, 0, 1)
      .transformDirection(orbit.camera.matrixWorldInverse)
    // From below, the plate would hide the part.
    this.#plate.visible = orbit.camera.position.z > -0.01
    this.#shadow.visible = this.#plate.visible && !this.#material.transparent
    this.#renderer.render(this.#scene, orbit.camera)
    this.#frames++
    this.#send({ kind: 'drawn', frames: this.#frames, triangles: this.#shown?.triangles ?? 0 })
    if (orbit.isMoving) this.#invalidate()
  }

  #end(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.#clear()
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
  }
}

/** Frees the arrays after they are uploaded to the graphics card. */
function freeAfterUpload(attribute: BufferAttribute): BufferAttribute {
  attribute.onUpload(() => {
    attribute.array = attribute.array.slice(0, 0)
  })
  return attribute
}
