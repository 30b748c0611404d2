// The file that a job prints: its specific file, or the file of its line.
import { parsePrintJobId } from '../../base/ids/print-job-id.ts'
import { mustExist } from '../../base/must-exist.ts'
import { fail, type Result } from '../../base/result.ts'
import type { StoredFileFailure } from '../../models/failure.ts'
import type { ModelFile } from '../../models/fetch-stored-model.ts'
import type { Order } from '../../orders/record/order.ts'
import type { FarmFailure } from '../failure.ts'
import type { PrintFile, PrintJob } from '../jobs/job.ts'
import { lineOf } from '../line-of.ts'
import type { FarmDeps } from '../ports.ts'
import { fetchForPrinter, type HandOutDeps, type PrinterFile } from './hand-out.ts'

/** Returns a local copy as sent to printers. The caller removes it. */
export async function fetchJobFile(
  deps: Pick<FarmDeps, 'printJobs' | 'orders' | 'orderLines'> & HandOutDeps,
  jobId: string,
): Promise<Result<ModelFile, FarmFailure | StoredFileFailure>> {
  const id = parsePrintJobId(jobId)
  const job = id === null ? null : await deps.printJobs.read(id)
  if (job === null) return fail({ kind: 'print_job_not_found' })
  const own = await readOwnFile(deps, job)
  const line = await lineOf(deps, await readOrderOf(deps, job), job.line)
  return await fetchForPrinter(deps, printerFile(own, line))
}

/** Returns null if the job prints the file of its line. */
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
  const { orderCode } = job
  return mustExist(await orders.readByCode(orderCode), `order ${orderCode} of a print job`)
}

export const printerFile = (
  own: PrintFile | null,
  { file, options }: Pick<Order, 'file' | 'options'>,
): PrinterFile => ({
  model: own?.model ?? file,
  isOwnSlice: own?.source === 'slice',
  material: options.material,
})
