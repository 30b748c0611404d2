// Everything stored about an account, section by section. Columns are listed explicitly, so that no hash or secret gets into an export.
import { type RawBuilder, sql } from 'kysely'
import type { ExportSection } from '../../domain/accounts/records.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Db } from '../core/connect.ts'
import { unpaidReasonText } from '../orders/rows/unpaid-reason.ts'

const ordersOf = (id: AccountId) => sql`(select id from orders where account_id = ${id})`

type Part = { readonly offset: number; readonly limit: number }

const rowsOf = ({ offset, limit }: Part) => sql`limit ${limit} offset ${offset}`

/**
 * One query per section. Each ends with its ORDER BY, so that parts follow each other; a query that takes the part has its limit inside.
 */
const queries: Readonly<Record<ExportSection, (id: AccountId, part: Part) => RawBuilder<unknown>>> =
  {
    account: (id) => sql`
    select id, email, company, vat_id, purchase_order, credits, card_brand, card_last4, daily_limit_cents,
      key_daily_limit_cents, created_at
    from accounts where id = ${id} order by id`,
    logos: (id) => sql`
    select width, height, updated_at, translate(encode(png, 'base64'), E'\\n', '') as png_base64
    from account_logos where account_id = ${id} order by account_id`,
    orders: (id) => sql`
    select id, code, source, status, paid, material, quality, quantity, color, infill, nozzle_diameter, nozzle_flow,
      layer_height, units, note, file_name, file_sha256, file_size_bytes, recipient_name, street1, street2, city, state, zip, country,
      email, phone, company, vat_id, purchase_order, reference, print_cents, shipping_cents, total_cents, gift_cents, refunded_cents,
      lost_cents, ${unpaidReasonText} as unpaid_reason, tracking, quote_id, created_at, updated_at
    from orders where account_id = ${id} order by created_at, id`,
    orderLines: (id) => sql`
    select order_id, place, material, quality, quantity, color, infill, nozzle_diameter, nozzle_flow, layer_height, units,
      file_name, file_sha256, print_cents
    from order_lines where order_id in ${ordersOf(id)} order by order_id, place`,
    orderMessages: (id) => sql`
    select order_id, subject, body, at from order_messages where order_id in ${ordersOf(id)} order by at, id`,
    refunds: (id) => sql`
    select order_id, amount_cents, gift_cents, lines, postage_cents, reason, state, created_at, returned_at
    from refunds where order_id in ${ordersOf(id)} order by created_at, id`,
    // Orders of another website, matched only by the address.
    webOrders: (id) => sql`
    select code, email, status, tracking, created_at, updated_at
    from web_orders where lower(email) = (select lower(email) from accounts where id = ${id}) order by created_at, code`,
    invoices: (id) => sql`
    select series, year, number, kind, order_id, purchase_id, total_cents, tax_cents, tax_rate, country, content, issued_at
    from billing_documents where account_id = ${id} order by issued_at, series desc, number`,
    tickets: (id) => sql`
    select number, source, state, order_code, name, email, created_at, updated_at
    from tickets where account_id = ${id} order by number`,
    ticketMessages: (id) => sql`
    select t.number, m.author, m.body, m.at,
      array(select a.name from ticket_attachments ta join attachments a on a.id = ta.attachment_id
        where ta.message_id = m.id order by ta.position) as files
    from ticket_messages m join tickets t on t.id = m.ticket_id
    where t.account_id = ${id} order by m.at, m.id`,
    models: (id) => sql`
    select uri, file_name, sha256, size_bytes, format, units, published, created_at
    from models where account_id = ${id} order by created_at, uri`,
    generations: (id) => sql`
    select id, mode, input_mode, prompt, model_uri, preview_uri, file_name, format, created_at
    from generations where account_id = ${id} order by created_at, id`,
    generationJobs: (id) => sql`
    select id, status, request, credits_charged, created_at, completed_at
    from generation_jobs where account_id = ${id} order by created_at, id`,
    // Photos that wait for their run or are kept for a retry: the submitted form, in consecutive parts. The keys are chosen first, because
    // a statement that sorts the contents would read and encode all megabytes for each part.
    generationUploads: (id, part) => sql`
    select b.job_id, b.part, k.content_type, translate(encode(b.bytes, 'base64'), E'\\n', '') as base64
    from (
      select b.job_id, b.part, j.content_type, j.created_at
      from generation_bodies b join generation_jobs j on j.id = b.job_id
      where j.account_id = ${id} order by j.created_at, j.id, b.part ${rowsOf(part)}
    ) k join generation_bodies b on b.job_id = k.job_id and b.part = k.part
    order by k.created_at, k.job_id, k.part`,
    // The model is part of the job's result once an operator releases it.
    withheldResults: (id) => sql`
    select job_id, cause, reason, prompt, created_at from withheld_results where account_id = ${id} order by created_at, job_id`,
    images: (id) => sql`
    select uri, prompt, size_bytes, mime_type, width, height, created_at
    from images where account_id = ${id} order by created_at, uri`,
    gallery: (id) => sql`
    select id, generation_id, title, file_name, published_at, withdrawn_at, taken_down_at, taken_down_reason
    from gallery_entries where account_id = ${id} order by published_at, id`,
    baskets: (id) => sql`
    select l.material, l.quality, l.quantity, l.color, l.infill, l.nozzle_diameter, l.nozzle_flow, l.layer_height, l.file_name,
      l.file_uri
    from basket_lines l join baskets b on b.id = l.basket_id where b.account_id = ${id} order by l.place`,
    disputes: (id) => sql`
    select order_id, purchase_id, amount_cents, reason, status, opened_at, closed_at
    from disputes where order_id in ${ordersOf(id)}
      or purchase_id in (select id from purchases where account_id = ${id}) order by opened_at, id`,
    // Money that refunds and disputes returned.
    purchaseReturns: (id) => sql`
    select purchase_id, kind, cents, taken_cents, taken_credits, at, reinstated_at
    from purchase_returns where account_id = ${id} order by at, id`,
    purchases: (id) => sql`
    select id, kind, amount_cents, credits, recipient_email, message, state, created_at, paid_at
    from purchases where account_id = ${id} order by created_at, id`,
    // The balance belongs to the recipient and is left out.
    giftCardsBought: (id) => sql`
    select c.amount_cents, p.recipient_email, c.created_at
    from gift_cards c join purchases p on p.id = c.purchase_id where p.account_id = ${id} order by c.created_at, c.id`,
    debts: (id) => sql`
    select purchase_id, cents, left_cents, settled_cents, paid_back_cents, at from debts where account_id = ${id} order by at, id`,
    creditEntries: (id) => sql`
    select kind, credits, at from credit_entries where account_id = ${id} order by credit_entries.id`,
    apiKeys: (id) => sql`
    select prefix, created_at, replaced_prefix, replaced_until from api_keys where account_id = ${id} order by created_at`,
    extensionTokens: (id) => sql`
    select name, prefix, created_at from extension_tokens where account_id = ${id} order by created_at, id`,
    sessions: (id) => sql`
    select "createdAt" as created_at, "expiresAt" as expires_at, "ipAddress" as ip_address, "userAgent" as user_agent
    from auth_sessions where "userId" = ${id} order by "createdAt", id`,
    knownDevices: (id) => sql`
    select created_at, used_at from known_devices where account_id = ${id} order by created_at, id`,
    requests: (id) => sql`
    select at, method, path, tool, status, error_code, request_id, ms, has_key
    from own_requests where account_id = ${id} order by at, own_requests.id`,
  }

export async function exportRows(
  db: Db,
  accountId: AccountId,
  section: ExportSection,
  part: Part,
): Promise<readonly unknown[]> {
  const query = queries[section]
  const rows =
    query.length > 1 ? query(accountId, part) : sql`${query(accountId, part)} ${rowsOf(part)}`
  return (await rows.execute(db)).rows
}
