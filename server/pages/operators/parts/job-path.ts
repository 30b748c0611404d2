/** Where the desk shows a print job; its forms are below this path. */
export const jobPath = (id: string): string => `/operator/jobs/${id}`
