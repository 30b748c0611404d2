// Adds up the colors of a GLB by surface area: points spread over each triangle, each with the color of its texture, material and
// vertices. Compressed meshes have no readable triangles; the pixels of their textures are used instead.
import { setImmediate as nextRound } from 'node:timers/promises'
import type { AddColor } from '../../domain/colors/count-colors.ts'
import { encodedOf, linearOf } from '../../domain/colors/lab.ts'
import { decodePicture, type Pixels } from './decode-picture.ts'
import { type Glb, type GlbMaterial, viewBytes } from './glb-document.ts'
import { areaOf, surfacesOf, type TexturedSurface } from './glb-surface.ts'

/** Points on all surfaces together, with at least one per triangle. */
const points = 60_000
const maxPointsPerTriangle = 4_096
/** In a larger mesh, only every n-th triangle is used. */
const maxTriangles = 1_000_000
const trianglesPerRound = 20_000
const textureSide = 1_024
const maxTextures = 64

export type ModelOutcome = 'counted' | 'colorless' | 'too_many_pixels'

export type Textures = ReadonlyMap<number, Pixels>

export async function countGlbColors(
  glb: Glb,
  { add, signal }: { add: AddColor; signal: AbortSignal },
): Promise<ModelOutcome> {
  const textures = await decodeTextures(glb)
  if (textures === 'too_many_pixels') return textures
  const { surfaces, isPartial } = surfacesOf(glb)
  if (isPartial || surfaces.length === 0) {
    for (const pixels of textures.values()) addPixels(pixels, add)
    return textures.size > 0 ? 'counted' : 'colorless'
  }
  if (!surfaces.some((surface) => isColored(surface, textures))) return 'colorless'
  await addSurfaces(surfaces, textures, { add, signal })
  return 'counted'
}

export function addPixels({ rgba }: Pixels, add: AddColor): void {
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    add(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, (rgba[at + 3] ?? 0) / 255)
  }
}

/** Returns the pixels by texture index. If a texture cannot be read, only the material's factor is used. */
export async function decodeTextures(glb: Glb): Promise<Textures | 'too_many_pixels'> {
  const { textures, images, materials } = glb.document
  const used = new Set(
    materials.flatMap(({ pbrMetallicRoughness: base }) => base?.baseColorTexture?.index ?? []),
  )
  const decoded = new Map<number, Pixels>()
  for (const at of [...used].slice(0, maxTextures)) {
    const texture = textures[at]
    const source = texture?.extensions.EXT_texture_webp?.source ?? texture?.source
    const image = source === undefined ? undefined : images[source]
    const bytes = viewBytes(glb, image?.bufferView)
    if (bytes === null) continue
    const picture = await decodePicture(bytes, textureSide)
    if (picture.kind === 'too_many_pixels') return picture.kind
    if (picture.kind === 'decoded') decoded.set(at, picture.pixels)
  }
  return decoded
}

export function isColored({ colors, material, uvs }: TexturedSurface, textures: Textures): boolean {
  const base = material?.pbrMetallicRoughness
  const texture = base?.baseColorTexture
  const isTextured = texture !== undefined && uvs !== null && textures.has(texture.index)
  return colors !== null || isTextured || base?.baseColorFactor !== undefined
}

async function addSurfaces(
  surfaces: readonly TexturedSurface[],
  textures: Textures,
  { add, signal }: { add: AddColor; signal: AbortSignal },
): Promise<void> {
  const count = surfaces.reduce((sum, { triangleCount }) => sum + triangleCount, 0)
  const step = Math.max(1, Math.ceil(count / maxTriangles))
  let total = 0
  await forEachTriangle(surfaces, { step, signal }, (_surface, _triangle, area) => {
    total += area
  })
  if (total === 0) return
  const samplers = new Map(surfaces.map((surface) => [surface, samplerOf(surface, textures, add)]))
  await forEachTriangle(surfaces, { step, signal }, (surface, triangle, area) => {
    const share = Math.round((points * area) / total)
    const here = Math.min(maxPointsPerTriangle, Math.max(1, share))
    samplers.get(surface)?.(triangle, here, area)
  })
}

