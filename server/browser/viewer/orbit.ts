// Camera that orbits a point, with Z up. User movements take effect immediately, and view changes are animated.
import { PerspectiveCamera, Vector3 } from 'three'
import type { ScreenSize, SurfacePoint, View } from './messages.ts'

const fieldOfViewDeg = 26
const radiansPerPixel = 0.008
/** Maximum duration of a movement, in milliseconds. */
const moveMs = 150

type Pose = {
  readonly target: Vector3
  /** Angle about Z in radians. 0 faces +Y. */
  azimuth: number
  /** Angle from the horizon in radians. 90 degrees faces straight down. */
  elevation: number
  distance: number
}

/** Share of the view's width that a part fills. */
const usedWidth = { wide: 0.72, narrow: 0.52 }
const usedHeight = 0.6

const degrees = Math.PI / 180
const maxElevation = 89.5 * degrees
const views: Readonly<Record<View, readonly [azimuth: number, elevation: number]>> = {
  iso: [-33 * degrees, 27 * degrees],
  front: [0, 4 * degrees],
  right: [90 * degrees, 4 * degrees],
  top: [0, maxElevation],
}

export class Orbit {
  readonly camera = new PerspectiveCamera(fieldOfViewDeg, 1, 1, 5000)
  #pose: Pose = { target: new Vector3(), azimuth: 0, elevation: 0, distance: 400 }
  #move: { readonly from: Pose; readonly to: Pose; readonly since: number } | null = null
  #sizeMm: readonly [number, number, number] = [100, 100, 20]
  #heightPx = 1
  still = false

  constructor() {
    this.camera.up.set(0, 0, 1)
    this.frame([100, 100, 20])
  }

  get isMoving(): boolean {
    return this.#move !== null
  }

  get pose(): Readonly<Pose> {
    return this.#pose
  }

  get heightPx(): number {
    return this.#heightPx
  }

  resize({ width, height }: ScreenSize): void {
    this.#heightPx = Math.max(1, height)
    this.camera.aspect = width / Math.max(1, height)
    this.camera.updateProjectionMatrix()
  }

  /** Shows a part of this size completely. */
  frame(sizeMm: readonly [number, number, number]): void {
    this.#sizeMm = sizeMm
    this.#pose = this.#poseOf('iso')
    this.#move = null
  }

  view(view: View, now: number): void {
    this.#go(this.#poseOf(view), now)
  }

