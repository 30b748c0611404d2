// The size limit of a model file, for uploads and downloads (contract.md 9.1).
import { megabyte, megabytesText } from '../base/text/megabytes.ts'

/** Larger files are refused. */
export const maxModelBytes = 100 * megabyte

/** Limit without an account where the contract states no other limit. Larger files are refused. */
export const maxVisitorBytes = 25 * megabyte

/** For messages: `100 MB`. */
export const maxModelText = megabytesText(maxModelBytes)
