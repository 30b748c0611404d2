// POST /api/models/{id}/change: changes a stored model without credits and stores the results as new models.
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { changeModel, type ModelChangeResult } from '../../../domain/changes/change-model.ts'
import {
  changedSizeRangeMm,
  cutAxes,
  type ModelChangeRequest,
} from '../../../domain/changes/change-request.ts'
import { onBestSide } from '../../../domain/changes/change-words.ts'
import { limits } from '../../../domain/limits/table.ts'
import { wallRangeMm } from '../../../domain/measurement/part-changes.ts'
import { strictJson } from '../../contract/body.ts'
import { idInPath } from '../../contract/contract.ts'
import {
  flag,
  type JsonOf,
  link,
  named,
  number,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { keyParameter, keyRefusals, replayHeaders, respondOnce } from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import {
  modelRefusals,
  uploadedExample,
  uploadedModel,
  uploadJson,
} from '../uploads/upload-json.ts'

/** Value of `cut` for parts that fit the build volume. */
const toPlate = 'plate'

const plane = v.object({
  axis: says(v.picklist(cutAxes), 'x is the width, y the depth, z the height.'),
  atMm: number(
    'The distance from the lowest point of the model along the axis, after a change of its size.',
  ),
})

const change = v.object({
  sizeMm: v.optional(
    number(
      `Longest side of the whole model, ${changedSizeRangeMm.min} to ${changedSizeRangeMm.max}. A model that does not fit the printer has to be cut.`,
    ),
  ),
  orient: v.optional(
    flag('Rotates it to the side on which it prints best; for a cut, every part.'),
  ),
  hollowWallMm: v.optional(
    number(
      `Make it hollow with this wall, ${wallRangeMm.min} to ${wallRangeMm.max}. If that leaves no cavity, the wall is made thinner.`,
    ),
  ),
  repair: v.optional(
    flag('Every change repairs the mesh. Without other changes, the copy is only repaired.'),
  ),
  cut: v.optional(
    says(
      v.union([v.literal(toPlate), plane], `must be "${toPlate}", or an object with axis and atMm`),
      `"${toPlate}": into parts that each fit the printer. An object: in two, at a plane.`,
    ),
  ),
})

const changedModel = named(
  'ChangedModel',
  v.object({
    ...uploadedModel.entries,
    part: whole('The number of the part, from 1; 1 without a cut.'),
    url: link('Its page, with its price.'),
  }),
  'A model that a change made.',
)

const changed = named(
  'ChangedModels',
  v.object({
    madeFrom: text('Id of the source model, which does not change.'),
    change: text('The change, in a few words.'),
    models: says(
      v.array(changedModel),
      'One model, or the parts of a cut, the lowest first. Each can be quoted and ordered by its `modelUrl`.',
    ),
    ignored: v.optional(says(v.array(v.string()), 'Names in the body that had no effect.')),
  }),
  'The result of a change.',
)

const exampleId = '0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11'

export const changeModelRoute = route({
  method: 'POST',
  path: '/api/models/:id/change',
  id: 'changeModel',
  tag: 'Generation',
  summary: 'Change a model without credits',
  description:
    'Scales, hollows, rotates, repairs or cuts one of your generations, uploads or changed models, in this order, and stores the ' +
    'result as a new model of the account, or as one per part of a cut. The original remains. It costs no credits: ' +
    `${limits['model-change'].limit} changes an hour for each account. A part that cannot be printed refuses the change, and nothing is stored.`,
  access: account({
    accepts: ['session', 'api_key', 'extension_token'],
    limit: 'model-change',
  }),
  parameters: [
    idInPath('id', '`generationId` of the model.', { type: 'string', format: 'uuid' }),
    keyParameter,
  ],
  body: strictJson(change, {
    example: { sizeMm: 120, hollowWallMm: 2 },
    refused: [{ sizeMm: '120' }, { cut: 'in two' }, { sizeMM: 120 }],
  }),
  response: {
    status: 201,
    description: 'The new models are stored.',
    headers: replayHeaders,
    schema: changed,
    example: {
      madeFrom: exampleId,
      change: 'hollow 2 mm, 120 mm',
      models: [
        {
          ...uploadedExample,
          fileName: 'a fox, hollow 2 mm, 120 mm.glb',
          part: 1,
          url: `https://print.example.com/models/${uploadedExample.generationId}`,
        },
      ],
    },
  },
  refusals: [
    { kind: 'change_empty' },
    { kind: 'change_field_invalid', field: 'sizeMm', rule: 'must be a number' },
    { kind: 'gallery_generation_not_found' },
    { kind: 'change_without_effect', reason: onBestSide },
    { kind: 'change_impossible', reason: 'Not hollowed: no cavity fits.' },
    { kind: 'model_unreadable' },
    { kind: 'storage_unreachable', retryAfterSeconds: retryHintSeconds.storage },
    ...modelRefusals,
    ...keyRefusals,
  ],
  handler: async function changeOwnModel({ deps, keepOpen }, input) {
    const { request, caller, params, body } = input
    keepOpen?.(request)
    const { value, ignored } = body
    return await respondOnce({ deps }, input, async (runId) => {
      const modelChange = requestOf(value)
      const { signal } = request
      const done = await changeModel(deps, caller, {
        id: params.id,
        change: modelChange,
        signal,
        runId,
      })
      if (!done.ok) return done
      const json = changedJson(done.value, { id: params.id, baseUrl: deps.baseUrl })
      return ok({ ...json, ...(ignored && { ignored }) })
    })
  },
})

function requestOf(body: v.InferOutput<typeof change>): ModelChangeRequest {
  const { sizeMm = null, orient = false, hollowWallMm = null, repair = false, cut } = body
  return {
    sizeMm,
    orient,
    hollowWallMm,
    repair,
    cut: cut === undefined ? null : cut === toPlate ? { kind: 'plate' } : { kind: 'plane', ...cut },
  }
}

const changedJson = (
  { words, models }: ModelChangeResult,
  { id, baseUrl }: { readonly id: string; readonly baseUrl: string },
): JsonOf<typeof changed> => ({
  madeFrom: id,
  change: words,
  models: models.map((model) => ({
    ...uploadJson(model),
    part: model.part,
    url: `${baseUrl}/models/${model.generationId}`,
  })),
})
