// A mesh at another size as a binary STL in millimeters.
import type { DisplayMesh } from '../../../geometry/outcome.ts'

const headerBytes = 80
const triangleBytes = 50

export function scaledStl({ positions, indices }: DisplayMesh, scale: number): Blob {
  const triangles = indices.length / 3
  const bytes = new ArrayBuffer(headerBytes + 4 + triangleBytes * triangles)
  const view = new DataView(bytes)
  view.setUint32(headerBytes, triangles, true)
  let at = headerBytes + 4
  for (let t = 0; t < triangles; t++) {
    // Normals stay zero: readers compute them from the corners.
    at += 12
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * (indices[3 * t + corner] ?? 0)
      for (let axis = 0; axis < 3; axis++) {
        view.setFloat32(at, scale * (positions[vertex + axis] ?? 0), true)
        at += 4
      }
    }
    at += 2
  }
  return new Blob([bytes], { type: 'model/stl' })
}
