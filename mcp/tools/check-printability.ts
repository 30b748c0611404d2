// check_printability: whether a mesh behind a link can be printed. Stores nothing.

import * as v from 'valibot'
import { megabytesText } from '../../server/domain/base/text/megabytes.ts'
import { quoteForeign } from '../../server/domain/base/text/text.ts'
import { maxSideMm } from '../../server/domain/catalog/build-volume.ts'
import { agentToolAllowances, limits } from '../../server/domain/limits/table.ts'
import type { FaultKind } from '../../server/domain/measurement/inspection.ts'
import {
  type CheckedLink,
  checkLink,
  type LinkFailure,
} from '../../server/domain/printability/check-link.ts'
import type { FaultPicture } from '../../server/domain/printability/check-printability.ts'
import { maxCheckedBytes } from '../../server/domain/printability/check-printability.ts'
import { refuse, toolResult } from '../content.ts'
import { errorCodeOf } from '../error-code.ts'
import { defineTool } from '../registry.ts'
import { flag, integer, number, sanelyShort, text, timeouts } from './fields.ts'
import { fileNameField, fileNameNote, quoteInside } from './foreign-text.ts'
import { handInForCheck } from './hand-in.ts'
import { printStatusWord } from './printability-fields.ts'
import { addressUnitsUnknown, usedUpTime } from './refusal.ts'
import { type Sentences, sentenceFrom } from './sentences.ts'
import { unitQuestion } from './unit-question.ts'

const output = v.object({
  file_name: text(fileNameNote),
  print_status: printStatusWord,
  score: integer('0 to 100.'),
  detail: text('The verdict in words.'),
  issues: v.pipe(v.array(v.string()), v.description('What is wrong with it.')),
  recommendations: v.pipe(v.array(v.string()), v.description('What to do about it.')),
  dimensions_mm: v.pipe(v.array(v.number()), v.length(3), v.description('Width, depth, height.')),
  unit: text('The unit in which the numbers of the file were read.'),
  volume_cm3: number('Enclosed volume after repair.'),
  watertight: flag('Whether the surface is closed, after repair.'),
  open_edges: integer('Open edges, around holes.'),
  non_manifold_edges: integer('Edges with more than two faces.'),
  triangles: integer('Number of triangles.'),
  min_feature_mm: number('Smallest overall dimension; wall thickness is not measured.'),
  max_overhang_deg: number('Steepest overhang; more than about 45 needs supports.'),
  fits_plate: flag(`Whether no side is longer than ${maxSideMm} mm.`),
})

type Output = v.InferOutput<typeof output>

export const checkPrintability = defineTool({
  name: 'check_printability',
  title: 'Check whether a mesh can be printed',
  description: `Downloads a mesh, repairs a copy in memory and reports whether it can be printed: verdict, score, issues, recommendations, dimensions, volume, holes, overhangs, fit on the plate, and a picture with faults marked. Stores, prices and orders nothing.

Free, needs no key. At most ${limits['agent-file-fetches'].limit} downloads an hour, shared with quote_print; takes seconds, ${timeouts.file / 1000} at most. Use it for a file on any public host; quote_print makes the same check but accepts only certain hosts, and get_generation has the verdict on a generated model. A refusal says what is wrong. After a timeout it is safe to call again.`,
  arguments: {
    model_url: v.pipe(
      v.string(),
      sanelyShort(2048),
      v.description(
        `Direct https link to an .stl, .obj, .glb or .gltf file of at most ${megabytesText(maxCheckedBytes)}; no viewer page, no sign-in. STL and OBJ are read in mm, GLB and glTF in m. An .obj can be checked but not ordered.`,
      ),
    ),
  },
  output,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  cost: 'free',
  auth: 'public',
  allowances: agentToolAllowances.check_printability,
  timeoutMs: timeouts.file,
  run: async ({ deps, caller, signal, wantsPictures, timeLeftMs }, { model_url: modelUrl }) => {
    const input = { modelUrl, withPicture: wantsPictures, timeLeftMs, signal }
    const checked = await checkLink(deps, caller, input)
    if (!checked.ok) {
      return refuse(
        sentenceFrom(sentencesAt(deps.baseUrl), checked.failure),
        errorCodeOf(checked.failure),
      )
    }
    const { picture } = checked.value
    const fields = fieldsOf(checked.value)
    const list = (name: string, items: readonly string[]) =>
      items.length === 0 ? '' : ` ${name}: ${items.join(' ')}`
    return toolResult(
      `The mesh: ${fields.print_status}, score ${fields.score}. ${fields.detail} It is ${fields.dimensions_mm.join(' x ')} mm.${questionOf(checked.value)}${list('Issues', fields.issues)}${list('Recommended', fields.recommendations)}${legend(picture)} ${nextOf(fields.print_status)} The file is named ${quoteForeign(fields.file_name)}.`,
      fields,
      picture?.picture,
    )
  },
})

