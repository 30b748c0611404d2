// The size limit of a model file, for uploads and downloads alike (contract.md 9.1).
import { megabyte, megabytesText } from '../base/megabytes.ts'

/** A larger file is refused with 413. */
export const maxModelBytes = 100 * megabyte

/** Without an account, where the contract names no other limit. A larger file is refused with 413. */
export const maxVisitorBytes = 25 * megabyte

/** For sentences: `100 MB`. */
export const maxModelText = megabytesText(maxModelBytes)
