// The part that a print job prints, for the page of the job.
import type { PrintJob } from '../farm/jobs/job.ts'
import { lineOf } from '../farm/line-of.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { MeshReport } from '../models/report.ts'
import { hasPicture } from '../orders/part-picture.ts'
import type { OrderDeps } from '../orders/ports.ts'

export type JobPart = {
  readonly fileName: string
  readonly hasPicture: boolean
  /** As it was measured; null of a sliced file and of what was never measured. */
  readonly report: MeshReport | null
}

type Deps = Pick<OrderDeps, 'orders' | 'orderLines'> & Pick<MeasurementDeps, 'measurements'>

/** Only what is stored: nothing is measured for the page. */
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
