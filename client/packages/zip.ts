// ZIP of a few small files, without dates, so that the same files produce the same bytes.
import { zipSync } from 'fflate'

export type ZippedFile = { readonly name: string; readonly bytes: Uint8Array }

/** The first date that a ZIP can represent, in whatever time zone it is written. */
const mtime = new Date(1980, 0, 1)
const unix = 3
/** Writable by its owner, readable by all users. */
const fileMode = 0o100644

/** Returns the ZIP. `files` keep their order. Each file, and all of them together, must be smaller than 4 GiB. */
export const zipOf = (files: readonly ZippedFile[]): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), {
    level: 9,
    mtime,
    os: unix,
    attrs: fileMode * 0x10000,
  })
