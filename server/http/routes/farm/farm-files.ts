// Sliced files of print jobs: operators upload or slice them (decisions.md 44), and farm programs download them.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { fetchJobFile } from '../../../domain/farm/claim/job-file.ts'
import { resliceJob } from '../../../domain/farm/slices/reslice-job.ts'
import { uploadPrintFile } from '../../../domain/farm/slices/upload-print-file.ts'
import { limits } from '../../../domain/limits/table.ts'
import { contentTypes } from '../../../domain/models/format.ts'
import { maxModelBytes, maxModelText } from '../../../domain/models/size-limit.ts'
import { statesNoFilament } from '../../../domain/pricing/price-order.ts'
import { json } from '../../contract/body.ts'
import { multipart } from '../../contract/multipart-body.ts'
import { tooThinExample } from '../../contract/printability-json.ts'
import { fileRefusals } from '../../contract/refusals.ts'
import { named, orNull, says, text, whole } from '../../contract/schemas.ts'
import { internal, operatorWithin } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { attachment } from '../../responses/attachment.ts'
import type { FarmContext } from './farm-context.ts'
import {
  fileExample,
  fileJson,
  jobExample,
  jobIdParameter,
  jobJson,
  printFile,
  printJob,
} from './job-json.ts'
import { resliceSchema } from './job-schemas.ts'

const uploadForm = v.object({
  file: says(
    v.file(),
    `A sliced file of one plate, .gcode or .gcode.3mf, at most ${maxModelText}.`,
  ),
  code: text('The order’s code.'),
  jobId: v.optional(text('A queued or failed job of the order, which then prints the file.')),
  line: v.optional(whole('The line of the order; required if it has several and no job is named.')),
  parts: v.optional(
    whole('Parts that one run of the file prints; if omitted, the parts of the job, or 1.'),
  ),
})

const uploaded = named(
  'StoredPrintFile',
  v.object({
    ...printFile.entries,
    job: orNull(says(printJob, 'The job that now prints it; null if none was named.')),
  }),
  'A print file and the job that prints it.',
)

export const farmUploadRoute = route({
  method: 'POST',
  path: '/api/farm/print-upload',
  id: 'uploadPrintFile',
  tag: 'Farm',
  summary: 'Store a sliced file for an order',
  description:
    'For operators. The file is checked like the sliced file of an order. It becomes the file of the job `jobId`, or is planned with ' +
    `POST /api/farm/jobs. The order’s price does not change. ${limits['farm-print-upload'].limit} an hour.`,
  access: operatorWithin('farm-print-upload'),
  body: multipart({
    schema: uploadForm,
    example: { file: '@plate.gcode', code: jobExample.orderCode, parts: 2 },
    file: 'file',
    maxBytes: maxModelBytes,
  }),
  response: {
    description: 'The file is stored.',
    schema: uploaded,
    example: { ...fileExample, job: null },
  },
  refusals: [
    ...fileRefusals,
    { kind: 'print_code_missing' },
    { kind: 'print_parts_invalid' },
    { kind: 'order_line_unknown', lines: 3 },
    { kind: 'print_file_parts', fileParts: 4, parts: 2 },
    { kind: 'order_not_found' },
    { kind: 'print_job_not_found' },
    { kind: 'job_in_state', state: 'printing', action: 'file' },
    { kind: 'print_file_unsupported' },
    { kind: 'mesh_unreadable', reason: statesNoFilament },
    { kind: 'print_file_not_sliced' },
    { kind: 'print_file_plates', plates: 3 },
    { kind: 'model_too_large', dimensionsMm: [400, 20, 20], unit: 'mm', format: 'gcode' },
    { kind: 'nothing_prints', reason: tooThinExample },
    { kind: 'storage_failed' },
    { kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.busy },
  ],
  handler: async function storePrintFile(
    { deps, keepOpen }: FarmContext,
    { request, caller, body },
  ) {
    keepOpen?.(request)
    const stored = await uploadPrintFile(deps, caller.email, body)
    if (!stored.ok) return stored
    const { file, job, code } = stored.value
    const attached = job === null ? null : jobJson(job, deps.baseUrl)
    return ok({ ...fileJson(file, code), job: attached })
  },
})

