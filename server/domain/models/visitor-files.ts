// How long files and baskets of visitors without an account are kept.

import type { ModelDeps } from './ports.ts'

export type VisitorRetention = {
  /** For a basket without an account, after its last change. */
  readonly basketDays: number
  /** For a file that was priced in a browser without scripts. */
  readonly keptFileHours: number
}

export type VisitorFileDeps = ModelDeps & { readonly visitorRetention: VisitorRetention }
