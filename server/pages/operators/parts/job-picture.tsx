// Picture of the part in a print job, with its address on the desk.
import type { PlateJob, PrintJob } from '../../../domain/farm/jobs/job.ts'
import { deskPicturePath } from './order-path.ts'

/**
 * Whether the part has a picture. A customer's sliced file has none, while a model has one even after it is sliced.
 * Shared plates contain only models.
 */
export const hasJobPicture = ({ orderedKind }: Pick<PrintJob, 'orderedKind'>): boolean =>
  orderedKind === 'model'

type Props = Pick<PlateJob, 'orderCode' | 'line'> & { readonly sizePx: number }

/** Picture of the part. Has no alternative text because the part's name is next to it. */
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
