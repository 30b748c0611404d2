// File sizes in megabytes, for limits and their error messages.

/** One megabyte in bytes. */
export const megabyte = 1024 * 1024

/** Formats bytes as `16 kB`. */
export const kilobytesText = (bytes: number): string => `${bytes / 1024} kB`

/** Formats bytes as `100 MB`. */
export const megabytesText = (bytes: number): string => `${bytes / megabyte} MB`

/** Formats the size of a file as `12.3 MB`, with `digits` digits after the point. */
export const sizeInMegabytes = (bytes: number, digits = 1): string =>
  `${(bytes / megabyte).toFixed(digits)} MB`

/** Formats bytes as `100MB`, the format of the sentences in contract.md 8. */
export const compactMegabytesText = (bytes: number): string => `${bytes / megabyte}MB`
