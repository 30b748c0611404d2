// Results of a generation, for tests of its parts.
import { expect } from 'bun:test'
import type { GenerationService, TestPerson } from '../../../testing/engines/generation.ts'
import { glb } from '../../../testing/models/meshes.ts'

// biome-ignore lint/suspicious/noExplicitAny: the result is what is being checked
export type Generated = Record<string, any>

/** Generates and expects success. */
export const generating =
  (service: GenerationService, person: TestPerson) =>
  async (body: Parameters<GenerationService['post']>[2]): Promise<Generated> => {
    const response = await service.post('/api/generate', person, body)
    const text = await response.text()
    expect({ status: response.status, text }).toMatchObject({ status: 200 })
    return JSON.parse(text)
  }

/** A square that encloses no volume. */
export const sheet: Parameters<typeof glb>[0] = {
  positions: [
    [0, 0, 0],
    [0.02, 0, 0],
    [0, 0.02, 0],
    [0.02, 0.02, 0],
  ],
  triangles: [
    [0, 1, 2],
    [1, 3, 2],
  ],
}
export const flatMesh = glb(sheet)
