// Requests to 3D engines with every option at its default, for tests to change.
import { createHash } from 'node:crypto'
import type {
  EngineRequest,
  GenerationImage,
  GenerationOptions,
} from '../../server/domain/generation/engine/engine.ts'

/** contract.md 4.7, column Default. */
export const defaultOptions: GenerationOptions = {
  meshQuality: 'standard',
  topology: 'triangles',
  smoothing: 'light',
  hollowing: 'solid',
  wallThicknessMm: 2,
  negativePrompt: '',
  smartLowPoly: false,
  generateParts: false,
  textures: true,
  textureResolution: '2k',
  engine: 'auto',
  outputFormat: 'glb',
  refinementPass: false,
  seed: null,
  sizeMm: null,
}

export type EngineRequestChange = Partial<Omit<EngineRequest, 'options'>> & {
  readonly options?: Partial<GenerationOptions>
}

/**
 * Returns a request, a text draft by default. A pinned engine in the options is the requested engine, as in the
 * pipeline.
 */
export function engineRequest({ options, ...change }: EngineRequestChange = {}): EngineRequest {
  const all = { ...defaultOptions, ...options }
  return {
    engine: all.engine === 'auto' ? null : all.engine,
    mode: 'fast_draft',
    inputMode: 'text',
    prompt: 'a twisted vase',
    words: change.inputMode === 'image_text' ? (change.prompt ?? 'a twisted vase') : null,
    images: [],
    ...change,
    options: all,
  }
}

/** Returns a picture that is not on disk: only its digest counts. */
export function engineImage(content: string): GenerationImage {
  return {
    path: `/nowhere/${content}.png`,
    fileName: `${content}.png`,
    sizeBytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    mimeType: 'image/png',
  }
}
