// Endpoints for programs that connect printers: report a printer's properties and state, and that its plate was
// cleared.

import * as v from 'valibot'
import { printerStates } from '../../../domain/base/metrics/metric-catalog.ts'
import { ok } from '../../../domain/base/result.ts'
import { silentSeconds } from '../../../domain/base/time/silence.ts'
import { materialNames } from '../../../domain/catalog/materials.ts'
import type { Temperature, Temperatures } from '../../../domain/farm/printers/printer-desk.ts'
import {
  type ReportedPrinter,
  reportPrinter,
  reportUnreachable,
} from '../../../domain/farm/printers/report-printer.ts'
import { clearPlate } from '../../../domain/farm/reports/clear-plate.ts'
import { json } from '../../contract/body.ts'
import { idInPath } from '../../contract/contract.ts'
import { flag, moment, named, orNull, says, text, whole } from '../../contract/schemas.ts'
import { internal } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import type { FarmContext } from './farm-context.ts'
import { jobExample, jobJson, plateJobsExample, printJob } from './job-json.ts'
import { clearSchema, printerReport, type SentTemperatures } from './printer-schemas.ts'

const nameInPath = idInPath('name', 'The printer’s name, as in its claims.')

const loadedSpool = named(
  'LoadedSpool',
  v.object({
    slot: whole('The place of an automatic changer, from 1.'),
    material: says(v.picklist(materialNames), 'The material.'),
    color: text('A stock name, or the operator’s text.'),
    gramsLeft: orNull(whole('null: not known.')),
  }),
  'A spool that the farm treats as loaded.',
)

const printerJson = named(
  'PrinterState',
  v.object({
    name: text('The printer’s name.'),
    state: says(
      v.picklist(printerStates),
      'The state that operators see: the reported one, unless the printer is in maintenance. A plate that was cleared makes `finished` `ready`.',
    ),
    since: moment('The time at which it took this state.'),
    profile: text(
      'Target of its slices: the slicer’s profile of its model, otherwise its bed. Empty: the farm’s default bed.',
    ),
    maintenance: orNull(text('Why it gets no job: an operator’s note. null: it is in service.')),
    cleared: flag(
      'The plate of the reported state `finished` was cleared, and its job counted: report `ready` and claim the next job.',
    ),
    spools: says(v.array(loadedSpool), 'The spools that claims of this printer are restricted to.'),
  }),
  'Record of a printer.',
)

const example = {
  name: 'mk4-1',
  state: 'printing',
  since: '2026-11-21T10:05:30.000Z',
  profile: '250 x 210 x 220 mm',
  maintenance: null,
  cleared: false,
  spools: [{ slot: 1, material: 'petg', color: 'Black', gramsLeft: 640 }],
} as const

export const reportPrinterRoute = route({
  method: 'PUT',
  path: '/api/farm/printers/:name',
  id: 'reportPrinter',
  tag: 'Farm',
  summary: 'Report a printer',
  description:
    'Every 30 seconds and after each change, with a job or without. An unknown printer is added. An omitted field of `model`, ' +
    '`bedMm`, `nozzleDiameter`, `firmware` and `files` does not change. `spools` are recorded until an operator sets them at the desk. ' +
    'Omitted `temperatures` and `controls` are not known; without `controls`, the program gets no commands. ' +
    '`finished`: a print has ended and its parts are on the plate; `jobId` is its job, also when that has ended. The plate is cleared at the ' +
    `desk or with POST /api/farm/printers/{name}/clear. \`offline\`: the program cannot reach the printer, \`detail\` states why, and its ` +
    `job and plate stay as they were; unknown printers are refused. A printer without contact for ${silentSeconds} s is offline; claims and ` +
    'heartbeats of jobs count as contact. A report renews no claim.',
  access: internal,
  parameters: [nameInPath],
  body: json(printerReport, {
    example: {
      state: 'printing',
      jobId: jobExample.id,
      progress: 0.42,
      remainingSeconds: 4200,
      model: 'Prusa MK4',
      bedMm: { x: 250, y: 210, z: 220, origin: 'front_left' },
      nozzleDiameter: 0.4,
      firmware: 'marlin',
      files: ['gcode'],
      spools: [{ slot: 1, material: 'petg', color: 'Black', gramsLeft: 640 }],
      temperatures: { nozzle: { actual: 239.6, target: 240 }, bed: { actual: 84.8, target: 85 } },
      controls: {
        commands: ['pause', 'resume', 'cancel'],
        missing: [{ feature: 'picture', reason: 'The printer has no camera.' }],
      },
    },
    refused: [{ state: 'busy' }],
  }),
  response: { description: 'Recorded.', schema: printerJson, example },
  refusals: [{ kind: 'printer_name_invalid' }, { kind: 'printer_not_found' }],
  handler: async function reportPrinterState({ deps }: FarmContext, { params, body }) {
    const { state, detail, jobId, progress, remainingSeconds, spools, bedMm: bed } = body
    const { controls, temperatures } = body
    const { model, nozzleDiameter, firmware, files } = body
    if (state === 'offline') {
      const known = await reportUnreachable(deps, params.name, detail ?? '')
      return known.ok ? ok(reportedJson(known.value)) : known
    }
    const reported = await reportPrinter(deps, params.name, {
      facts: {
        ...(model !== undefined && { model }),
        ...(bed !== undefined && {
          bedMm: [bed.x, bed.y, bed.z] as const,
          bedOrigin: bed.origin ?? 'front_left',
        }),
        ...(nozzleDiameter !== undefined && { nozzleDiameter }),
        ...(firmware !== undefined && { firmware }),
        ...(files !== undefined && { fileKinds: files }),
      },
      spools: spools?.map((spool) => ({ ...spool, gramsLeft: spool.gramsLeft ?? null })),
      state,
      detail: detail ?? null,
      jobId: jobId ?? null,
      progress: progress ?? null,
      remainingSeconds: remainingSeconds ?? null,
      desk: {
        controls: controls?.commands ?? null,
        missing: controls?.missing ?? [],
        temperatures: temperatures === undefined ? null : temperaturesOf(temperatures),
      },
    })
    return reported.ok ? ok(reportedJson(reported.value)) : reported
  },
})