/** Description of each fault, with its color of geometry/fault-kinds.ts. */
const faultWords: Readonly<Record<FaultKind, string>> = {
  outside: 'what is outside the build volume in green',
  open_edges: 'open edges in red',
  non_manifold_edges: 'non-manifold edges in purple',
  thin_walls: 'thin walls in blue',
  overhangs: 'overhangs in orange',
}

function legend(drawn: FaultPicture | null): string {
  return drawn === null || drawn.marked.length === 0
    ? ''
    : ` The picture marks ${drawn.marked.map((kind) => faultWords[kind]).join(', ')}.`
}

const nextOf = (status: Output['print_status']): string =>
  status === 'needs-redesign'
    ? 'Tell the buyer what to change; check the changed file again.'
    : 'quote_print makes its price.'

/** Returns the question about the unit. Empty for a plausible size. */
function questionOf({ report }: CheckedLink): string {
  const [question] = unitQuestion({
    unit: report.unit,
    unitSource: report.unitSource,
    dimensionsMm: report.printability.dimensionsMm,
  })
  return question === undefined ? '' : ` ${question}`
}

const roundTo2 = (value: number) => Math.round(value * 100) / 100

function fieldsOf({ fileName, report }: CheckedLink): Output {
  const { printability } = report
  return {
    file_name: fileNameField(fileName),
    print_status: report.printStatus,
    score: report.printabilityScore,
    detail: report.printDetail,
    issues: report.issues.map(({ message }) => message),
    recommendations: report.recommendations.map(({ message }) => message),
    dimensions_mm: printability.dimensionsMm.map(roundTo2),
    unit: report.unit,
    volume_cm3: Math.round(printability.volumeCm3 * 1000) / 1000,
    watertight: printability.watertight,
    open_edges: printability.holes,
    non_manifold_edges: printability.nonManifoldEdges,
    triangles: printability.triangles,
    min_feature_mm: roundTo2(printability.minFeatureMm),
    max_overhang_deg: roundTo2(printability.maxOverhangDeg),
    fits_plate: printability.fitsPlate,
  }
}

const sentencesAt = (baseUrl: string): Sentences<LinkFailure> => ({
  link_refused: ({ message, reason }) => `${message}${handInForCheck(reason, baseUrl)}`,
  link_is_stored:
    'check_printability accepts only https links. get_generation has the verdict on a generated model, and quote_print takes its gs:// address.',
  link_unsupported:
    'check_printability accepts .stl, .obj, .glb and .gltf files, recognized by the end of their names. Send a direct link to one of these; for a sliced file use quote_print.',
  units_unknown: addressUnitsUnknown,
  mesh_unreadable: ({ reason }) => `No mesh could be read from that file. ${quoteInside(reason)}`,
  measuring_unavailable: ({ by, retryAfterSeconds }) =>
    by === 'time'
      ? usedUpTime(retryAfterSeconds)
      : `The service is too busy to check this file right now. Call again in ${retryAfterSeconds} seconds.`,
})
