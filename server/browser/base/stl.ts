// Writes binary STL files.

const headerBytes = 84
const triangleBytes = 50

/** `corners`: nine numbers per triangle. Normals are zero, because readers compute them from the corners. */
export function binaryStl(corners: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const triangles = Math.floor(corners.length / 9)
  const bytes = new ArrayBuffer(headerBytes + triangleBytes * triangles)
  const view = new DataView(bytes)
  view.setUint32(headerBytes - 4, triangles, true)
  for (let t = 0; t < triangles; t++) {
    const at = headerBytes + triangleBytes * t + 12
    for (let i = 0; i < 9; i++) view.setFloat32(at + 4 * i, corners[9 * t + i] ?? 0, true)
  }
  return new Uint8Array(bytes)
}
