import { type RawBuilder, sql } from 'kysely'
import { unpaidCauses, unpaidSentences } from '../../../domain/orders/record/unpaid-reasons.ts'

const sentences = sql.join(
  unpaidCauses.map((cause) => sql`when ${sql.lit(cause)} then ${sql.lit(unpaidSentences[cause])}`),
  sql` `,
)

/**
 * The displayed reason why an order is unpaid: the current sentence of its cause, regardless of the stored sentence, or the card
 * processor's text.
 */
export const unpaidReasonText: RawBuilder<string | null> =
  sql`case unpaid_cause ${sentences} else unpaid_reason end`
