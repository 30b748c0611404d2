// The outbox: what waits, what fails and what was sent.
import type { MailState, OperatorDeps, OutboxMail, OutboxTotals } from '../operators/ports.ts'

export type MailList = {
  readonly totals: OutboxTotals
  /** Newest first. */
  readonly mails: readonly OutboxMail[]
}

export type MailFilter = {
  /** null = all. */
  readonly state: MailState | null
  /** The code of an order, as typed; '' for all. */
  readonly order: string
}

const limit = 100

export async function readMails(
  { outbox }: Pick<OperatorDeps, 'outbox'>,
  { state, order }: MailFilter,
): Promise<MailList> {
  // Postgres stores no such character, so no order has it.
  const orderCode = order === '' ? null : order.replaceAll('\0', '')
  const [totals, mails] = await Promise.all([
    outbox.totals(),
    outbox.list({ state, orderCode, limit }),
  ])
  return { totals, mails }
}
