/** Where the bytes of a stored model are, for the 3D view and for a download. */
export const fileAddress = (uri: string, download = false): string =>
  `/api/model-proxy?${new URLSearchParams({ url: uri, ...(download && { download: 'true' }) })}`
