// Quotes: written once, spent once. Spending a quote and inserting its order are one transaction.
import type { Selectable } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { NewOrder } from '../../domain/orders/order.ts'
import type { Quotes } from '../../domain/quotes/ports.ts'
import type { NewQuote, Quote } from '../../domain/quotes/quote.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { withinLimits } from '../accounts/spending.ts'
import type { Db } from '../core/connect.ts'
import { jsonb } from '../core/json.ts'
import { provingNotWritten } from '../core/not-written.ts'
import { transact } from '../core/roll-back.ts'
import { insertOrder, uniqueViolationOf } from '../orders/order-insert.ts'
import { columnsOfPart, partOfRow } from '../orders/rows/printed-part.ts'
import type { QuotesTable } from '../schema/quotes.ts'
import { readQuoteMeasurement } from './stored-measurement.ts'

export function createQuotes(db: Db): Quotes {
  return {
    insert: (quote) => insertQuote(db, quote),
    readOwned: (accountId, quoteId) => readOwned(db, accountId, quoteId),
    spend: (request, order) => spend(db, request, order),
  }
}

type SpendOutcome = 'inserted' | 'code_taken' | 'unusable' | 'over_limit'

async function spend(
  db: Db,
  { quoteId, at }: { quoteId: string; at: Date },
  order: NewOrder,
): Promise<SpendOutcome> {
  return await provingNotWritten(async (beginCommit) => {
    try {
      return await transact<SpendOutcome>(db, async (tx, rollBackWith) => {
        await lockAccount(tx, order.accountId)
        // The row lock makes concurrent calls wait here until this one commits or rolls back; then there is nothing left to spend.
        const { numUpdatedRows } = await tx
          .updateTable('quotes')
          .set({ spent_at: at })
          .where('id', '=', quoteId)
          .where('account_id', '=', order.accountId)
          .where('country', '=', order.address.country)
          .where('total_cents', '=', order.price.totalCents)
          .where('spent_at', 'is', null)
          .where('expires_at', '>', at)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return 'unusable'
        const isWithin = await withinLimits(tx, order, () => insertOrder(tx, order, quoteId))
        if (!isWithin) return rollBackWith('over_limit')
        beginCommit()
        return 'inserted'
      })
    } catch (error) {
      const rule = uniqueViolationOf(error)
      if (rule === 'code_taken') return rule
      if (rule === 'quote_taken' || rule === 'id_taken') return 'unusable'
      throw error
    }
  })
}

async function insertQuote(db: Db, quote: NewQuote): Promise<void> {
  await db
    .insertInto('quotes')
    .values({
      id: quote.id,
      account_id: quote.accountId,
      country: quote.country,
      ...columnsOfPart(quote),
      measurement: jsonb(quote.measurement),
      created_at: quote.createdAt,
      expires_at: quote.expiresAt,
    })
    .execute()
}

async function readOwned(db: Db, accountId: AccountId, quoteId: string): Promise<Quote | null> {
  const row = await db
    .selectFrom('quotes')
    .leftJoin('orders', 'orders.quote_id', 'quotes.id')
    .selectAll('quotes')
    .select('orders.code as order_code')
    .where('quotes.id', '=', quoteId)
    .where('quotes.account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : quoteOfRow(row, row.order_code)
}

function quoteOfRow(row: Selectable<QuotesTable>, orderCode: string | null): Quote {
  const { options, price, file } = partOfRow(row)
  const place = { table: 'quotes', column: 'measurement', id: row.id }
  return {
    id: row.id,
    accountId: row.account_id,
    country: row.country,
    options: { ...options, note: null },
    price,
    file,
    measurement: readQuoteMeasurement(row.measurement, place),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    spent: row.spent_at !== null,
    orderCode,
  }
}
