// Sizes of files in megabytes, as limits and the sentences about them count them.

/** In bytes. */
export const megabyte = 1024 * 1024

/** `16 kB`. */
export const kilobytesText = (bytes: number): string => `${bytes / 1024} kB`

/** `100 MB`. */
export const megabytesText = (bytes: number): string => `${bytes / megabyte} MB`

/** `100MB`, as the sentences of contract.md 8 write it. */
export const compactMegabytesText = (bytes: number): string => `${bytes / megabyte}MB`
