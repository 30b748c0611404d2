/** A file received from a caller or fetched for one, on local disk until whoever asked for it removes it. */
export type ReceivedFile = {
  readonly path: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
}
