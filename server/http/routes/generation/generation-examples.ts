// Example of a generation in the document: a teapot of 60 mm from words, with an engine.
import type { JsonOf } from '../../contract/schemas.ts'
import { exampleJobId, type generationJob, type generationResult } from './generation-json.ts'

const modelUrl =
  'gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.glb'

export const resultExample: JsonOf<typeof generationResult> = {
  modelUrl,
  previewUrl: modelUrl,
  persisted: true,
  meshRepair: { applied: false, summary: 'The mesh is closed and needed no repair.' },
  printability: {
    watertight: true,
    volumeCm3: 31.4,
    holes: 0,
    nonManifoldEdges: 0,
    triangles: 48_210,
    dimensionsMm: [60, 42, 38],
    minFeatureMm: 38,
    featureSizeEstimated: true,
    maxOverhangDeg: 52,
    fitsPlate: true,
  },
  source: 'tripo',
  taskId: '6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11',
  generationId: exampleJobId,
  mode: 'fast_draft',
  inputMode: 'text',
  creditsCharged: 1,
  agent: {
    enhancedPrompt: 'a teapot, one solid object with a flat base',
    addedConstraints: ['flat base'],
    engineChosen: 'auto',
    engineReasoning: 'A draft goes to the engine that is fastest.',
    complexity: 'simple',
    estimatedSeconds: 60,
    promptLogId: '1b8f6c4e-2a7d-4c19-8f35-6d0e9a7b5c21',
    routingLogId: '2c9a7d5f-3b8e-4d2a-9046-7e1fab8c6d32',
    validationLogId: '3dab8e60-4c9f-4e3b-8157-8f20bc9d7e43',
  },
  printStatus: 'ready',
  printDetail: 'Watertight and printable as it is.',
  printabilityScore: 95,
  issues: [],
  recommendations: [],
  // 31.4 cm3 x 0.44 x 1.26 = 17.4 g, billed as 18 g at $0.12 per gram, plus $7 for postage.
  printEstimate: {
    grams: 18,
    printHours: 0.89,
    total: 9.16,
    currency: 'USD',
    material: 'pla',
    quality: 'standard',
    sizeMm: { x: 60, y: 42, z: 38 },
    scaledToPlate: false,
    note: 'One PLA part at standard quality and 20% infill in a stock color, with flat US postage.',
  },
}

export const generationJobExample: JsonOf<typeof generationJob> = {
  id: exampleJobId,
  userEmail: 'you@example.com',
  status: 'running',
  stage: 'generating',
  createdAt: 1_795_392_000_000,
  startedAt: 1_795_392_001_000,
}
