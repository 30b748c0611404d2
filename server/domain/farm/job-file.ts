// The file that a job prints: its own, or that of its line.
import type { PrintJobId } from '../base/print-job-id.ts'
import { fail, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import type { StoredFileFailure } from '../models/failure.ts'
import type { ModelFile } from '../models/fetch-stored-model.ts'
import type { Order } from '../orders/order.ts'
import type { FarmFailure } from './failure.ts'
import { fetchForPrinter, type HandOutDeps, type PrinterFile } from './hand-out.ts'
import type { PrintFile, PrintJob } from './jobs/job.ts'
import { lineOf } from './line-of.ts'
import type { FarmDeps } from './ports.ts'

/** A local copy as a printer may get it, which the caller removes. */
export async function fetchJobFile(
  deps: Pick<FarmDeps, 'printJobs' | 'orders' | 'orderLines'> & HandOutDeps,
  id: PrintJobId,
): Promise<Result<ModelFile, FarmFailure | StoredFileFailure>> {
  const job = isUuid(id) ? await deps.printJobs.read(id) : null
  if (job === null) return fail({ kind: 'print_job_not_found' })
  const own = await readOwnFile(deps, job)
  const line = await lineOf(deps, await readOrderOf(deps, job), job.line)
  return await fetchForPrinter(deps, printerFile(own, line))
}

/** null: the job prints the file of its line. */
export async function readOwnFile(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  { printFileId }: PrintJob,
): Promise<PrintFile | null> {
  return printFileId === null ? null : await printJobs.readFile(printFileId)
}

export async function readOrderOf(
  { orders }: Pick<FarmDeps, 'orders'>,
  job: Pick<PrintJob, 'orderCode'>,
) {
  const order = await orders.readByCode(job.orderCode)
  if (order === null) throw new Error(`order ${job.orderCode} of a print job vanished`)
  return order
}

export const printerFile = (
  own: PrintFile | null,
  { file, options }: Pick<Order, 'file' | 'options'>,
): PrinterFile => ({
  model: own?.model ?? file,
  isOwnSlice: own?.source === 'slice',
  material: options.material,
})
