// Returns a scaled mesh as a binary STL in millimeters.
import type { DisplayMesh } from '../../../geometry/outcome.ts'
import { binaryStl } from '../base/stl.ts'

export function scaledStl(
  { positions, indices }: DisplayMesh,
  scale: number,
): Uint8Array<ArrayBuffer> {
  const corners = new Float32Array(3 * indices.length)
  for (let corner = 0; corner < indices.length; corner++) {
    const vertex = 3 * (indices[corner] ?? 0)
    for (let axis = 0; axis < 3; axis++) {
      corners[3 * corner + axis] = scale * (positions[vertex + axis] ?? 0)
    }
  }
  return binaryStl(corners)
}
