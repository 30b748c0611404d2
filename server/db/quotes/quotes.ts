// Quotes: written once, spent once. Spending and the order it makes are one transaction.
import type { Selectable } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Material, NozzleFlow, Quality } from '../../domain/catalog/options.ts'
import type { LengthUnit, ModelFormat } from '../../domain/models/format.ts'
import type { NewOrder } from '../../domain/orders/order.ts'
import type { Quotes } from '../../domain/quotes/ports.ts'
import type { NewQuote, Quote, QuoteMeasurement } from '../../domain/quotes/quote.ts'
import type { Db } from '../core/connect.ts'
import { provingNotWritten } from '../core/not-written.ts'
import type { QuotesTable } from '../core/schema.ts'
import { insertOrder, uniqueViolationOf } from '../orders/order-insert.ts'

export function createQuotes(db: Db): Quotes {
  return {
    insert: (quote) => insertQuote(db, quote),
    readOwned: (accountId, quoteId) => readOwned(db, accountId, quoteId),
    spend: (request, order) => spend(db, request, order),
  }
}

async function spend(
  db: Db,
  { quoteId, at }: { quoteId: string; at: Date },
  order: NewOrder,
): Promise<'inserted' | 'code_taken' | 'unusable'> {
  return await provingNotWritten(async (inDoubt) => {
    try {
      return await db.transaction().execute(async (tx) => {
        // The row lock makes every other call wait here until this one is written or gone, and then find nothing to spend.
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
        await insertOrder(tx, order, quoteId)
        // The commit comes next.
        inDoubt()
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
  const { options, price, file } = quote
  await db
    .insertInto('quotes')
    .values({
      id: quote.id,
      account_id: quote.accountId,
      country: quote.country,
      material: options.material,
      quality: options.quality,
      quantity: options.quantity,
      color: options.color,
      infill: options.infill,
      nozzle_diameter: options.nozzleDiameter,
      nozzle_flow: options.nozzleFlow,
      layer_height: options.layerHeight,
      units: options.units,
      print_cents: price.printCents,
      shipping_cents: price.shippingCents,
      total_cents: price.totalCents,
      grams_per_part: price.gramsPerPart,
      centihours_per_part: price.hoursHundredthsPerPart,
      file_uri: file.uri,
      file_name: file.fileName,
      file_sha256: file.sha256,
      file_size_bytes: file.sizeBytes,
      file_format: file.format,
      measurement: JSON.stringify(quote.measurement),
      created_at: quote.createdAt,
      expires_at: quote.expiresAt,
      spent_at: null,
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

/** The database checks what TypeScript cannot: these casts are the parse boundary. */
function quoteOfRow(row: Selectable<QuotesTable>, orderCode: string | null): Quote {
  return {
    id: row.id,
    accountId: row.account_id as AccountId,
    country: row.country,
    options: {
      material: row.material as Material,
      quality: row.quality as Quality,
      quantity: row.quantity,
      color: row.color,
      infill: row.infill,
      nozzleDiameter: row.nozzle_diameter,
      nozzleFlow: row.nozzle_flow as NozzleFlow,
      layerHeight: row.layer_height,
      note: null,
      units: row.units as LengthUnit | null,
    },
    price: {
      printCents: row.print_cents,
      shippingCents: row.shipping_cents,
      totalCents: row.total_cents,
      gramsPerPart: row.grams_per_part,
      hoursHundredthsPerPart: row.centihours_per_part,
    },
    file: {
      uri: row.file_uri,
      fileName: row.file_name,
      sha256: row.file_sha256,
      sizeBytes: row.file_size_bytes,
      format: row.file_format as ModelFormat,
    },
    measurement: row.measurement as QuoteMeasurement,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    spent: row.spent_at !== null,
    orderCode,
  }
}
