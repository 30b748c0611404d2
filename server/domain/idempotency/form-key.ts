// The hidden key of forms that spend or make something: a new one each time that a page shows the form.

import type { AccountCaller } from '../base/caller.ts'

/** The name of the hidden field. */
export const formKeyField = 'key'

export type SentForm = {
  readonly caller: Pick<AccountCaller, 'accountId'>
  /** '' for a form without one, such as one of an earlier release. */
  readonly formKey: string
  /** Which form it is, and its entries: plain JSON. */
  readonly asked: readonly unknown[]
  /** A press that nobody waits for any more stops waiting for the other one. */
  readonly signal: AbortSignal
}
