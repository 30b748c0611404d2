// Generation jobs and results as JSON: schema and conversion (contract.md 2.4 and 2.5). Dollars and hours are made here.

import * as v from 'valibot'
import { hoursOfCentihours } from '../../../domain/base/time/centihours.ts'
import { canCancel } from '../../../domain/generation/cancel-generation.ts'
import { complexities } from '../../../domain/generation/engine/language.ts'
import { type GenerationJob, hasEnded } from '../../../domain/generation/run/job.ts'
import { jobStages, jobStatuses } from '../../../domain/generation/run/job-status.ts'
import { secondsLeft } from '../../../domain/generation/run/pace.ts'
import type { GenerationResult, PrintEstimate } from '../../../domain/generation/run/result.ts'
import { printStatuses } from '../../../domain/measurement/processing.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { creditsAvailableText, creditsRequiredText } from '../../contract/field-texts.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import { printabilitySchema } from '../../contract/printability-json.ts'
import {
  dollars,
  flag,
  type JsonOf,
  named,
  number,
  orNull,
  says,
  sizeMm,
  text,
  whole,
} from '../../contract/schemas.ts'
import { currency, generationMode, inputMode } from '../../contract/words.ts'
import { generationRefusals } from '../../refusals/generation.ts'
import { refusalFrom } from '../../refusals/refusal.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'

const texts = (description: string) => says(v.array(v.string()), description)

const meshRepair = named(
  'MeshRepair',
  v.union([
    named(
      'NoMeshRepair',
      v.object({ applied: v.literal(false), summary: text('Why nothing was done.') }),
      'Nothing was repaired.',
    ),
    named(
      'AppliedMeshRepair',
      v.object({
        applied: v.literal(true),
        weldedVertices: whole('Joined.'),
        removedDegenerates: whole('Triangles without an area.'),
        flippedFaces: whole('Triangles whose orientation was corrected.'),
        filledHoles: whole('Closed.'),
        remainingBoundaryEdges: whole('Still open.'),
        scaleApplied: number('Applied to the engine’s file; 1 = none.'),
        smoothed: flag('Whether the surface was smoothed.'),
        hollowed: flag('Whether it was hollowed.'),
        reoriented: flag('Whether it was rotated to print better.'),
        hollowWallMm: orNull(number('The wall thickness that fitted.')),
        partCount: whole('Bodies.'),
        notes: texts('Further remarks.'),
      }),
      'The mesh was repaired.',
    ),
  ]),
  'Repairs that made it printable.',
)

const printEstimate = says(
  orNull(
    named(
      'GenerationPrice',
      v.object({
        grams: whole('The weight of one part.'),
        printHours: number('Machine hours.'),
        total: dollars('The whole order, including flat US postage.'),
        currency,
        material: v.literal('pla'),
        quality: v.literal('standard'),
        sizeMm: sizeMm('The size on the plate.'),
        scaledToPlate: flag('Whether it had to be made smaller than asked to fit the printer.'),
        note: text('Assumptions of the estimate.'),
      }),
      'Price of printing a generated model.',
    ),
  ),
  'One PLA part at standard quality; null when the model has no extent in some direction, or when nothing of it would print.',
)

const agent = named(
  'GenerationPlan',
  v.object({
    enhancedPrompt: text('The prompt that the engine received.'),
    addedConstraints: texts('Constraints added to make it printable.'),
    engineChosen: text('The engine that ran; auto for a draft that requested none.'),
    engineReasoning: text('Why.'),
    complexity: v.picklist(complexities),
    estimatedSeconds: number('The estimated duration.'),
    promptLogId: text('Row of the prompt log.'),
    routingLogId: text('Row of the routing log.'),
    validationLogId: text('Row of the validation log.'),
  }),
  'Interpretation of the request.',
)

