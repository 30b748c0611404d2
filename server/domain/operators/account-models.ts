// Port: models and uploads of an account.
import type { AccountId } from '../base/caller.ts'

/** A generation or an upload. */
export type AccountModel = {
  readonly id: string
  /** The prompt, or the file name of an upload. */
  readonly title: string
  readonly kind: 'generation' | 'upload'
  /** null = it made no model. */
  readonly modelUri: string | null
  readonly isRunning: boolean
  readonly createdAt: Date
  /** Codes of unfinished orders that print it; at most ten. */
  readonly inPrint: readonly string[]
}

export type AccountModels = {
  /** Returns the newest first, at most `limit`; only one if `id` is given. */
  readonly listModels: (
    accountId: AccountId,
    request: { readonly id: string | null; readonly limit: number },
  ) => Promise<readonly AccountModel[]>
}
