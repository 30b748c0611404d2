// A sliced file that an operator made for an order (decisions.md 44). Checked like a customer's sliced file.

import { printFileIdOf } from '../../base/ids/print-file-id.ts'
import { parsePrintJobId } from '../../base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { readWhole } from '../../base/text/whole-number.ts'
import { quantityRange } from '../../catalog/options.ts'
import { measurePrintable } from '../../measurement/check-prints.ts'
import type { MeasurementFailure } from '../../measurement/failure.ts'
import { sliceSettings } from '../../measurement/slice-settings.ts'
import type { ModelFailure } from '../../models/failure.ts'
import { printableFormat } from '../../models/format.ts'
import { missingFile } from '../../models/missing-file.ts'
import type { FormFields } from '../../models/read-units.ts'
import type { ReceivedFile } from '../../models/received-file.ts'
import { storeModel } from '../../models/store-model.ts'
import type { OrderFailure } from '../../orders/failure.ts'
import { findOrder } from '../../orders/find-order.ts'
import type { Order } from '../../orders/record/order.ts'
import { lineCountOf } from '../../orders/record/order-lines.ts'
import { noUsageReason, priceOrder } from '../../pricing/price-order.ts'
import type { CheckFileDeps, UploadPrintFileDeps } from '../deps.ts'
import type { FarmFailure } from '../failure.ts'
import type { NewPrintFile, PrintFile, PrintJob } from '../jobs/job.ts'
import { lineOf, storedLine } from '../line-of.ts'
import type { FarmDeps } from '../ports.ts'
import type { Firmware } from '../printers/printer.ts'
import { flavorOf, sizeOf } from '../queue/queue-order.ts'

export type PrintFileInput = { readonly fields: FormFields; readonly file: ReceivedFile | null }

export type UploadedPrintFile = {
  /** The order's code. */
  readonly code: string
  readonly file: PrintFile
  /** The job that now prints it; null if none was named. */
  readonly job: PrintJob | null
}

type PrintFileFailure = FarmFailure | OrderFailure | ModelFailure | MeasurementFailure

/**
 * Stores the file. Order of checks: file, order, job, number of parts, extension, content, storage. A refused file is
 * not kept.
 */
export async function uploadPrintFile(
  deps: UploadPrintFileDeps,
  operator: string,
  { fields, file }: PrintFileInput,
): Promise<Result<UploadedPrintFile, PrintFileFailure>> {
  if (file === null) return fail(missingFile(fields))
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const target = await findTarget(deps, fields)
  if (!target.ok) return target
  const { order, job, parts, line } = target.value
  const { options } = await lineOf(deps, order, line)
  const checked = await checkSliced(deps, { options, address: order.address }, file)
  if (!checked.ok) return checked
  const { format, flavor, ...facts } = checked.value
  const stored = await storeModel(deps, { ...file, format })
  if (!stored.ok) return stored
  const printFile: NewPrintFile = {
    id: printFileIdOf(deps.ids.uuid()),
    orderId: order.id,
    line,
    source: 'upload',
    profile: null,
    nozzleMm: null,
    parts,
    model: { ...stored.value, format },
    ...facts,
    isShared: false,
    settings: null,
    createdBy: operator,
  }
  await deps.printJobs.addFile(printFile)
  deps.log.info('farm.file_uploaded', { code: order.code, fileId: printFile.id, by: operator })
  const { code } = order
  if (job === null) return ok({ code, file: printFile, job })
  const attached = await deps.printJobs.attachFile(job.id, printFile, {
    by: operator,
    version: null,
    flavor,
  })
  return attached.ok ? ok({ code, file: printFile, job: attached.value }) : attached
}

type Target = {
  readonly order: Order
  readonly job: PrintJob | null
  readonly parts: number
  readonly line: number | null
}

async function findTarget(
  deps: Pick<FarmDeps, 'orders' | 'printJobs'>,
  fields: FormFields,
): Promise<Result<Target, PrintFileFailure>> {
  const text = (name: string) => fields.get(name)?.trim() ?? ''
  const code = text('code')
  if (code === '') return fail({ kind: 'print_code_missing' })
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const jobText = text('jobId')
  const jobId = parsePrintJobId(jobText)
  const job = jobId === null ? null : await deps.printJobs.read(jobId)
  if (jobText !== '' && job?.orderId !== order.id) return fail({ kind: 'print_job_not_found' })
  const parts = readParts(text('parts'), job?.parts ?? 1)
  if (parts === null) return fail({ kind: 'print_parts_invalid' })
  if (job !== null && job.parts !== parts) {
    return fail({ kind: 'print_file_parts', fileParts: parts, parts: job.parts })
  }
  const place = readWhole(text('line'), 3) ?? undefined
  const line = job === null ? storedLine(order, place) : job.line
  if (line === undefined) return fail({ kind: 'order_line_unknown', lines: lineCountOf(order) })
  return ok({ order, job, parts, line })
}

function readParts(text: string, absent: number): number | null {
  if (text === '') return absent
  const parts = readWhole(text, 3) ?? 0
  return parts >= quantityRange.min && parts <= quantityRange.max ? parts : null
}

type Facts = Pick<PrintFile, 'seconds' | 'grams' | 'sizeMm'> & {
  readonly format: 'gcode' | '3mf'
  readonly flavor: Firmware | null
}

async function checkSliced(
  deps: CheckFileDeps,
  { options, address }: Pick<Order, 'options' | 'address'>,
  { path, sha256, fileName }: ReceivedFile,
): Promise<Result<Facts, PrintFileFailure>> {
  const format = printableFormat(fileName)
  if (format !== 'gcode' && format !== '3mf') return fail({ kind: 'print_file_unsupported' })
  const settings = sliceSettings(options)
  const measured = await measurePrintable(deps, { path, sha256, format, units: null, settings })
  if (!measured.ok) return measured
  const { value: measurement } = measured
  if (measurement.kind !== 'sliced') return fail({ kind: 'print_file_not_sliced' })
  const { plates, seconds } = measurement.report
  if (plates > 1) return fail({ kind: 'print_file_plates', plates })
  // The price is not used, because the order was priced when it was placed. A file without a weight would also be
  // refused as an order.
  const priced = priceOrder(measurement, options, address.country)
  if (priced === null) return fail({ kind: 'mesh_unreadable', reason: noUsageReason })
  const flavor = flavorOf(measurement)
  return ok({ format, flavor, seconds, grams: priced.gramsPerPart, sizeMm: sizeOf(measurement) })
}