export const generationResult = named(
  'GenerationResult',
  v.object({
    modelUrl: text('`gs://` address of the repaired model: send it as `modelUrl` of an order.'),
    previewUrl: text(
      'The engine’s textured original; the same as `modelUrl` when there is no other.',
    ),
    persisted: flag(
      'False: storage failed; both addresses are the engine’s and expire within the hour.',
    ),
    meshRepair,
    printability: printabilitySchema,
    source: text('tripo, fal, or demo when no engine is configured.'),
    taskId: text('The task’s id at the engine.'),
    generationId: text('The id of the generation, for `/api/retexture`.'),
    mode: generationMode.exact('The change that was requested.'),
    inputMode: inputMode.exact('The change that was requested.'),
    creditsCharged: whole('Credits spent.'),
    agent,
    printStatus: says(v.picklist(printStatuses), 'The verdict.'),
    printDetail: text('The verdict in words.'),
    printabilityScore: whole('0 to 100.'),
    issues: texts('Problems found in the model.'),
    recommendations: texts('Recommended changes.'),
    printEstimate,
    notes: v.optional(
      texts(
        'Where the size comes from (sizeMm, the words, or the usual size), then one sentence for each thing that was requested and not done, such as an option that the engine does not have. Absent for a file without a size.',
      ),
    ),
    ignored: ignoredNames,
  }),
  'A generated model.',
)

export const exampleJobId = '0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11'

export const milliseconds = (description: string) => whole(`${description} Epoch milliseconds.`)

const progress = named(
  'GenerationProgress',
  v.object({
    percent: v.optional(whole('Completed share of the work, if the engine reports it.')),
    ahead: v.optional(whole('Jobs before it, in our queue or, while it runs, in the engine’s.')),
    canCancel: says(v.boolean(), 'Whether it can still be cancelled: no engine was asked yet.'),
    secondsLeft: v.optional(whole('An estimate while it runs. Absent after that time.')),
  }),
  'Progress of a generation in progress.',
)

export const jobStatus = says(v.picklist(jobStatuses), 'done and error are final.')
export const queuedAt = milliseconds('The time at which it was queued.')

export const generationJob = named(
  'GenerationJob',
  v.object({
    id: text('The id that start returned.'),
    userEmail: text('The owner’s address.'),
    status: jobStatus,
    stage: v.optional(says(v.picklist(jobStages), 'The stage of a running job.')),
    progress: v.optional(progress),
    createdAt: queuedAt,
    startedAt: v.optional(milliseconds('The time at which it started.')),
    completedAt: v.optional(milliseconds('The time at which it ended.')),
    result: v.optional(says(generationResult, 'The response of `/api/generate`, when it is done.')),
    error: v.optional(text('The `error` of `/api/generate`, when it ended in error.')),
    message: v.optional(text('Why, for `nsfw` and `no_credits`.')),
    needsPayment: v.optional(v.literal(true)),
    creditsRequired: v.optional(whole(creditsRequiredText)),
    creditsAvailable: v.optional(whole(creditsAvailableText)),
  }),
  'A generation, from its queue to its result.',
)

export function resultJson(result: GenerationResult): JsonOf<typeof generationResult> {
  const { printEstimate: estimate, ...rest } = result
  return { ...rest, printEstimate: estimate === null ? null : estimateJson(estimate) }
}

function estimateJson({ centihours, totalCents, ...rest }: PrintEstimate) {
  return {
    ...rest,
    printHours: hoursOfCentihours(centihours),
    total: dollarsOfCents(totalCents),
    currency: 'USD' as const,
  }
}

/** Times are epoch milliseconds. Fields that do not apply yet are omitted. */
export function generationJobJson(job: GenerationJob, now: Date): JsonOf<typeof generationJob> {
  const { id, userEmail, status, stage, createdAt, startedAt, completedAt, result, failure } = job
  return {
    id,
    userEmail,
    status,
    ...(stage && { stage }),
    ...(!hasEnded(status) && { progress: progressJson(job, now) }),
    createdAt: createdAt.getTime(),
    ...(startedAt && { startedAt: startedAt.getTime() }),
    ...(completedAt && { completedAt: completedAt.getTime() }),
    ...(result && { result: resultJson(result) }),
    ...(failure && errorJson(failure)),
  }
}

function progressJson({ status, stage, pace }: GenerationJob, now: Date): JsonOf<typeof progress> {
  const { percent, ahead } = pace
  const left = secondsLeft({ ...pace, status, stage }, now)
  return {
    ...(percent !== null && { percent }),
    ...(ahead !== null && { ahead }),
    canCancel: canCancel({ status, pace }),
    ...(left !== null && { secondsLeft: left }),
  }
}

/** Returns the failure in the wording of the synchronous endpoint. */
function errorJson(failure: NonNullable<GenerationJob['failure']>) {
  if (failure.kind === 'field_unknown') return { error: refusalOf(failure).error }
  const { error, more } = refusalFrom(generationRefusals, failure)
  return { error, ...more }
}