  /** Rotates the view to a point from outside the surface, slightly from above. */
  focus({ at, normal, radiusMm }: SurfacePoint, now: number): void {
    const [nx, ny, nz] = normal
    const flat = Math.hypot(nx, ny)
    const azimuth = flat > 0.05 ? Math.atan2(nx, -ny) : this.#pose.azimuth
    const elevation = Math.min(70 * degrees, Math.max(-60 * degrees, Math.atan2(nz, flat)))
    const whole = this.#fitDistance(azimuth, elevation)
    const near =
      (Math.max(radiusMm, 0.06 * this.#radius()) * 3.2) / Math.tan((fieldOfViewDeg / 2) * degrees)
    this.#go(
      { target: new Vector3(...at), azimuth, elevation, distance: Math.min(near, whole) },
      now,
    )
  }

  turn(dx: number, dy: number): void {
    this.#move = null
    const pose = this.#pose
    pose.azimuth -= dx * radiansPerPixel
    pose.elevation = clamp(pose.elevation + dy * radiansPerPixel, -maxElevation, maxElevation)
  }

  pan(dx: number, dy: number): void {
    this.#move = null
    const pose = this.#pose
    const mmPerPixel =
      (2 * pose.distance * Math.tan((fieldOfViewDeg / 2) * degrees)) / this.#heightPx
    const right = new Vector3().setFromMatrixColumn(this.camera.matrix, 0)
    const up = new Vector3().setFromMatrixColumn(this.camera.matrix, 1)
    pose.target.addScaledVector(right, -dx * mmPerPixel).addScaledVector(up, dy * mmPerPixel)
  }

  zoom(factor: number): void {
    this.#move = null
    const radius = this.#radius()
    this.#pose.distance = clamp(this.#pose.distance / factor, radius * 0.15, radius * 30)
  }

  /** Places the camera for a frame at `now`, in milliseconds. */
  update(now: number): void {
    if (this.#move !== null) {
      const share = Math.min(1, (now - this.#move.since) / moveMs)
      this.#pose = between(this.#move.from, this.#move.to, 1 - (1 - share) ** 3)
      if (share >= 1) this.#move = null
    }
    const { target, azimuth, elevation, distance } = this.#pose
    const flat = Math.cos(elevation) * distance
    this.camera.position.set(
      target.x + Math.sin(azimuth) * flat,
      target.y - Math.cos(azimuth) * flat,
      target.z + Math.sin(elevation) * distance,
    )
    this.camera.near = Math.max(0.05, distance / 200)
    this.camera.far = distance + 20 * Math.max(60, this.#radius())
    this.camera.updateProjectionMatrix()
    this.camera.lookAt(target)
    this.camera.updateMatrixWorld()
  }

  /** Returns the scale at which a sprite without attenuation has the given height in pixels. */
  spriteScale(pixels: number): number {
    return (pixels * 2 * Math.tan((fieldOfViewDeg / 2) * degrees)) / this.#heightPx
  }

  #poseOf(view: View): Pose {
    const [azimuth, elevation] = views[view]
    const target = new Vector3(0, 0, this.#sizeMm[2] / 2)
    return { target, azimuth, elevation, distance: this.#fitDistance(azimuth, elevation) }
  }

  /**
   * Returns the distance at which every corner of the part is visible, with space for its dimensions and the tools.
   */
  #fitDistance(azimuth: number, elevation: number): number {
    const halfHeight = Math.tan((fieldOfViewDeg / 2) * degrees)
    const [sx, sy, sz] = this.#sizeMm
    const [sinA, cosA] = [Math.sin(azimuth), Math.cos(azimuth)]
    const [sinE, cosE] = [Math.sin(elevation), Math.cos(elevation)]
    const { aspect } = this.camera
    const width = aspect > 1 ? usedWidth.wide : usedWidth.narrow
    let distance = 0
    for (let corner = 0; corner < 8; corner++) {
      const x = (corner & 1 ? sx : -sx) / 2
      const y = (corner & 2 ? sy : -sy) / 2
      const z = (corner & 4 ? sz : -sz) / 2
      const back = x * sinA - y * cosA
      const right = x * cosA + y * sinA
      const near = back * cosE + z * sinE
      const up = z * cosE - back * sinE
      distance = Math.max(
        distance,
        near + Math.abs(right) / (halfHeight * aspect * width),
        near + Math.abs(up) / (halfHeight * usedHeight),
      )
    }
    return Math.max(distance, 1)
  }

  #radius(): number {
    return Math.max(0.5, Math.hypot(...this.#sizeMm) / 2)
  }

  #go(to: Pose, now: number): void {
    if (this.still) {
      this.#pose = to
      this.#move = null
      return
    }
    const from = this.#pose
    // Takes the shorter way around.
    const turns = Math.round((from.azimuth - to.azimuth) / (2 * Math.PI))
    this.#move = { from, to: { ...to, azimuth: to.azimuth + turns * 2 * Math.PI }, since: now }
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

function between(from: Pose, to: Pose, share: number): Pose {
  const mix = (one: number, other: number) => one + (other - one) * share
  return {
    target: from.target.clone().lerp(to.target, share),
    azimuth: mix(from.azimuth, to.azimuth),
    elevation: mix(from.elevation, to.elevation),
    distance: Math.exp(mix(Math.log(from.distance), Math.log(to.distance))),
  }
}
