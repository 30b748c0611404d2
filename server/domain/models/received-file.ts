/** A file that was received from a caller or downloaded for one, on local disk. The code that requested it removes it. */
export type ReceivedFile = {
  readonly path: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
}
