// Converts billing documents to and from rows. The content must stay readable for years exactly as it was stored.
import type { Insertable, Selectable } from 'kysely'
import * as v from 'valibot'
import type { BillingDocument, DocumentContent } from '../../domain/billing/document.ts'
import { jsonb, oneOf, readJson } from '../core/values/json.ts'
import type { BillingDocumentsTable } from '../schema/billing.ts'

export type DocumentRow = Selectable<BillingDocumentsTable>

const line = v.object({
  text: v.string(),
  detail: v.nullable(v.string()),
  quantity: v.number(),
  cents: v.number(),
})

const stored = v.object({
  subject: oneOf({ prints: true, gift_card: true, credits: true }),
  seller: v.array(v.string()),
  buyer: v.object({
    company: v.nullable(v.string()),
    vatId: v.nullable(v.string()),
    purchaseOrder: v.nullable(v.string()),
    name: v.nullable(v.string()),
    address: v.array(v.string()),
    email: v.string(),
  }),
  orderCode: v.nullable(v.string()),
  lines: v.array(line),
  postageCents: v.nullable(v.number()),
  /** ISO 8601. */
  movedAt: v.pipe(v.string(), v.isoTimestamp()),
  giftCents: v.number(),
  correctsNumber: v.nullable(v.string()),
})

export const rowOfDocument = (document: BillingDocument): Insertable<BillingDocumentsTable> => ({
  id: document.id,
  series: document.series,
  year: document.year,
  number: document.number,
  kind: document.kind,
  order_id: document.orderId,
  purchase_id: document.purchaseId,
  account_id: document.accountId,
  source: document.source,
  corrects: document.corrects,
  total_cents: document.totalCents,
  tax_cents: document.tax?.taxCents ?? 0,
  tax_rate: document.tax?.rate ?? null,
  country: document.country,
  issued_at: document.issuedAt,
  content: jsonb(document.content),
})

/** Parses the row of a document. Throws UnreadableColumn. */
export function documentOfRow(row: DocumentRow): BillingDocument {
  return {
    id: row.id,
    series: row.series,
    year: row.year,
    number: row.number,
    kind: row.kind,
    orderId: row.order_id,
    purchaseId: row.purchase_id,
    accountId: row.account_id,
    source: row.source,
    corrects: row.corrects,
    totalCents: row.total_cents,
    tax: row.tax_rate === null ? null : { rate: row.tax_rate, taxCents: row.tax_cents },
    country: row.country,
    issuedAt: row.issued_at,
    content: contentOf(row),
  }
}

function contentOf({ id, content }: DocumentRow): DocumentContent {
  const read = readJson(stored, content, { table: 'billing_documents', column: 'content', id })
  return { ...read, movedAt: new Date(read.movedAt) }
}
