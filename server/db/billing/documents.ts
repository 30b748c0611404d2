// Reads invoices, credit notes and cancellations. Issuing is in issue.ts.
import { type ExpressionBuilder, sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import type { BillingDocuments, Month, MonthSums } from '../../domain/billing/ports.ts'
import type { Db } from '../core/connect.ts'
import { monthBounds } from '../core/values/month-bounds.ts'
import type { Database } from '../schema/database.ts'
import { documentOfRow } from './document-rows.ts'
import { issueDue } from './issue.ts'
import { issuedOf } from './issued-documents.ts'

/** Creates the reader. Documents are numbered by year and listed by month, both in `timeZone`. */
export function createBillingDocuments(
  db: Db,
  { timeZone, log }: { readonly timeZone: string; readonly log: Pick<Log, 'error'> },
): BillingDocuments {
  return {
    issueDue: (request, make) => issueDue(db, request, { timeZone, log, make }),
    readByNumber: async ({ series, year, number }) => {
      const row = await db
        .selectFrom('billing_documents')
        .selectAll()
        .where('series', '=', series)
        .where('year', '=', year)
        .where('number', '=', number)
        .executeTakeFirst()
      return row === undefined ? null : documentOfRow(row)
    },
    listByOrder: async (orderId) => (await issuedOf(db, 'order_id', [orderId]))(orderId),
    listByAccount: async (accountId, { limit, offset = 0 }) => {
      const rows = await db
        .selectFrom('billing_documents')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('issued_at', 'desc')
        .orderBy('number', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(documentOfRow)
    },
    listByMonth: async (month, { limit, offset = 0 }) => {
      const rows = await db
        .selectFrom('billing_documents')
        .selectAll()
        .where(isIssuedIn(month, timeZone))
        .orderBy('issued_at')
        .orderBy('series', 'desc')
        .orderBy('number')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(documentOfRow)
    },
    sumMonth: (month) => sumMonth(db, month, timeZone),
  }
}

const isIssuedIn =
  (month: Month, timeZone: string) =>
  ({ ref }: ExpressionBuilder<Database, 'billing_documents'>) => {
    const { begins, ends } = monthBounds(month, timeZone)
    return sql<boolean>`${ref('issued_at')} >= ${begins} and ${ref('issued_at')} < ${ends}`
  }

const sumSigned = (column: string) =>
  sql<number>`coalesce(sum(case kind when 'credit_note' then -${sql.ref(column)} else ${sql.ref(column)} end), 0)::bigint`

async function sumMonth(db: Db, month: Month, timeZone: string): Promise<MonthSums> {
  const rows = await db
    .selectFrom('billing_documents')
    .select(['country', 'tax_rate as rate'])
    .select((each) => each.fn.countAll<string>().as('documents'))
    .select(sumSigned('total_cents').as('totalCents'))
    .select(sumSigned('tax_cents').as('taxCents'))
    .where(isIssuedIn(month, timeZone))
    .groupBy(['country', 'tax_rate'])
    .orderBy('tax_rate', (order) => order.desc().nullsLast())
    .orderBy('country')
    .execute()
  return {
    documents: rows.reduce((sum, { documents }) => sum + Number(documents), 0),
    byRate: rows.map(({ documents: _, ...sums }) => sums),
  }
}
