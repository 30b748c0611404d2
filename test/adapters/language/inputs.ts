// Ordinary inputs of a generation for a language model.
import type { ModelReviewFacts } from '../../../server/domain/generation/engine/language.ts'

export const facts: ModelReviewFacts = {
  prompt: 'a cube',
  printStatus: 'ready',
  printabilityScore: 95,
  dimensionsMm: [20, 20, 20],
  volumeCm3: 8,
  triangles: 12,
  maxOverhangDeg: 0,
  watertight: true,
  holes: 0,
  nonManifoldEdges: 0,
  issues: [],
  recommendations: [],
  needsSupports: false,
}
