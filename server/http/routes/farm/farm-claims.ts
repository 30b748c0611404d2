// Endpoints for farm programs: claim a print job, send heartbeats and report the result.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { claimJob, type HandedOutJob, type NoJob } from '../../../domain/farm/claim/claim-job.ts'
import { leaseSeconds, maxPrintAttempts } from '../../../domain/farm/jobs/job.ts'
import type { PrintAdvice } from '../../../domain/farm/line-supports.ts'
import type { ClaimedAbility } from '../../../domain/farm/printers/ability.ts'
import { failJob, finishJob, heartbeat } from '../../../domain/farm/reports/report-job.ts'
import { supportDecisions } from '../../../domain/measurement/processing.ts'
import { json } from '../../contract/body.ts'
import {
  type JsonOf,
  link,
  moment,
  named,
  number,
  orNull,
  says,
  sizeMm,
  text,
  whole,
} from '../../contract/schemas.ts'
import { internal } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import type { FarmContext } from './farm-context.ts'
import {
  finished,
  finishedExample,
  finishedJson,
  jobExample,
  jobIdParameter,
  jobJson,
  plateJobsExample,
  printJob,
} from './job-json.ts'
import { claimSchema, doneSchema, failSchema, heartbeatSchema } from './job-schemas.ts'

/** Polling interval for a printer without work, in seconds. */
const idleSeconds = 15

const claimedJob = named(
  'ClaimedPrintJob',
  v.object({
    ...printJob.entries,
    lease: text('Token of this claim; send it with every report about the job.'),
    note: orNull(text('The customer’s note.')),
    supports: orNull(
      named(
        'PrintAdvice',
        v.object({
          decision: says(
            v.picklist(supportDecisions),
            'As designed, rotated so that it needs no supports, or as designed with supports.',
          ),
          turnedMm: orNull(sizeMm('Sides of the rotated part; null unless it is rotated.')),
          advice: text('The decision as a sentence.'),
        }),
        'How a model that is not sliced is to be printed. null for a sliced file, and if nothing is decided.',
      ),
    ),
    file: named(
      'JobFile',
      v.object({
        url: link('GET with the same header.'),
        name: text('The file’s name.'),
        bytes: whole('Its size.'),
        sha256: text('The SHA-256 of its bytes, lower-case hex.'),
        printSeconds: orNull(number('The slicer’s time for the plate.')),
      }),
      'The file that a print job prints.',
    ),
  }),
  'A print job with the proof of its claim and its file.',
)

const claimed = named(
  'Claim',
  v.object({
    job: says(orNull(claimedJob), 'null: nothing that this printer can print.'),
    retryAfterSeconds: whole('The seconds after which a printer without a job should ask again.'),
    reason: orNull(
      text('Why this printer gets no job at all, until that changes; null when none fits it.'),
    ),
  }),
  'The job that was claimed, or when to ask again.',
)

const leaseExample = '7c6b5a49-3827-4165-8453-4231201f0e9d'
const claimExample = {
  job: {
    ...jobExample,
    state: 'claimed',
    version: 2,
    printer: 'mk4-1',
    leasedUntil: '2026-11-21T10:15:00.000Z',
    attempts: 1,
    claimedAt: '2026-11-21T10:05:00.000Z',
    lease: leaseExample,
    note: null,
    supports: null,
    file: {
      url: jobExample.fileUrl,
      name: 'bracket.gcode',
      bytes: 4_812_331,
      sha256: '2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a594837261500',
      printSeconds: 7380,
    },
  },
  retryAfterSeconds: idleSeconds,
  reason: null,
}

