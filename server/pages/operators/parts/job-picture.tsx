// The picture of the part that a print job prints, with the desk's address of it.
import type { PlateJob, PrintJob } from '../../../domain/farm/jobs/job.ts'
import { deskPicturePath } from './order-path.ts'

/** A customer's sliced file has no picture; a model has one also when it is sliced. Shared plates have models only. */
export const hasJobPicture = ({ orderedKind }: Pick<PrintJob, 'orderedKind'>): boolean =>
  orderedKind === 'model'

type Props = Pick<PlateJob, 'orderCode' | 'line'> & { readonly sizePx: number }

/** Its name stands beside it. */
export const JobPicture = ({ orderCode, line, sizePx }: Props) => (
  <img
    class="part-picture"
    src={deskPicturePath(orderCode, line ?? 1)}
    alt=""
    width={String(sizePx)}
    height={String(sizePx)}
    loading="lazy"
  />
)
