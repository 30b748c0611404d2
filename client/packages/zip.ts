// A ZIP of a few small files, without dates: the same files make the same bytes.
import { zipSync } from 'fflate'

export type ZippedFile = { readonly name: string; readonly bytes: Uint8Array }

/** The first day that a ZIP can name, in whatever time zone it is written. */
const mtime = new Date(1980, 0, 1)
const unix = 3
/** A file that its owner may write and everybody may read. */
const fileMode = 0o100644

/** `files` in their order; each of less than 4 GiB, as all of them together. */
export const zipOf = (files: readonly ZippedFile[]): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), {
    ...{ level: 9, mtime, os: unix },
    attrs: fileMode * 0x10000,
  })
