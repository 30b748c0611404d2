/** Where the bytes of a stored model are, for the 3D view and for a download. */
export const fileAddress = (uri: string, download = false): string =>
  `/api/model-proxy?${new URLSearchParams({ url: uri, ...(download && { download: 'true' }) })}`

/** A file of the format, made of the model of this id, or of the entry of the gallery. */
export const modelFileAddress = (id: string, format: string): string =>
  `/models/${id}/file?${new URLSearchParams({ format })}`
