// The stored end of a generation job: result or failure. The stored names are those of the first release and must not change: during a
// deploy the old processes read what the new ones write.
import * as v from 'valibot'
import { keysOf } from '../../domain/base/keys-of.ts'
import { engineNames } from '../../domain/generation/engine/engine.ts'
import { type GenerationFailure, madeKinds } from '../../domain/generation/request/failure.ts'
import type { GenerationResult } from '../../domain/generation/run/result.ts'
import type { PrintStatus } from '../../domain/measurement/processing.ts'
import { type JsonColumn, jsonb, oneOf, readJson } from '../core/values/json.ts'
import { inputMode, mode, notes, plannedAgent } from './stored-request.ts'

const point = v.tuple([v.number(), v.number(), v.number()])

const meshRepair = v.variant('applied', [
  v.object({ applied: v.literal(false), summary: v.string() }),
  v.object({
    applied: v.literal(true),
    weldedVertices: v.number(),
    removedDegenerates: v.number(),
    flippedFaces: v.number(),
    filledHoles: v.number(),
    remainingBoundaryEdges: v.number(),
    scaleApplied: v.number(),
    smoothed: v.boolean(),
    hollowed: v.boolean(),
    reoriented: v.boolean(),
    hollowWallMm: v.nullable(v.number()),
    partCount: v.number(),
    notes: v.array(v.string()),
  }),
])

const printability = v.object({
  watertight: v.boolean(),
  volumeCm3: v.number(),
  holes: v.number(),
  nonManifoldEdges: v.number(),
  triangles: v.number(),
  dimensionsMm: point,
  minFeatureMm: v.number(),
  featureSizeEstimated: v.literal(true),
  maxOverhangDeg: v.number(),
  fitsPlate: v.boolean(),
})

const printEstimate = v.object({
  grams: v.number(),
  centihours: v.number(),
  totalCents: v.number(),
  material: v.literal('pla'),
  quality: v.literal('standard'),
  sizeMm: v.object({ x: v.number(), y: v.number(), z: v.number() }),
  scaledToPlate: v.boolean(),
  note: v.string(),
})

const result = v.nullable(
  v.object({
    modelUrl: v.string(),
    previewUrl: v.string(),
    persisted: v.boolean(),
    meshRepair,
    printEstimate: v.nullable(printEstimate),
    printability,
    source: v.string(),
    taskId: v.string(),
    generationId: v.string(),
    mode,
    inputMode,
    creditsCharged: v.number(),
    agent: v.object({ ...plannedAgent, validationLogId: v.string() }),
    printStatus: oneOf<PrintStatus>({
      ready: true,
      supports: true,
      repaired: true,
      'needs-redesign': true,
    }),
    printDetail: v.string(),
    printabilityScore: v.number(),
    issues: v.array(v.string()),
    recommendations: v.array(v.string()),
    notes,
    ignored: notes,
  }),
)

export const storedResult = (finished: GenerationResult): string => jsonb(finished)

export const readResult = (value: unknown, place: JsonColumn): GenerationResult | null =>
  readJson(result, value, place)

/** Failures of pictures that were sent. Split into two lists, because TypeScript compares no more than 25 kinds at a time. */
type OfPictures = Extract<
  GenerationFailure['kind'],
  `image_${string}` | `multiview_${string}` | `pictures_${string}`
>

type WithFacts = Extract<
  GenerationFailure,
  {
    kind:
      | 'image_type_unsupported'
      | 'field_unknown'
      | 'nsfw'
      | 'no_credits'
      | 'account_in_debt'
      | 'engine_switched_off'
      | 'engine_failed'
      | 'result_not_checked'
  }
>['kind']

const pictureKinds: Readonly<Record<Exclude<OfPictures, WithFacts>, true>> = {
  image_required: true,
  image_too_large: true,
  multiview_count: true,
  multiview_front_missing: true,
  multiview_image_too_large: true,
  image_unreadable: true,
  image_url_foreign: true,
  image_earlier_gone: true,
  image_url_unreadable: true,
  pictures_not_accepted: true,
}
const plainKinds: Readonly<
  Record<Exclude<GenerationFailure['kind'], WithFacts | OfPictures>, true>
> = {
  generation_body_empty: true,
  generation_json_invalid: true,
  generation_form_invalid: true,
  prompt_required: true,
  prompt_too_long: true,
  input_mode_invalid: true,
  moderation_unavailable: true,
  generation_off: true,
  generation_budget_used_up: true,
  generation_interrupted: true,
  generation_cancelled: true,
  job_id_required: true,
  job_not_found: true,
  job_foreign: true,
  retexture_generation_required: true,
  retexture_not_found: true,
  retexture_unsuitable: true,
  draft_set_not_found: true,
  drafts_count: true,
  drafts_and_refinement: true,
  drafts_queued_only: true,
  refine_not_found: true,
  refine_unsuitable: true,
  proxy_url_required: true,
}

const failure: v.GenericSchema<unknown, GenerationFailure | null> = v.nullable(
  v.variant('kind', [
    v.object({ kind: v.literal('image_type_unsupported'), mimeType: v.string() }),
    v.object({
      kind: v.literal('field_unknown'),
      field: v.string(),
      meant: v.array(v.string()),
      place: v.exactOptional(v.string()),
    }),
    v.object({
      kind: v.literal('nsfw'),
      reason: v.string(),
      refused: v.exactOptional(v.picklist(madeKinds)),
    }),
    v.object({ kind: v.literal('result_not_checked'), made: v.picklist(madeKinds) }),
    v.object({ kind: v.literal('no_credits'), required: v.number(), available: v.number() }),
    v.object({ kind: v.literal('account_in_debt'), owedCents: v.number() }),
    v.object({ kind: v.literal('engine_switched_off'), engine: v.picklist(engineNames) }),
    v.object({ kind: v.literal('engine_failed'), message: v.string() }),
    v.object({ kind: oneOf(pictureKinds) }),
    v.object({ kind: oneOf(plainKinds) }),
  ]),
)

const factKinds: Readonly<Record<WithFacts, true>> = {
  image_type_unsupported: true,
  field_unknown: true,
  nsfw: true,
  no_credits: true,
  account_in_debt: true,
  engine_switched_off: true,
  engine_failed: true,
  result_not_checked: true,
}
const knownKinds = new Set<string>(keysOf({ ...pictureKinds, ...plainKinds, ...factKinds }))
const anyKind = v.object({ kind: v.string() })

/**
 * Response of an older process during a rollout to a failure kind that only the next release knows: the job is finished, and the response
 * is not a 500.
 */
const newerReason: GenerationFailure = {
  kind: 'engine_failed',
  message:
    'The generation ended for a reason that this process does not know yet. Read it again in a few minutes.',
}

/**
 * Parses a failure. A kind of a later release is read as a failure with an unknown reason. Anything else that is unknown throws
 * UnreadableColumn.
 */
export function readFailure(value: unknown, place: JsonColumn): GenerationFailure | null {
  const read = v.safeParse(anyKind, value)
  const isNewer = read.success && !knownKinds.has(read.output.kind)
  return isNewer ? newerReason : readJson(failure, value, place)
}
