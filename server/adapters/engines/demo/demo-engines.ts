// The engine of a service without a vendor's key: sample models that vary with the prompt, the pictures and the seed.
import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import {
  type EngineFailure,
  type EngineRequest,
  type Engines,
  type EngineTask,
  engineNames,
} from '../../../domain/generation/engine/engine.ts'
import type { TemporaryFiles } from '../../../domain/models/ports.ts'
import { type Recipe, unitModel } from './sample-model.ts'

const recipeSchema = v.object({
  prompt: v.string(),
  variety: v.string(),
  paintPrompt: v.string(),
  textured: v.boolean(),
})

/** Added to every result, because samples cost credits as well. */
export const sampleNote =
  'This is a sample model: no 3D engine is configured on this server, so words and options chose among samples and nothing else.'

const foreign: EngineFailure = {
  kind: 'failed',
  message:
    'This model was created by an engine that is no longer configured here, so it cannot be textured again. Generate it again.',
}

export function createDemoEngines(
  files: Pick<TemporaryFiles, 'write'>,
  candidates: Engines['candidates'],
): Engines {
  const accepted = (recipe: Recipe) => ({ kind: 'started', task: taskOf(recipe) }) as const
  return {
    source: 'demo',
    offered: engineNames,
    candidates,
    start: async (request) => accepted(recipeOf(request)),
    next: async () => foreign,
    // Finished immediately: the process that reads or downloads the model creates it, in a few milliseconds.
    read: async (task) => {
      const recipe = recipeIn(task)
      if (recipe === null) return foreign
      const modelUrl = dataUrl(unitModel(recipe))
      return { kind: 'succeeded', modelUrl, previewUrl: null, expiresAt: null }
    },
    download: async (task) => {
      const recipe = recipeIn(task)
      if (recipe === null) return foreign
      const written = await files.write(unitModel(recipe))
      return { kind: 'downloaded', file: { ...written, fileName: 'sample.glb' } }
    },
    retexture: async ({ task, prompt }) => {
      const recipe = recipeIn(task)
      return recipe === null
        ? foreign
        : accepted({ ...recipe, paintPrompt: prompt, textured: true })
    },
  }
}

function recipeOf({ prompt, images, options }: EngineRequest): Recipe {
  const parts = [...images.map(({ sha256 }) => sha256), options.seed ?? '']
  return {
    prompt,
    variety: createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16),
    paintPrompt: prompt,
    textured: options.textures,
  }
}

const taskOf = (recipe: Recipe): EngineTask => ({
  source: 'demo',
  engine: null,
  taskId: `demo-${randomUUID()}`,
  step: 0,
  state: recipe,
  notes: [sampleNote],
})

/** Returns null for a task of another engine. */
function recipeIn({ source, state }: EngineTask): Recipe | null {
  const read = v.safeParse(recipeSchema, state)
  return source === 'demo' && read.success ? read.output : null
}

/** Returns a link that needs no server. It becomes the result's `modelUrl` only when storage failed. */
const dataUrl = (glb: Uint8Array): string =>
  `data:model/gltf-binary;base64,${Buffer.from(glb).toString('base64')}`
