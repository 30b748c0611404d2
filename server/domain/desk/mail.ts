// The outbox: waiting, failed and sent emails.
import type { MailState, OperatorDeps, OutboxMail, OutboxTotals } from '../operators/ports.ts'

export type MailList = {
  readonly totals: OutboxTotals
  /** Newest first. */
  readonly mails: readonly OutboxMail[]
}

export type MailFilter = {
  /** null = any state. */
  readonly state: MailState | null
  /** The order code as typed; '' = all orders. */
  readonly order: string
}

/** Most emails that the page lists. */
const maxListed = 100

export async function readMails(
  { outbox }: Pick<OperatorDeps, 'outbox'>,
  { state, order }: MailFilter,
): Promise<MailList> {
  // PostgreSQL cannot store NUL, so no order code contains it.
  const orderCode = order === '' ? null : order.replaceAll('\0', '')
  const [totals, mails] = await Promise.all([
    outbox.totals(),
    outbox.list({ state, orderCode, limit: maxListed }),
  ])
  return { totals, mails }
}
