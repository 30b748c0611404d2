// POST /api/printability: decisions.md 20.
import * as v from 'valibot'
import { limits } from '../../../domain/limits/table.ts'
import { operation } from '../operation.ts'
import { flag, link, number, says, text, whole } from '../schemas.ts'

const unitWord = v.picklist(['mm', 'cm', 'm', 'in'])
const units = v.optional(
  says(unitWord, 'What the numbers in the file mean, when not its format’s own unit.'),
)

const upload = v.object({
  file: says(
    v.file(),
    'The mesh: .stl, .obj, .glb, .gltf (nothing outside the file) or .3mf, at most 25 MB. STL and OBJ numbers are ' +
      'millimeters, glTF numbers are meters, a 3MF file says its own unit.',
  ),
  units,
})

const stored = v.object({
  modelUrl: link('`gs://` address of a model of this account. Needs a session.'),
  units: v.optional(
    says(unitWord, 'What the numbers in the file mean, when not what its upload said.'),
  ),
})

const box = (description: string) => says(v.array(v.number()), description)

const report = v.object({
  printability: v.object({
    watertight: flag('After repair.'),
    volumeCm3: number('Enclosed volume, after repair.'),
    holes: whole('Open edges, not rings.'),
    nonManifoldEdges: whole('Edges with more than two faces.'),
    triangles: whole('After repair.'),
    dimensionsMm: box('Width, depth and height.'),
    minFeatureMm: number('Smallest overall dimension; no wall is measured.'),
    featureSizeEstimated: says(v.literal(true), 'Always true.'),
    maxOverhangDeg: number('Steepest overhang.'),
    fitsPlate: flag('No dimension above 340 mm.'),
  }),
  printStatus: says(v.picklist(['ready', 'repaired', 'needs-redesign']), 'The verdict.'),
  printDetail: text('The verdict in words.'),
  printabilityScore: whole('95 ready, 85 repaired, at most 45 otherwise.'),
  issues: says(v.array(v.string()), 'What is wrong with the mesh.'),
  recommendations: says(v.array(v.string()), 'What to do about it.'),
  unit: text('The unit that the numbers of the file were read in.'),
  places: says(
    v.array(
      v.object({
        about: text('The issue or recommendation, as it stands in its list.'),
        at: v.nullable(box('Where: a point on the mesh, mm.')),
        sizeMm: v.nullable(number('How large.')),
      }),
    ),
    'Where on the model the issues and recommendations are, of those that are somewhere.',
  ),
})

const limitedAt = 'Generation limit reached. Please try again later.'

export const printabilityOperations = {
  'POST /api/printability': operation({
    id: 'checkPrintability',
    tag: 'Slicing',
    summary: 'Check whether a mesh can be printed',
    description:
      'Repairs a copy of the mesh in memory and says whether it can be printed. Nothing is stored, priced or charged. ' +
      `With a session ${limits['printability-signed-in'].limit} an hour; without one ` +
      `${limits['printability-anonymous'].limit} an hour for each address, and files only.`,
    credentials: [],
    body: {
      type: 'application/json',
      schema: stored,
      example: { modelUrl: 'gs://models/models/2ef0a0a6a5d1cbbe.stl' },
      form: { schema: upload, example: { file: '@part.stl' } },
    },
    answers: [
      {
        status: 200,
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
        },
      },
    ],
    refusals: [
      {
        kind: 'rate_limited',
        scope: 'printability-anonymous',
        message: limitedAt,
        retryAfterSeconds: 600,
      },
      { kind: 'limiter_unavailable' },
      { kind: 'check_body_unknown' },
      { kind: 'invalid_json' },
      { kind: 'body_too_large', limitBytes: 65_536 },
      { kind: 'broken_multipart', detail: 'it ended early' },
      { kind: 'check_file_too_large' },
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
      { kind: 'measuring_unavailable', retryAfterSeconds: 5 },
    ],
  }),
}
