// Pictures and colored GLB models for tests.
import sharp from 'sharp'

type Background = { r: number; g: number; b: number; alpha: number }
export type Patch = { readonly color: Background; readonly width: number }

export const opaque = (r: number, g: number, b: number): Background => ({ r, g, b, alpha: 1 })

/** Returns stripes of full height, from left to right. */
export async function stripes(
  patches: readonly Patch[],
  type: 'png' | 'jpeg' | 'webp' = 'png',
  height = 60,
): Promise<Uint8Array<ArrayBuffer>> {
  const width = patches.reduce((sum, patch) => sum + patch.width, 0)
  let left = 0
  const layers = patches.map((patch) => {
    const layer = {
      input: {
        create: { width: patch.width, height, channels: 4 as const, background: patch.color },
      },
      left,
      top: 0,
    }
    left += patch.width
    return layer
  })
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const picture = sharp({ create: { width, height, channels: 4, background: clear } }).composite(
    layers,
  )
  const bytes = await (type === 'webp'
    ? picture.webp({ lossless: true })
    : picture[type]({})
  ).toBuffer()
  return new Uint8Array(bytes)
}

export type Quad = {
  /** In mm, in the plane z = 0. */
  readonly width: number
  readonly height: number
  /** Left and right end of its part of the texture, 0 to 1. */
  readonly u?: readonly [number, number]
  /** Linear, the same at all corners. */
  readonly color?: readonly [number, number, number]
}

type Extra = {
  readonly texture?: { readonly bytes: Uint8Array; readonly mimeType: string }
  readonly material?: object
  readonly node?: object
  /** Whether the file claims that the triangles are compressed. */
  readonly draco?: boolean
}

/** Returns a GLB with two triangles for each quad. */
export function quadsGlb(
  quads: readonly Quad[],
  { texture, material = {}, node = {}, draco = false }: Extra = {},
): Uint8Array<ArrayBuffer> {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
    [1, 1],
    [0, 1],
  ] as const
  const perCorner = (
    values: (quad: Quad, corner: readonly [number, number]) => readonly number[],
  ) => new Float32Array(quads.flatMap((quad) => corners.flatMap((corner) => values(quad, corner))))
  const positions = perCorner(({ width, height }, [x, y]) => [x * width, y * height, 0])
  const uvs = perCorner(({ u: [from, to] = [0, 1] }, [x, y]) => [from + x * (to - from), y])
  const colors = perCorner(({ color = [1, 1, 1] }) => color)
  const hasColors = quads.some(({ color }) => color !== undefined)
  const count = quads.length * corners.length
  const parts = [positions, uvs, colors].map(({ buffer }) => new Uint8Array(buffer))
  if (texture) parts.push(new Uint8Array(texture.bytes))
  let at = 0
  const bufferViews = parts.map(({ byteLength }) => {
    const view = { buffer: 0, byteOffset: at, byteLength }
    at += Math.ceil(byteLength / 4) * 4
    return view
  })
  const attributes = { POSITION: 0, TEXCOORD_0: 1, ...(hasColors ? { COLOR_0: 2 } : {}) }
  const extensions = draco ? { extensions: { KHR_draco_mesh_compression: {} } } : {}
  const base = texture ? { baseColorTexture: { index: 0 } } : {}
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...node }],
    meshes: [{ primitives: [{ attributes, material: 0, ...extensions }] }],
    materials: [{ pbrMetallicRoughness: base, ...material }],
    ...(texture
      ? {
          textures: [{ source: 0 }],
          images: [{ bufferView: 3, mimeType: texture.mimeType }],
        }
      : {}),
    accessors: (['VEC3', 'VEC2', 'VEC3'] as const).map((type, bufferView) => ({
      bufferView,
      componentType: 5126,
      count,
      type,
    })),
    bufferViews,
    buffers: [{ byteLength: at }],
  }
  return container(JSON.stringify(document), parts, at)
}

function container(json: string, parts: readonly Uint8Array[], binaryBytes: number) {
  const jsonBytes = Math.ceil(Buffer.byteLength(json) / 4) * 4
  const out = Buffer.alloc(28 + jsonBytes + binaryBytes)
  out.writeUInt32LE(0x46546c67, 0)
  out.writeUInt32LE(2, 4)
  out.writeUInt32LE(out.length, 8)
  out.writeUInt32LE(jsonBytes, 12)
  out.writeUInt32LE(0x4e4f534a, 16)
  out.fill(' ', 20, 20 + jsonBytes)
  out.write(json, 20)
  out.writeUInt32LE(binaryBytes, 20 + jsonBytes)
  out.writeUInt32LE(0x004e4942, 24 + jsonBytes)
  let at = 28 + jsonBytes
  for (const part of parts) {
    out.set(part, at)
    at += Math.ceil(part.byteLength / 4) * 4
  }
  return new Uint8Array(out)
}