const resliced = named(
  'ReslicedPrintJob',
  v.object({
    job: printJob,
    file: printFile,
    layers: whole('Layers of the plate.'),
    warnings: says(v.array(v.string()), 'Warnings of the slicer.'),
  }),
  'A print job with the file that was sliced for it.',
)

export const resliceJobRoute = route({
  method: 'POST',
  path: '/api/farm/jobs/:id/reslice',
  id: 'reslicePrintJob',
  tag: 'Farm',
  summary: 'Slice the plate of a print job',
  description:
    'For operators. Slices the order’s model, as many copies as the job has parts, with the temperatures of its material; the g-code becomes ' +
    'the job’s file. Omitted fields are as ordered. `supports` prints the part as designed, with or without them; if omitted, it is printed as decided ' +
    'for the part: as designed, turned, or with supports. Takes up to a minute. The order’s price does not change. A job that ' +
    'changes meanwhile keeps its file. ' +
    `${limits['farm-job-reslice'].limit} an hour.`,
  access: operatorWithin('farm-job-reslice'),
  parameters: [jobIdParameter],
  body: json(resliceSchema, {
    example: { layerHeight: 0.28, infill: 20, supports: true },
    optional: true,
    refused: [{ infill: 'full' }],
  }),
  response: {
    description: 'The job with its new file.',
    schema: resliced,
    example: {
      job: { ...jobExample, version: 2, fileId: fileExample.fileId },
      file: fileExample,
      layers: 120,
      warnings: [],
    },
  },
  refusals: [
    {
      kind: 'reslice_settings_wrong',
      field: 'layerHeight',
      rule: 'must be 0.08 to 0.3 mm with a nozzle of 0.4 mm',
    },
    { kind: 'print_job_not_found' },
    { kind: 'job_in_state', state: 'printing', action: 'slice' },
    { kind: 'job_changed', state: 'queued' },
    { kind: 'reslice_sliced_file' },
    { kind: 'model_unreadable' },
    { kind: 'reslice_failed', reason: 'It took too long.', retryAfterSeconds: null },
    {
      kind: 'reslice_failed',
      reason: 'All slicers are busy.',
      retryAfterSeconds: retryHintSeconds.slicer,
    },
    { kind: 'slicer_not_configured' },
    { kind: 'storage_failed' },
    { kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.busy },
  ],
  handler: async function reslicePrintJob(
    { deps, keepOpen }: FarmContext,
    { request, caller, params, body },
  ) {
    keepOpen?.(request)
    const made = await resliceJob(deps, caller.email, {
      id: params.id,
      settings: body,
    })
    if (!made.ok) return made
    const { job, file, layers, warnings } = made.value
    return ok({
      job: jobJson(job, deps.baseUrl),
      file: fileJson(file, job.orderCode),
      layers,
      warnings,
    })
  },
})

export const jobFileRoute = route({
  method: 'GET',
  path: '/api/farm/jobs/:id/file',
  id: 'downloadPrintJobFile',
  tag: 'Farm',
  summary: 'Download the file of a print job',
  description:
    'For the farm’s programs: the file of the claimed job, as it was sliced or uploaded.',
  access: internal,
  parameters: [jobIdParameter],
  response: {
    type: Object.values(contentTypes),
    description: 'The file, with its name.',
    schema: says(v.file(), 'The file.'),
  },
  refusals: [
    { kind: 'print_job_not_found' },
    { kind: 'model_unreadable' },
    {
      kind: 'print_file_unsafe',
      reason: 'The file is not safe to print: It heats the bed to 110 C.',
    },
    { kind: 'storage_unreachable', retryAfterSeconds: retryHintSeconds.storage },
  ],
  handler: async function downloadJobFile({ deps }: FarmContext, { params }) {
    const file = await fetchJobFile(deps, params.id)
    return file.ok ? ok(attachment(file.value, deps.temporaryFiles.remove)) : file
  },
})
