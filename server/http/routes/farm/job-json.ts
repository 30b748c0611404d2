// Print jobs as JSON: schema, example and conversion.

import * as v from 'valibot'
import { printJobIdOf } from '../../../domain/base/ids/print-job-id.ts'
import { keysOf } from '../../../domain/base/keys-of.ts'
import { centihoursOfSeconds, hoursOfCentihours } from '../../../domain/base/time/centihours.ts'
import {
  aloneReasons,
  jobStateLabels,
  type PlateJob,
  type PrintFile,
  type PrintJob,
  slicingStates,
} from '../../../domain/farm/jobs/job.ts'
import type { FinishResult } from '../../../domain/farm/ports.ts'
import { fileKinds } from '../../../domain/planning/plates.ts'
import { idInPath, type Parameter } from '../../contract/contract.ts'
import { colorText } from '../../contract/field-texts.ts'
import {
  type JsonOf,
  link,
  moment,
  named,
  number,
  orNull,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import { orderedMaterial, orderStatus } from '../../contract/words.ts'
import { anyOrderCode } from '../orders/order-json.ts'

export const jobIdParameter: Parameter = idInPath('id', 'The print job’s id.', {
  type: 'string',
  format: 'uuid',
})

const fileKind = says(
  v.picklist(fileKinds),
  'gcode: plain g-code. plates: a .gcode.3mf. model: a mesh that has not been sliced yet.',
)

const plateJob = named(
  'PlateJob',
  v.object({
    jobId: text('The job’s id.'),
    orderCode: anyOrderCode,
    line: v.optional(whole('The line of the order. Absent if the order has only one.')),
    parts: whole('Its parts on the plate.'),
    state: says(
      v.picklist(keysOf(jobStateLabels)),
      'cancelled: its parts are printed but not counted.',
    ),
  }),
  'A job of a plate that several jobs share.',
)

export const printJob = named(
  'PrintJob',
  v.object({
    id: text('The job’s id.'),
    orderCode: anyOrderCode,
    line: v.optional(
      whole('The line of the order whose parts it prints. Absent if the order has only one.'),
    ),
    plate: whole(
      'The plate of the order, from 1. A reprint has the number of the plate it repeats.',
    ),
    parts: whole('Its parts on the plate.'),
    plateJobs: v.optional(
      says(
        v.array(plateJob),
        'All jobs of a plate that several jobs share, this one included: they are printed from one file, in one run. Absent where the ' +
          'plate prints this job alone.',
      ),
    ),
    state: says(
      v.picklist(keysOf(jobStateLabels)),
      'failed: every attempt failed, and an operator decides.',
    ),
    version: whole('Incremented by every change except heartbeats; send it with the next change.'),
    material: orderedMaterial,
    color: text(colorText),
    nozzleDiameter: number('The diameter of the nozzle in mm.'),
    printHours: number(
      'Machine hours of all parts: from its file, otherwise estimated from its model.',
    ),
    fileKind,
    slicing: orNull(
      named(
        'PlateSlicing',
        v.object({
          state: says(
            v.picklist(slicingStates),
            'waiting: it is retried. failed: an operator decides.',
          ),
          reason: orNull(text('Why it failed the last time.')),
        }),
        'The state of the service’s slice of a plate.',
      ),
    ),
    fileId: orNull(text('The print file; null for the order’s file.')),
    fileUrl: link('The address at which the farm’s programs download it.'),
    priority: whole('The priority of the order. Jobs of higher ones are claimed first.'),
    dueAt: orNull(moment('The order’s promised ship date.')),
    good: orNull(whole('Good parts, once it is done.')),
    scrap: orNull(whole('Parts that are printed again, once it is done.')),
    reason: orNull(text('Why it failed or was cancelled the last time.')),
    aloneReason: orNull(
      says(
        v.picklist(keysOf(aloneReasons)),
        'Why it no longer shares a plate with other jobs. misplaced: the size of its part differs from the plate’s layout. ' +
          'unsliced: a plate that it shared could not be sliced.',
      ),
    ),
    printer: orNull(text('The current or last printer.')),
    leasedUntil: orNull(moment('The time at which the claim ends without a heartbeat.')),
    attempts: whole('Claims so far.'),
    progress: orNull(number('0 to 1, as reported by the printer.')),
    remainingSeconds: orNull(whole('The time left, as the printer reports it.')),
    reprintOf: orNull(text('The job whose parts it repeats.')),
    createdAt: moment('The time at which it was queued.'),
    claimedAt: orNull(moment('The time at which it was claimed last.')),
    finishedAt: orNull(moment('The time at which it was done or cancelled.')),
  }),
  'Parts of an order on one plate.',
)

export const jobExample = {
  id: '3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f',
  orderCode: 'SVC-7KQ2ZM',
  plate: 1,
  parts: 2,
  state: 'queued',
  version: 1,
  material: 'petg',
  color: 'Black',
  nozzleDiameter: 0.4,
  printHours: 1.96,
  fileKind: 'gcode',
  slicing: null,
  fileId: null,
  fileUrl: 'https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file',
  priority: 0,
  dueAt: '2026-11-28T17:00:00.000Z',
  good: null,
  scrap: null,
  reason: null,
  aloneReason: null,
  printer: null,
  leasedUntil: null,
  attempts: 0,
  progress: null,
  remainingSeconds: null,
  reprintOf: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  claimedAt: null,
  finishedAt: null,
}

/** Jobs of a shared plate, as domain values. */
export const plateJobsExample = [
  {
    jobId: printJobIdOf(jobExample.id),
    orderCode: jobExample.orderCode,
    line: null,
    parts: 2,
    state: 'printing',
  },
  {
    jobId: printJobIdOf('0b9a8c7d-6e5f-4d3c-8b2a-1f0e9d8c7b6a'),
    orderCode: 'SVC-2MZQK7',
    line: null,
    parts: 3,
    state: 'printing',
  },
] as const satisfies readonly PlateJob[]

/** Returns the fields that the API shows of a job. Fields are listed one by one, so that a new field of the job stays internal. */
export function jobJson(job: PrintJob, baseUrl: string): JsonOf<typeof printJob> {
  const { line, plateJobs, printFileId } = job
  return {
    id: job.id,
    orderCode: job.orderCode,
    ...(line !== null && { line }),
    plate: job.plate,
    parts: job.parts,
    ...(plateJobs.length > 0 && { plateJobs: plateJobs.map(plateJobJson) }),
    state: job.state,
    version: job.version,
    material: job.material,
    color: job.color,
    nozzleDiameter: job.nozzleDiameter,
    printHours: hoursOfCentihours(job.centihours),
    fileKind: job.fileKind,
    slicing: job.slicing && { state: job.slicing.state, reason: job.slicing.reason },
    fileId: printFileId,
    fileUrl: `${baseUrl}/api/farm/jobs/${job.id}/file`,
    priority: job.priority,
    dueAt: iso(job.dueAt),
    good: job.good,
    scrap: job.scrap,
    reason: job.reason,
    aloneReason: job.aloneReason,
    printer: job.printer,
    leasedUntil: iso(job.leasedUntil),
    attempts: job.attempts,
    progress: job.progress,
    remainingSeconds: job.remainingSeconds,
    reprintOf: job.reprintOf,
    createdAt: job.createdAt.toISOString(),
    claimedAt: iso(job.claimedAt),
    finishedAt: iso(job.finishedAt),
  }
}

const plateJobJson = ({
  jobId,
  orderCode,
  line,
  parts,
  state,
}: PlateJob): JsonOf<typeof plateJob> => ({
  jobId,
  orderCode,
  ...(line !== null && { line }),
  parts,
  state,
})

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const finished = named(
  'PrintJobResult',
  v.object({
    job: printJob,
    reprint: orNull(
      says(
        printJob,
        'The job that was queued for the scrap; the first one if each part has a separate job.',
      ),
    ),
    orderStatus: orderStatus.exact(
      'The current status of the order: PRINTED once all parts are good.',
    ),
    others: v.optional(
      says(
        v.array(
          named(
            'OtherPrintJobResult',
            v.object({
              job: printJob,
              reprint: orNull(says(printJob, 'The job that was queued for its scrap.')),
              orderStatus: orderStatus.exact('The current status of its order.'),
            }),
            'Another job of the same plate that ended with it.',
          ),
        ),
        'The other jobs of a shared plate. Absent if the plate printed one job.',
      ),
    ),
  }),
  'A print job that ended, and what is printed again.',
)

export const finishedExample = {
  job: {
    ...jobExample,
    state: 'done',
    version: 4,
    good: 1,
    scrap: 1,
    printer: 'mk4-1',
    attempts: 1,
    claimedAt: '2026-11-21T10:05:00.000Z',
    finishedAt: '2026-11-21T12:10:00.000Z',
  },
  reprint: {
    ...jobExample,
    id: '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
    parts: 1,
    printHours: 0.98,
    reprintOf: jobExample.id,
  },
  orderStatus: 'PRINTING',
}

export const finishedJson = (
  { others, ...result }: FinishResult,
  baseUrl: string,
): JsonOf<typeof finished> => ({
  ...resultJson(result, baseUrl),
  ...(others.length > 0 && { others: others.map((other) => resultJson(other, baseUrl)) }),
})

const resultJson = (
  { job, reprint, orderStatus: status }: Pick<FinishResult, 'job' | 'reprint' | 'orderStatus'>,
  baseUrl: string,
) => ({
  job: jobJson(job, baseUrl),
  reprint: reprint === null ? null : jobJson(reprint, baseUrl),
  orderStatus: status,
})

export const printFile = named(
  'PrintFile',
  v.object({
    fileId: text('The id of the file for `plates[].fileId` of POST /api/farm/jobs.'),
    orderCode: anyOrderCode,
    fileName: text('Its name.'),
    bytes: whole('Its size.'),
    parts: whole('Parts that one run of it prints.'),
    printHours: orNull(
      number('The slicer’s time for all of them; null when the file states none.'),
    ),
    grams: orNull(number('Filament, for all of them.')),
  }),
  'A sliced file for print jobs of an order.',
)

export const fileExample = {
  fileId: '5d4c3b2a-1f0e-4d9c-8b7a-6f5e4d3c2b1a',
  orderCode: 'SVC-7KQ2ZM',
  fileName: 'bracket.gcode',
  bytes: 4_812_331,
  parts: 2,
  printHours: 2.05,
  grams: 41,
}

export function fileJson(
  { id, model, parts, seconds, grams }: PrintFile,
  code: string,
): JsonOf<typeof printFile> {
  return {
    fileId: id,
    orderCode: code,
    fileName: model.fileName,
    bytes: model.sizeBytes,
    parts,
    printHours:
      seconds === null ? null : hoursOfCentihours(Math.round(centihoursOfSeconds(seconds))),
    grams: grams === null ? null : Math.round(grams * 100) / 100,
  }
}
