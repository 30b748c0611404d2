// A bug that a laboratory restores in a copy of the sources, and that its script must find.

/** `search` occurs once in `file`. */
type Edit = { readonly file: string; readonly search: string; readonly replace: string }

export type Bug = Edit & {
  readonly name: string
  /** A second place that enforces the same rule. */
  readonly also?: Edit
  /** Number of runs within which the bug must be found; 500 by default. */
  readonly runs?: number
}

/** Returns the number of runs within which the bug must be found. */
export const runsOf = ({ runs = 500 }: Bug): number => runs
