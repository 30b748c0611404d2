import type { PrintJob } from '../../../domain/farm/jobs/job.ts'

/** Where the desk shows a print job; its forms are below this path. */
export const jobPath = (id: string): string => `/operator/jobs/${id}`
/** The picture of its shared plate, which browsers keep. */
export const platePicturePath = ({ id, plateVersion }: Pick<PrintJob, 'id' | 'plateVersion'>) =>
  `${jobPath(id)}/plate.svg?v=${plateVersion}`
