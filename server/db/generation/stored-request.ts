// Request, plan and vendor's task of a generation job as they are stored. Jobs outlive a deploy, and finished jobs are read for as long as
// they can be retextured.

import * as v from 'valibot'
import { generationJobIdOf } from '../../domain/base/ids/generation-job.ts'
import {
  type EngineTask,
  engineNames,
  type GenerationMode,
  type GenerationOptions,
  type InputMode,
} from '../../domain/generation/engine/engine.ts'
import type { GenerationRequest } from '../../domain/generation/request/request.ts'
import { sizeSources } from '../../domain/generation/request/size.ts'
import type { Plan, WithheldCause } from '../../domain/generation/run/job.ts'
import type { Agent } from '../../domain/generation/run/result.ts'
import { type JsonColumn, oneOf, readJson } from '../core/values/json.ts'

export const mode = oneOf<GenerationMode>({ fast_draft: true, hi_fi: true })
export const inputMode = oneOf<InputMode>({
  text: true,
  image: true,
  image_text: true,
  multiview: true,
})
const engine = v.picklist(engineNames)
const engineOrAuto = v.picklist([...engineNames, 'auto' as const])
/** Absent in requests and tasks of the first release, and when there are no notes. */
export const notes = v.exactOptional(v.array(v.string()))

const refinementOptions = {
  meshQuality: oneOf<GenerationOptions['meshQuality']>({ standard: true, high: true, ultra: true }),
  textureResolution: oneOf<GenerationOptions['textureResolution']>({
    '1k': true,
    '2k': true,
    '4k': true,
    '8k': true,
  }),
  refinementPass: v.boolean(),
}

const options: v.GenericSchema<unknown, GenerationOptions> = v.object({
  ...refinementOptions,
  topology: oneOf<GenerationOptions['topology']>({ triangles: true, quads: true }),
  smoothing: oneOf<GenerationOptions['smoothing']>({ off: true, light: true, strong: true }),
  hollowing: oneOf<GenerationOptions['hollowing']>({ solid: true, hollow: true }),
  wallThicknessMm: v.number(),
  negativePrompt: v.string(),
  smartLowPoly: v.boolean(),
  generateParts: v.boolean(),
  textures: v.boolean(),
  engine: engineOrAuto,
  outputFormat: oneOf<GenerationOptions['outputFormat']>({
    glb: true,
    obj: true,
    stl: true,
    fbx: true,
    usdz: true,
    '3mf': true,
  }),
  seed: v.nullable(v.number()),
  /** Absent in requests of earlier releases. */
  sizeMm: v.optional(v.nullable(v.number()), null),
})

const request: v.GenericSchema<unknown, GenerationRequest | null> = v.nullable(
  v.object({
    mode,
    inputMode,
    prompt: v.string(),
    /** Absent in requests of the first release. */
    hasPrompt: v.exactOptional(v.boolean()),
    style: v.nullable(v.string()),
    options,
    retextureOf: v.nullable(v.string()),
    earlierMm: v.exactOptional(v.number()),
    notes,
    ignored: notes,
    notify: v.exactOptional(v.literal(true)),
    refineOf: v.exactOptional(v.pipe(v.string(), v.transform(generationJobIdOf))),
    refineWith: v.exactOptional(v.object(refinementOptions)),
    ownSeed: v.exactOptional(v.literal(true)),
  }),
)

/** Facts about the agent that were known before the result was validated. */
export const plannedAgent = {
  enhancedPrompt: v.string(),
  addedConstraints: v.array(v.string()),
  engineChosen: v.string(),
  engineReasoning: v.string(),
  complexity: oneOf<Agent['complexity']>({ simple: true, moderate: true, complex: true }),
  estimatedSeconds: v.number(),
  promptLogId: v.string(),
  routingLogId: v.string(),
}

const plan: v.GenericSchema<unknown, Plan | null> = v.nullable(
  v.object({
    enginePrompt: v.string(),
    engine: v.nullable(engine),
    agent: v.object(plannedAgent),
    /** Absent in plans of earlier releases. */
    size: v.exactOptional(
      v.object({
        mm: v.number(),
        from: v.picklist(sizeSources),
        note: v.string(),
      }),
    ),
    uploads: v.exactOptional(v.record(v.string(), v.array(v.string()))),
    looked: v.exactOptional(
      v.object({
        taskId: v.string(),
        withheld: v.nullable(
          v.object({
            cause: oneOf<WithheldCause>({ refused: true, unseen: true }),
            reason: v.string(),
          }),
        ),
      }),
    ),
  }),
)

const task: v.GenericSchema<unknown, EngineTask | null> = v.nullable(
  v.object({
    source: v.string(),
    engine: v.nullable(engine),
    taskId: v.string(),
    step: v.number(),
    /** Parsed by the adapter that wrote it (adapters/engines/task-state.ts). */
    state: v.record(v.string(), v.unknown()),
    notes,
    isPartial: v.exactOptional(v.literal(true)),
    lacksRefinement: v.exactOptional(v.literal(true)),
  }),
)

/** Location of a JSON column of a job. */
export const placeOf = (column: string, id: string): JsonColumn => ({
  table: 'generation_jobs',
  column,
  id,
})

export const readRequest = (value: unknown, place: JsonColumn) => readJson(request, value, place)
export const readPlan = (value: unknown, place: JsonColumn) => readJson(plan, value, place)
export const readTask = (value: unknown, place: JsonColumn) => readJson(task, value, place)
