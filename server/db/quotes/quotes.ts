// Quotes. Each is written once and spent once. Spending a quote and inserting its order are one transaction.
import type { Selectable } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { QuoteId } from '../../domain/base/ids/quote-id.ts'
import type { NewOrder } from '../../domain/orders/record/order.ts'
import type { Quotes, SpendOutcome } from '../../domain/quotes/ports.ts'
import type { NewQuote, Quote } from '../../domain/quotes/quote.ts'
import { pricingTermsId } from '../../domain/terms/terms-of.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { withinLimits } from '../accounts/spending.ts'
import type { Db } from '../core/connect.ts'
import { provingNotWritten } from '../core/transactions/not-written.ts'
import { transact } from '../core/transactions/roll-back.ts'
import { jsonb } from '../core/values/json.ts'
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

async function spend(
  db: Db,
  { quoteId, at }: { quoteId: QuoteId; at: Date },
  order: NewOrder,
): Promise<SpendOutcome> {
  return await provingNotWritten(async (beginCommit) => {
    try {
      return await transact<SpendOutcome>(db, async (tx, rollBackWith) => {
        await lockAccount(tx, order.accountId)
        // The row lock makes concurrent calls wait here until this one commits or rolls back. After a commit, nothing remains to be spent.
        const spent = await tx
          .updateTable('quotes')
          .set({ spent_at: at })
          .where('id', '=', quoteId)
          .where('account_id', '=', order.accountId)
          .where('country', '=', order.address.country)
          .where('total_cents', '=', order.price.totalCents)
          .where('spent_at', 'is', null)
          .where('expires_at', '>', at)
          .returning('terms_id')
          .executeTakeFirst()
        if (spent === undefined) return { kind: 'unusable' }
        const isWithin = await withinLimits(tx, order, () =>
          insertOrder(tx, order, quoteId, { terms_id: spent.terms_id }),
        )
        if (!isWithin) return rollBackWith({ kind: 'over_limit' })
        beginCommit()
        return { kind: 'inserted' }
      })
    } catch (error) {
      const rule = uniqueViolationOf(error)
      if (rule === 'code_taken') return { kind: rule }
      if (rule === 'quote_taken' || rule === 'id_taken') return { kind: 'unusable' }
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
      terms_id: pricingTermsId(),
    })
    .execute()
}

async function readOwned(db: Db, accountId: AccountId, quoteId: QuoteId): Promise<Quote | null> {
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
    termsId: row.terms_id,
    isSpent: row.spent_at !== null,
    orderCode,
  }
}
