// The kinds of emails in the outbox.
import type { OrderMailKind } from '../orders/mail/order-mail.ts'

/** At most one email of each kind per order. */
export type MailKind =
  | OrderMailKind
  /** An operator's message. */
  | `message:${string}`
  /** A notification to operators, without an order. */
  | `notice:${string}`
  /** A gift card for its recipient, without an order. */
  | `gift:${string}`
  /** The end of a generation, without an order. */
  | `generation:${string}`
  /** A reply to a ticket, without an order. */
  | `ticket:${string}`

/** A kind without the part that distinguishes its emails. */
export type MailKindName = NameOf<MailKind>

type NameOf<Kind extends string> = Kind extends `${infer Name}:${string}` ? Name : Kind