/** Calls a function for each triangle. Yields to the event loop every few thousand triangles. */
export async function forEachTriangle(
  surfaces: readonly TexturedSurface[],
  { step, signal }: { step: number; signal: AbortSignal },
  visit: (surface: TexturedSurface, triangle: number, area: number) => void,
): Promise<void> {
  let visited = 0
  for (const surface of surfaces) {
    for (let triangle = 0; triangle < surface.triangleCount; triangle += step) {
      const area = areaOf(surface, triangle)
      if (area > 0) visit(surface, triangle, area)
      visited += 1
      if (visited % trianglesPerRound === 0) {
        signal.throwIfAborted()
        await nextRound()
      }
    }
  }
}

type Rgba = readonly [red: number, green: number, blue: number, opacity: number]

/** Returns a function that adds `count` points of a triangle, each with its part of the area. */
function samplerOf(surface: TexturedSurface, textures: Textures, add: AddColor) {
  const colorAt = colorsOf(surface, textures)
  return (triangle: number, count: number, area: number) => {
    for (let point = 0; point < count; point++) {
      const [r, g, b, opacity] = colorAt(triangle, spread(point))
      add(r, g, b, (opacity * area) / count)
    }
  }
}

/** Returns the color of a point of a triangle, 0 to 255 per channel, and its opacity from 0 to 1. */
export function colorsOf(
  surface: TexturedSurface,
  textures: Textures,
): (triangle: number, weights?: Weights) => Rgba {
  const { uvs, colors, material, vertexOf } = surface
  const base = material?.pbrMetallicRoughness
  const index = base?.baseColorTexture?.index
  const texture = index === undefined || uvs === null ? undefined : textures.get(index)
  const [fr = 1, fg = 1, fb = 1, fa = 1] = base?.baseColorFactor ?? []
  return (triangle, weights = center) => {
    const corners = [0, 1, 2].map((corner) => vertexOf(triangle, corner))
    const mixed = (reader: NonNullable<TexturedSurface['uvs']>, part: number) =>
      corners.reduce((sum, vertex, corner) => {
        const value = vertex < reader.count ? reader.read(vertex, part) : 0
        return sum + value * (weights[corner] ?? 0)
      }, 0)
    const [r, g, b, a]: Rgba =
      texture === undefined || uvs === null
        ? [1, 1, 1, 1]
        : texelOf(texture, mixed(uvs, 0), mixed(uvs, 1))
    const channelOf = (part: number) =>
      colors === null || part >= colors.width ? 1 : mixed(colors, part)
    return [
      byteOf(r * fr * channelOf(0)),
      byteOf(g * fg * channelOf(1)),
      byteOf(b * fb * channelOf(2)),
      opacityOf(material, a * fa * channelOf(3)),
    ]
  }
}

/** Returns the nearest texel in linear light. The texture repeats beyond 0 to 1. */
function texelOf({ width, height, rgba }: Pixels, u: number, v: number): Rgba {
  const column = Math.min(width - 1, Math.floor(fraction(u) * width))
  const row = Math.min(height - 1, Math.floor(fraction(v) * height))
  const at = 4 * (row * width + column)
  const linear = (part: number) => linearBytes[rgba[at + part] ?? 0] ?? 0
  return [linear(0), linear(1), linear(2), (rgba[at + 3] ?? 0) / 255]
}

const linearBytes = Array.from({ length: 256 }, (_, value) => linearOf(value / 255))

const fraction = (value: number) => (Number.isFinite(value) ? value - Math.floor(value) : 0)

const byteOf = (linear: number) =>
  Math.round(255 * encodedOf(Math.min(1, Math.max(0, Number.isFinite(linear) ? linear : 0))))

function opacityOf(material: GlbMaterial | null, opacity: number): number {
  switch (material?.alphaMode) {
    case 'MASK':
      return opacity < material.alphaCutoff ? 0 : 1
    case 'BLEND':
      return Math.min(1, Math.max(0, opacity))
    default:
      return 1
  }
}

type Weights = readonly [number, number, number]
const center: Weights = [1 / 3, 1 / 3, 1 / 3]

/** Returns the n-th point of a sequence that fills a triangle evenly: R2 (Roberts 2018), folded at the diagonal. */
function spread(n: number): Weights {
  const u = fraction(0.5 + n * 0.7548776662466927)
  const v = fraction(0.5 + n * 0.5698402909980532)
  const [a, b] = u + v > 1 ? [1 - u, 1 - v] : [u, v]
  // The first point of the sequence would be on an edge.
  if (n === 0) return center
  return [1 - a - b, a, b]
}
