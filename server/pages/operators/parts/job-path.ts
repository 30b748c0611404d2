/** Where the desk shows a print job; its forms are below this path. */
export const jobPath = (id: string): string => `/operator/jobs/${id}`
/** The picture of its shared plate. */
export const platePicturePath = ({ id, version }: { id: string; version: number }): string =>
  `${jobPath(id)}/plate.svg?v=${version}`
