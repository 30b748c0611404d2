// The hidden key of forms that spend or create something. Each display of the form has a new key.

import type { AccountCaller } from '../base/caller.ts'

/** The name of the hidden field. */
export const formKeyField = 'key'

export type SentForm = {
  readonly caller: Pick<AccountCaller, 'accountId'>
  /** '' for a form without a key, such as one of an earlier release. */
  readonly formKey: string
  /** Identity and entries of the form, as plain JSON. */
  readonly asked: readonly unknown[]
  /** Aborts the wait for a concurrent request if the browser disconnects. */
  readonly signal: AbortSignal
}