const reportedJson = ({ printer, seen }: ReportedPrinter) => ({
  name: printer.name,
  state: seen.state,
  since: seen.since.toISOString(),
  profile: printer.profile,
  maintenance: printer.maintenance?.note ?? null,
  cleared: printer.clearedAt !== null,
  spools: printer.spools.map(({ counted: _, ...spool }) => spool),
})

function temperaturesOf({ nozzle, bed, chamber }: SentTemperatures): Temperatures {
  const of = (read: SentTemperatures['nozzle']): Temperature | null =>
    read === undefined ? null : { actual: read.actual, target: read.target ?? null }
  return { nozzle: of(nozzle), bed: of(bed), chamber: of(chamber) }
}

export const clearPlateRoute = route({
  method: 'POST',
  path: '/api/farm/printers/:name/clear',
  id: 'clearPlate',
  tag: 'Farm',
  summary: 'Report a cleared plate',
  description:
    'For an operator at the printer; the desk has a button for it. The job on the plate is counted: all its parts are good except `scrap`, ' +
    'which is queued again. A plate that several jobs share is counted with `jobs`, unless all of its parts are good. `scrapReason` states why parts are scrap. If the job has already ended, nothing is counted. The printer’s program learns of it with its next report. ' +
    '`jobId` and `since` name the plate: the job of the report, and the `since` of the response to it while its state is `finished`. With them a ' +
    'repeated request counts nothing twice and succeeds, and a request for an earlier plate is refused; without them, the current plate is cleared.',
  access: internal,
  parameters: [nameInPath],
  body: json(clearSchema, {
    example: { scrap: 1, scrapReason: 'adhesion', jobId: jobExample.id, since: example.since },
    refused: [{ scrap: -1 }, { since: 'yesterday' }],
    optional: true,
  }),
  response: {
    description: 'The printer gets the next job.',
    schema: named(
      'ClearedPlate',
      v.object({ job: orNull(says(printJob, 'The job that was counted.')) }),
      'A plate that was cleared.',
    ),
    example: { job: { ...jobExample, state: 'done', version: 4, good: 1, scrap: 1 } },
  },
  refusals: [
    { kind: 'printer_not_found' },
    { kind: 'printer_plate_not_full' },
    { kind: 'job_counts_wrong', parts: 2 },
    { kind: 'plate_counts_needed', jobs: plateJobsExample },
    { kind: 'printer_plate_changed' },
    { kind: 'job_reported_differently', good: 2, scrap: 0 },
  ],
  handler: async function clearPrinterPlate({ deps }: FarmContext, { params, body }) {
    const { name } = params
    const cleared = await clearPlate(deps, name, {
      by: name,
      scrap: body.scrap ?? 0,
      jobs: body.jobs,
      scrapReason: body.scrapReason,
      ...(body.jobId !== undefined && { jobId: body.jobId }),
      since: body.since === undefined ? undefined : new Date(body.since),
    })
    if (!cleared.ok) return cleared
    const { job } = cleared.value
    return ok({ job: job === null ? null : jobJson(job, deps.baseUrl) })
  },
})
