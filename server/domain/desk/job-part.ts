// The part that a print job prints, for the job page.
import type { PrintJob } from '../farm/jobs/job.ts'
import { lineOf } from '../farm/line-of.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { MeshReport } from '../models/report.ts'
import type { OrderDeps } from '../orders/ports.ts'
import { hasPicture } from '../orders/record/part-picture.ts'

export type JobPart = {
  readonly fileName: string
  readonly hasPicture: boolean
  /** The stored measurement; null for a sliced file and for a part that was never measured. */
  readonly report: MeshReport | null
}

type Deps = Pick<OrderDeps, 'orders' | 'orderLines'> & Pick<MeasurementDeps, 'measurements'>

/** Reads stored data only; the page measures nothing. */
export async function readJobPart(
  deps: Deps,
  { orderCode, line: place }: Pick<PrintJob, 'orderCode' | 'line'>,
): Promise<JobPart | null> {
  const order = await deps.orders.readByCode(orderCode)
  if (order === null) return null
  const line = await lineOf(deps, order, place)
  const { file, options } = line
  const { sha256, format, fileName } = file
  const measured = await deps.measurements.read({ sha256, format, units: options.units })
  const report = measured?.kind === 'mesh' ? measured.report : null
  return { fileName, hasPicture: hasPicture(line), report }
}
