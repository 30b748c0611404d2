// svc orders: the account's newest orders.
import * as v from 'valibot'
import type { Command } from '../command/command.ts'
import { dollars, localTime } from '../orders/priced-part.ts'
import { toVersionError } from '../orders/quote-part.ts'
import { toolError } from '../service/agent-tools.ts'
import { requireKey } from '../service/session.ts'
import { table } from '../terminal/table.ts'

const listed = v.object({
  orders: v.array(
    v.object({
      order_code: v.string(),
      quote_id: v.nullable(v.string()),
      status: v.string(),
      status_label: v.string(),
      paid: v.nullable(v.boolean()),
      charge: v.nullable(v.string()),
      amount: v.nullable(v.number()),
      file_name: v.nullable(v.string()),
      quantity: v.nullable(v.number()),
      reference: v.optional(v.nullable(v.string()), null),
      line_count: v.optional(v.number(), 1),
      created_at: v.string(),
    }),
  ),
})

export const ordersCommand: Command = {
  name: 'orders',
  summary: "List the account's 20 newest orders.",
  words: '',
  maxWords: 0,
  options: [],
  run: async (context) => {
    const session = await context.session()
    requireKey(session)
    const outcome = await session.callAgain('list_my_orders', {}, 30_000)
    if (outcome.kind !== 'fields') throw toolError(outcome)
    const read = v.safeParse(listed, outcome.fields)
    if (!read.success) throw toVersionError(session.baseUrl)
    const { orders } = read.output
    const rows = orders.map((order) => [
      order.order_code,
      localTime(order.created_at),
      order.amount === null ? '-' : dollars(order.amount),
      order.charge ?? paidWord(order.paid),
      order.status_label,
      contentOf(order),
    ])
    return {
      json: orders.map(
        ({
          order_code,
          quote_id,
          status_label,
          file_name,
          created_at,
          amount,
          line_count,
          ...rest
        }) => ({
          code: order_code,
          quoteId: quote_id,
          statusLabel: status_label,
          fileName: file_name,
          createdAt: created_at,
          total: amount,
          lineCount: line_count,
          ...rest,
        }),
      ),
      lines: rows.length === 0 ? ['No orders yet.'] : table(rows, ['right', 'left', 'right']),
    }
  },
}

type Listed = v.InferOutput<typeof listed>['orders'][number]

/** Orders of the website are paid at a checkout, so they have no charge of the saved card. */
const paidWord = (paid: boolean | null): string =>
  paid === null ? '-' : paid ? 'paid' : 'not paid'

function contentOf({ file_name, quantity, line_count }: Listed): string {
  if (file_name === null) return ''
  return line_count > 1
    ? `${quantity ?? line_count} parts of ${line_count} models`
    : `${quantity ?? 1} x ${file_name}`
}
