// Request bodies of farm programs, and of operators who plan print jobs.

import * as v from 'valibot'
import { printJobIdOf } from '../../../domain/base/ids/print-job-id.ts'
import { printLeaseOf } from '../../../domain/base/ids/print-lease.ts'
import { uuidForm } from '../../../domain/base/ids/uuid.ts'
import { maxLines } from '../../../domain/cart/cart.ts'
import { materialNames } from '../../../domain/catalog/materials.ts'
import { nozzleDiametersMm, nozzleFlows, quantityRange } from '../../../domain/catalog/options.ts'
import { jobChanges } from '../../../domain/farm/failure.ts'
import { maxFailReason } from '../../../domain/farm/jobs/job.ts'
import { readPrinterName } from '../../../domain/farm/printers/name.ts'
import { fileKinds } from '../../../domain/planning/plates.ts'
import { orAbsent, scrapReason, text } from '../../contract/body-parts.ts'
import { named, versionSchema } from '../../contract/schemas.ts'

export const whole = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(min, rule), v.maxValue(max, rule))
}

const uuidRule = 'must be an id as the service writes it'
export const uuid = v.pipe(v.string(uuidRule), v.regex(uuidForm, uuidRule))
export const sentJobId = v.pipe(uuid, v.transform(printJobIdOf))
const sentLease = v.pipe(uuid, v.transform(printLeaseOf))

const parts = whole(quantityRange.min, quantityRange.max)

const plate = named(
  'Plate',
  v.object({
    parts,
    line: orAbsent(whole(1, maxLines)),
    plate: orAbsent(whole(1, 1000)),
    fileId: orAbsent(uuid),
  }),
  'Parts that are printed together.',
)

const maxPlates = 50
const platesRule = `must be a list of 1 to ${maxPlates} plates`
const plates = v.pipe(
  v.array(plate, platesRule),
  v.minLength(1, platesRule),
  v.maxLength(maxPlates, platesRule),
)

/** Body of POST /api/farm/orders/{code}/queue. */
export const queueSchema = v.object({
  plates: orAbsent(plates),
  version: orAbsent(versionSchema),
})

/** Body of POST /api/farm/jobs. */
export const jobsSchema = v.object({
  code: text(60),
  plates,
  version: orAbsent(versionSchema),
})

const numberRule = 'must be a number'
const flagRule = 'must be true or false'

/** Body of POST /api/farm/jobs/{id}/reslice. The domain checks the ranges, which depend on each other. */
export const resliceSchema = v.object({
  layerHeight: orAbsent(v.number(numberRule)),
  infill: orAbsent(v.number(numberRule)),
  nozzleDiameter: orAbsent(v.number(numberRule)),
  nozzleFlow: orAbsent(v.picklist(nozzleFlows, `must be one of ${nozzleFlows.join(', ')}`)),
  supports: orAbsent(v.boolean(flagRule)),
})

export const listOf = <S extends v.GenericSchema>(item: S, rule: string) =>
  orAbsent(v.pipe(v.array(item, rule), v.minLength(1, rule), v.maxLength(100, rule)))

const materialsRule = `must be a list of ${materialNames.join(', ')}`
const nozzlesRule = `must be a list of ${nozzleDiametersMm.join(', ')}`
export const filesRule = `must be a list of ${fileKinds.join(', ')}`
const sideRule = 'must be a number of millimeters above 0'
export const side = v.pipe(v.number(sideRule), v.gtValue(0, sideRule), v.maxValue(10_000, sideRule))

// A printer's name is a path segment of its URL.
const printerRule = 'must be a name other than "." and ".."'

/** Body of POST /api/farm/jobs/claim. */
export const claimSchema = v.object({
  printer: v.pipe(
    text(60),
    v.check((name) => readPrinterName(name) !== null, printerRule),
  ),
  materials: listOf(v.picklist(materialNames, materialsRule), materialsRule),
  colors: listOf(text(64), 'must be a list of color names'),
  nozzleDiameters: listOf(v.picklist(nozzleDiametersMm, nozzlesRule), nozzlesRule),
  volumeMm: orAbsent(
    named('BuildVolumeMm', v.object({ x: side, y: side, z: side }), 'Build volume of a printer.'),
  ),
  files: listOf(v.picklist(fileKinds, filesRule), filesRule),
  sharedPlates: orAbsent(v.boolean(flagRule)),
  holdsNone: orAbsent(v.boolean(flagRule)),
})

const shareRule = 'must be a number from 0 to 1'

export const progressEntries = {
  progress: orAbsent(
    v.pipe(v.number(shareRule), v.minValue(0, shareRule), v.maxValue(1, shareRule)),
  ),
  remainingSeconds: orAbsent(whole(0, 10_000_000)),
}

/** Body of POST /api/farm/jobs/{id}/heartbeat. */
export const heartbeatSchema = v.object({
  lease: sentLease,
  printing: orAbsent(v.boolean(flagRule)),
  ...progressEntries,
})

export const count = whole(0, quantityRange.max)

/** Good and scrapped parts of each job on a shared plate. */
export const jobCounts = listOf(
  named(
    'JobCounts',
    v.object({ jobId: sentJobId, good: orAbsent(count), scrap: count }),
    'Good and scrapped parts of one job; good is the rest if omitted.',
  ),
  'must be a list of jobs',
)

const goodRule = 'is required'

/** Body of POST /api/farm/jobs/{id}/done. */
export const doneSchema = v.pipe(
  v.object({
    lease: sentLease,
    good: orAbsent(count),
    scrap: orAbsent(count),
    jobs: jobCounts,
    scrapReason,
  }),
  v.forward(
    v.check(({ good, jobs }) => good !== undefined || jobs !== undefined, goodRule),
    ['good'],
  ),
)

/** Body of POST /api/farm/jobs/{id}/fail. */
export const failSchema = v.object({
  lease: sentLease,
  reason: text(maxFailReason),
  attempt: orAbsent(v.boolean(flagRule)),
})

const actionRule = `must be one of ${jobChanges.join(', ')}`

/** A reprint leaves the job done, so the state alone does not identify a repeated request. */
const versionRule =
  'is required for a reprint, so that a repeated request does not queue the parts twice'

/** Body of POST /api/farm/jobs/{id}/change. */
export const changeSchema = v.pipe(
  v.object({
    action: v.picklist(jobChanges, actionRule),
    scrap: orAbsent(count),
    jobs: jobCounts,
    scrapReason,
    parts: orAbsent(parts),
    version: orAbsent(versionSchema),
  }),
  v.forward(
    v.check(
      ({ action, parts: reprintParts }) => action !== 'reprint' || reprintParts !== undefined,
      'is required',
    ),
    ['parts'],
  ),
  v.forward(
    v.check(({ action, version }) => action !== 'reprint' || version !== undefined, versionRule),
    ['version'],
  ),
)
