import type { PrintJob } from '../../../domain/farm/jobs/job.ts'

/** Returns the desk path of a print job. Its forms are below this path. */
export const jobPath = (id: string): string => `/operator/jobs/${id}`
/** Returns the path of the shared plate's picture, which browsers cache. */
export const platePicturePath = ({ id, plateVersion }: Pick<PrintJob, 'id' | 'plateVersion'>) =>
  `${jobPath(id)}/plate.svg?v=${plateVersion}`