export const claimRoute = route({
  method: 'POST',
  path: '/api/farm/jobs/claim',
  id: 'claimPrintJob',
  tag: 'Farm',
  summary: 'Claim the next print job',
  description:
    'The job with the highest priority, then the earliest due date, that fits: `materials`, `colors` (jobs of orders without a color fit ' +
    'every printer), `nozzleDiameters` and `volumeMm`; an omitted one does not restrict the claim, unless the printer’s record has it: its spools ' +
    'restrict every claim. `files` are the kinds of file that the printer accepts, plain g-code unless given or recorded. A printer that is ' +
    'paused or in maintenance, has an error, or has a plate that is not cleared gets no job; `reason` states why. Orders on hold are skipped. The order becomes PRINTING. No two claims get the same job. ' +
    'With `sharedPlates: true` it may be a job whose plate several orders share (`plateJobs`); such plates are planned where every printer in ' +
    'service claims like that. ' +
    'With `holdsNone: true` the program states that this printer has no job: a claim without a heartbeat, whose response was lost, is first ' +
    'put back. Such a program sends a heartbeat as soon as it has a job. ' +
    `The claim lasts ${leaseSeconds / 60} minutes; each heartbeat renews it. After ${maxPrintAttempts} claims without parts the job needs an operator.`,
  access: internal,
  body: json(claimSchema, {
    example: {
      printer: 'mk4-1',
      materials: ['petg'],
      colors: ['Black'],
      nozzleDiameters: [0.4],
      volumeMm: { x: 250, y: 210, z: 220 },
    },
    refused: [{ printer: '' }],
  }),
  response: { description: 'The job, or null.', schema: claimed, example: claimExample },
  handler: async function claimPrintJob({ deps }: FarmContext, { body }) {
    const { printer, materials, colors, nozzleDiameters, volumeMm, files: fileKinds } = body
    const { sharedPlates: acceptsSharedPlates } = body
    const ability: ClaimedAbility = {
      materials,
      colors,
      nozzleDiameters,
      volumeMm: volumeMm && [volumeMm.x, volumeMm.y, volumeMm.z],
      fileKinds,
      acceptsSharedPlates,
    }
    const claim = await claimJob(deps, printer, ability, { holdsNone: body.holdsNone ?? false })
    const commonFields = { retryAfterSeconds: idleSeconds, reason: null }
    if (claim.job !== null) return ok({ job: claimJson(claim.job, deps.baseUrl), ...commonFields })
    return ok({
      job: null,
      ...commonFields,
      reason: claim.reason === null ? null : reasonText(claim.reason),
    })
  },
})

function reasonText({ kind, detail }: NoJob): string {
  const more = detail === null ? '.' : `: ${detail}`
  switch (kind) {
    case 'maintenance':
      return `The printer is in maintenance${more}`
    case 'plate':
      return 'The build plate has not been cleared.'
    case 'paused':
      return `The printer is paused${more}`
    case 'error':
      return `The printer has an error${more}`
  }
}

function claimJson(
  { job, lease, note, advice, file }: HandedOutJob,
  baseUrl: string,
): JsonOf<typeof claimedJob> {
  const jobFields = jobJson(job, baseUrl)
  const { fileName: name, sizeBytes: bytes, sha256, seconds: printSeconds } = file
  return {
    ...jobFields,
    lease,
    note,
    supports: advice === null ? null : adviceJson(advice),
    file: { url: jobFields.fileUrl, name, bytes, sha256, printSeconds },
  }
}

function adviceJson({ decision, turnedMm }: PrintAdvice) {
  const turned = turnedMm === null ? null : { x: turnedMm[0], y: turnedMm[1], z: turnedMm[2] }
  return { decision, turnedMm: turned, advice: adviceText[decision] }
}

const adviceText = {
  none: 'Print it as designed, without supports.',
  turn: 'Rotate it to these dimensions; it then needs no supports.',
  supports: 'Print it as designed, with supports.',
} as const satisfies Record<PrintAdvice['decision'], string>

const withdrawn = { kind: 'job_withdrawn', reason: 'The order is cancelled.' } as const

