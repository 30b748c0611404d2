// POST /api/printability: whether a mesh can be printed (decisions.md 20). Takes a form with a file, or JSON with the
// URL of a stored model.

import * as v from 'valibot'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok, type Result } from '../../../domain/base/result.ts'
import { megabytesText } from '../../../domain/base/text/megabytes.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { limits } from '../../../domain/limits/table.ts'
import { thinWallMm } from '../../../domain/measurement/inspect-settings.ts'
import type { Remark } from '../../../domain/measurement/processing.ts'
import { meshStatuses } from '../../../domain/measurement/processing.ts'
import { defaultSliceSettings } from '../../../domain/measurement/slice-settings.ts'
import {
  checkFile,
  checkStored,
  consumeCheckLimit,
} from '../../../domain/printability/check-model.ts'
import {
  type CheckedMesh,
  maxCheckedBytes,
} from '../../../domain/printability/check-printability.ts'
import { strictJson } from '../../contract/body.ts'
import { modelUrlBody } from '../../contract/field-texts.ts'
import { jsonOrForm, multipart } from '../../contract/multipart-body.ts'
import {
  printabilitySchema,
  receivedSchema,
  repairedSchema,
  thinWallSchema,
} from '../../contract/printability-json.ts'
import {
  describedAs,
  type JsonOf,
  link,
  named,
  number,
  says,
  text,
  triple,
  whole,
} from '../../contract/schemas.ts'
import { lengthUnit, units } from '../../contract/words.ts'
import { type Access, admittedBy, limitRefusals } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { type Input, route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import type { NamedShape } from '../../requests/body.ts'
import type { MultipartForm } from '../../requests/multipart.ts'

const file = multipart({
  schema: v.object({
    file: says(
      v.file(),
      `The mesh: .stl, .obj, .glb, .gltf (nothing outside the file) or .3mf, at most ${megabytesText(maxCheckedBytes)}. STL and OBJ numbers are ` +
        'millimeters, glTF numbers are meters, a 3MF file states its unit.',
    ),
    units: units('Unit of the numbers in the file, when it is not the format’s.'),
  }),
  example: { file: '@part.stl' },
  file: 'file',
  maxBytes: maxCheckedBytes,
  tooLarge: { kind: 'check_file_too_large' },
})

const stored = strictJson(
  v.object(
    {
      modelUrl: describedAs(
        v.optional(v.string('must be a string'), ''),
        link('`gs://` address of a model of this account. Needs a session.'),
      ),
      units: describedAs(
        v.optional(v.string('must be a string'), ''),
        units('Unit of the numbers in the file, if it differs from the unit of its upload.'),
      ),
    },
    modelUrlBody,
  ),
  {
    example: { modelUrl: 'gs://models/models/2ef0a0a6a5d1cbbe.stl' },
    refused: [null, { unit: 'mm' }],
  },
)

const report = named(
  'PrintabilityReport',
  v.object({
    printability: printabilitySchema,
    printStatus: says(v.picklist(meshStatuses), 'The verdict.'),
    printDetail: text('The verdict in words.'),
    printabilityScore: whole('95 ready, 85 repaired, at most 45 otherwise.'),
    issues: says(v.array(v.string()), 'Problems found in the mesh.'),
    recommendations: says(v.array(v.string()), 'What to do about it.'),
    unit: lengthUnit.sent('The unit that the numbers of the file were read in.'),
    places: says(
      v.array(
        named(
          'IssuePlace',
          v.object({
            about: text('The issue or recommendation, as it stands in its list.'),
            at: v.nullable(triple('The place: a point on the mesh, mm.')),
            sizeMm: v.nullable(number('How large.')),
          }),
          'The place of an issue.',
        ),
      ),
      'The places of issues and recommendations on the model, for those that have one.',
    ),
    received: v.nullable(receivedSchema),
    repaired: v.nullable(repairedSchema),
    minWallMm: v.nullable(
      number(
        'The thinnest wall: a spot of 1 mm² (0.1% of a smaller surface) is below it. Measured as the diameter of inscribed ' +
          'balls, within 5% or 0.05 mm; null when no wall is under 10 mm.',
      ),
    ),
    wallsMeasured: says(
      v.picklist(['all', 'some', 'none']),
      '`some`: the surface is too intricate to measure every wall. `none`: it took too long, and `received` and `repaired` are null.',
    ),
    thinWalls: says(
      v.array(thinWallSchema),
      `The walls under ${thinWallMm(defaultSliceSettings.nozzleMm)} mm, two lines of a ${defaultSliceSettings.nozzleMm} mm ` +
        'nozzle: at most 20, the largest first.',
    ),
  }),
  'Whether a mesh can be printed, and why not.',
)

/** A file needs no credential. The rate limit depends on the caller. */
const signedInOrNot: Access<AccountCaller | null> = {
  credentials: [],
  refusals: limitRefusals('printability-anonymous'),
  limits: ['printability-anonymous', 'printability-signed-in'],
  admit: async ({ deps, authenticate, clientAddress }, request) => {
    const caller = await authenticate(request, ['session'])
    return admittedBy(await consumeCheckLimit(deps, caller, clientAddress(request)), caller)
  },
}

export const printabilityRoute = route({
  method: 'POST',
  path: '/api/printability',
  id: 'checkPrintability',
  tag: 'Slicing',
  summary: 'Check whether a mesh can be printed',
  description:
    'Repairs a copy of the mesh in memory and reports whether it can be printed. Nothing is stored, priced or charged. ' +
    `With a session ${limits['printability-signed-in'].limit} an hour; without one ` +
    `${limits['printability-anonymous'].limit} an hour for each address, and files only.`,
  access: signedInOrNot,
  crossOrigin: true,
  body: jsonOrForm(stored, file, { kind: 'check_body_unknown' }),
  response: {
    description: 'The verdict.',
    schema: report,
    example: {
      printability: {
        watertight: true,
        volumeCm3: 8,
        holes: 0,
        nonManifoldEdges: 0,
        triangles: 12,
        dimensionsMm: [20, 20, 20],
        minFeatureMm: 20,
        featureSizeEstimated: true,
        maxOverhangDeg: 0,
        fitsPlate: true,
      },
      printStatus: 'ready',
      printDetail: 'Watertight and printable as it is.',
      printabilityScore: 95,
      issues: [],
      recommendations: [],
      unit: 'mm',
      places: [],
      received: {
        triangles: 12,
        boundaryEdges: 0,
        nonManifoldEdges: 0,
        components: 1,
        watertight: true,
        volumeCm3: 8,
      },
      repaired: {
        weldedVertices: 0,
        removedDegenerates: 0,
        removedDuplicates: 0,
        removedLoose: 0,
        flippedFaces: 0,
        filledHoles: 0,
        remainingBoundaryEdges: 0,
      },
      minWallMm: null,
      wallsMeasured: 'all',
      thinWalls: [],
    },
  },
  refusals: [
    { kind: 'file_missing' },
    { kind: 'field_sent_as_text', field: 'file' },
    { kind: 'file_empty' },
    { kind: 'check_unsupported' },
    { kind: 'units_unknown' },
    { kind: 'session_required' },
    { kind: 'check_model_url_missing' },
    { kind: 'model_not_managed' },
    { kind: 'model_foreign' },
    { kind: 'model_unreadable' },
    { kind: 'mesh_unreadable', reason: 'It has no triangles.' },
    { kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.busy },
  ],
  handler: async function checkPrintability(context, input) {
    const checked = await check(context, input)
    return checked.ok ? ok(reportJson(checked.value)) : checked
  },
})

type CheckBody = NamedShape<{ readonly modelUrl: string; readonly units: string }> | MultipartForm

async function check(
  { deps, keepOpen }: HttpContext,
  { caller, request, body }: Input<AccountCaller | null, never, CheckBody>,
): Promise<Result<CheckedMesh, Failure>> {
  keepOpen?.(request)
  const { signal } = request
  if (!('value' in body)) return checkFile(deps, { ...body, signal })
  return checkStored(deps, caller, { fields: new Map(Object.entries(body.value)), signal })
}

/** `places` has one entry per remark that has a location on the model. */
function reportJson({ report: processed, facts }: CheckedMesh): JsonOf<typeof report> {
  const { printability, printStatus, printDetail, printabilityScore } = processed
  return {
    printability,
    printStatus,
    printDetail,
    printabilityScore,
    issues: processed.issues.map(({ message }) => message),
    recommendations: processed.recommendations.map(({ message }) => message),
    unit: processed.unit,
    places: [...processed.issues, ...processed.recommendations].filter(isSomewhere).map(placeJson),
    received: facts?.received ?? null,
    repaired: facts?.repaired ?? null,
    minWallMm: facts?.walls.minWallMm ?? null,
    wallsMeasured: wallsMeasured(facts),
    thinWalls: (facts?.walls.thin ?? []).map(({ at, thicknessMm, areaMm2 }) => ({
      at: [...at],
      thicknessMm,
      areaMm2,
    })),
  }
}

const isSomewhere = ({ at, sizeMm }: Remark) => at !== null || sizeMm !== null
const placeJson = ({ message, at, sizeMm }: Remark) => ({ about: message, at, sizeMm })

function wallsMeasured(facts: CheckedMesh['facts']): 'all' | 'some' | 'none' {
  if (facts === null) return 'none'
  return facts.walls.complete ? 'all' : 'some'
}
