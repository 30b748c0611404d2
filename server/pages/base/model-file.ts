/** Returns the URL of a stored model's bytes, for the 3D view or for a download. */
export const fileAddress = (uri: string, download = false): string =>
  `/api/model-proxy?${new URLSearchParams({ url: uri, ...(download && { download: 'true' }) })}`

/** Returns the URL of a file in the format, made from the model or gallery entry with this id. */
export const modelFileAddress = (id: string, format: string): string =>
  `/models/${id}/file?${new URLSearchParams({ format })}`