export const heartbeatRoute = route({
  method: 'POST',
  path: '/api/farm/jobs/:id/heartbeat',
  id: 'renewPrintJobClaim',
  tag: 'Farm',
  summary: 'Renew the claim on a print job',
  description:
    'Every minute, from the claim to the report. `printing: true` once the printer has started. When `stop` is set, the job was withdrawn ' +
    '(the order is cancelled, refunded, on hold, or an operator took the job): stop the print and claim another job. A plate that several ' +
    'jobs share continues while one of them is needed.',
  access: internal,
  parameters: [jobIdParameter],
  body: json(heartbeatSchema, {
    example: { lease: leaseExample, printing: true, progress: 0.42, remainingSeconds: 4200 },
    refused: [{ lease: 'lease' }],
  }),
  response: {
    description: 'Recorded.',
    schema: named(
      'Heartbeat',
      v.object({
        leasedUntil: orNull(moment('The new end of the claim; null if it has ended.')),
        stop: orNull(text('Why the print must stop; null to continue.')),
      }),
      'The claim after a heartbeat.',
    ),
    example: { leasedUntil: '2026-11-21T10:25:00.000Z', stop: null },
  },
  refusals: [{ kind: 'print_job_not_found' }, { kind: 'job_lease_lost' }],
  handler: async function renewClaim({ deps }: FarmContext, { params, body }) {
    const { printing = false, progress = null, remainingSeconds = null } = body
    const beat = { lease: body.lease, printing, progress, remainingSeconds }
    const heartbeatResult = await heartbeat(deps, params.id, beat)
    if (!heartbeatResult.ok) return heartbeatResult
    const { leasedUntil, stop } = heartbeatResult.value
    return ok({ leasedUntil: leasedUntil?.toISOString() ?? null, stop })
  },
})

export const jobDoneRoute = route({
  method: 'POST',
  path: '/api/farm/jobs/:id/done',
  id: 'completePrintJob',
  tag: 'Farm',
  summary: 'Report a finished print job',
  description:
    '`good` and `scrap` add up to the job’s parts; `scrap` is the rest if omitted. A plate that several jobs share (`plateJobs`) is ' +
    'reported once, by the job that was claimed: with totals if all of its parts are good or all are scrap, otherwise with `jobs`, the counts of ' +
    'each. Scrap is queued again as a job of the same order, and nothing is charged for it. When all parts of an order are good it becomes ' +
    'PRINTED. `scrapReason` says why parts are scrap. Sending the same report again changes nothing: counts are compared, the first reason stays.',
  access: internal,
  parameters: [jobIdParameter],
  body: json(doneSchema, {
    example: { lease: leaseExample, good: 1, scrap: 1, scrapReason: 'warping' },
    refused: [{ lease: 'lease' }],
  }),
  response: { description: 'Recorded.', schema: finished, example: finishedExample },
  refusals: [
    { kind: 'job_counts_wrong', parts: 2 },
    { kind: 'plate_counts_needed', jobs: plateJobsExample },
    { kind: 'print_job_not_found' },
    { kind: 'job_lease_lost' },
    { kind: 'job_reported_differently', good: 2, scrap: 0 },
    withdrawn,
  ],
  handler: async function reportDone({ deps }: FarmContext, { params, body }) {
    const { good = 0, scrap = null, jobs, scrapReason } = body
    const made = await finishJob(deps, params.id, {
      lease: body.lease,
      good,
      scrap,
      jobs,
      scrapReason,
    })
    return made.ok ? ok(finishedJson(made.value, deps.baseUrl)) : made
  },
})

export const jobFailedRoute = route({
  method: 'POST',
  path: '/api/farm/jobs/:id/fail',
  id: 'failPrintJob',
  tag: 'Farm',
  summary: 'Report a failed print job',
  description:
    `The job goes back to the queue; after ${maxPrintAttempts} attempts it is \`failed\` and an operator decides. Sending the same report again ` +
    'changes nothing. For a fault that does not concern the job, such as a lost connection to the printer, send `attempt: false`: the job ' +
    'goes back to the queue, and the attempt does not count.',
  access: internal,
  parameters: [jobIdParameter],
  body: json(failSchema, {
    example: { lease: leaseExample, reason: 'The nozzle is clogged.' },
    refused: [{ lease: leaseExample, reason: '' }],
  }),
  response: {
    description: 'Recorded.',
    schema: named('FailedPrintJob', v.object({ job: printJob }), 'The job after its failure.'),
    example: { job: { ...jobExample, attempts: 1, reason: 'The nozzle is clogged.' } },
  },
  refusals: [{ kind: 'print_job_not_found' }, { kind: 'job_lease_lost' }, withdrawn],
  handler: async function reportFailure({ deps }: FarmContext, { params, body }) {
    const { reason, attempt = true } = body
    const failed = await failJob(deps, params.id, {
      lease: body.lease,
      reason,
      isAttempt: attempt,
    })
    return failed.ok ? ok({ job: jobJson(failed.value, deps.baseUrl) }) : failed
  },
})
