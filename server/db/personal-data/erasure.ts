// Data removed when an account is deleted, and data removed from old orders. Amounts, dates and the ledgers of money are kept.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { obstacleOf } from '../../domain/accounts/delete-account.ts'
import type { AccountRecords, Obstacles } from '../../domain/accounts/records.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import { type CustomerId, customerIdOf } from '../../domain/base/ids/customer-id.ts'
import { type OrderId, orderIdOf } from '../../domain/base/ids/order-id.ts'
import { guestPrefix } from '../../domain/cart/guest.ts'
import type { Db, Tx } from '../core/connect.ts'
import { idOf, readRows, wholeNumber } from '../core/read-rows.ts'
import { isChargeUnsettled } from '../core/values/unsettled.ts'
import { banTakenDown } from '../gallery/ban-taken-down.ts'
import { isLive } from '../generation/live-jobs.ts'
import { withheldRemovals } from '../generation/withheld-results.ts'
import { owedBy } from '../gift-cards/debts.ts'
import { isOver } from '../orders/order-statuses.ts'
import { exportRows } from './export-rows.ts'

/** Returns the keys of the codes that were mailed to an address. `email` is in lower case. */
type CodeKeys = (email: string) => readonly string[]

export const createAccountRecords = (
  db: Db,
  { codeKeys }: { readonly codeKeys: CodeKeys },
): AccountRecords => ({
  exportRows: (accountId, section, part) => exportRows(db, accountId, section, part),
  erase: (accountId) => erase(db, accountId, codeKeys),
  listLeftCustomers: (limit) => listLeftCustomers(db, limit),
  forgetCustomer: (customerId) => forgetCustomer(db, customerId),
  anonymizeOrders: (days, limit) => anonymizeOrders(db, days, limit),
  anonymizeLegacyOrders: (days, limit) => anonymizeLegacyOrders(db, days, limit),
  anonymizePurchases: (days, limit) => anonymizePurchases(db, days, limit),
  removeUnusedAttachments: (days, limit) => removeUnusedAttachments(db, days, limit),
})

const codesShown = 10

const codeRow = v.object({ code: v.string() })
const accountRow = v.object({ email: v.string(), customer_id: v.nullable(idOf(customerIdOf)) })
const customerRow = v.object({ customer_id: idOf(customerIdOf) })
const orderRow = v.object({ id: idOf(orderIdOf) })
const countRow = v.object({ removed: wholeNumber })

async function findObstacles(db: Tx, accountId: AccountId): Promise<Obstacles> {
  const codes = async (when: RawBuilder<unknown>) => {
    const rows = await readRows(
      db,
      codeRow,
      sql`
      select code from orders where account_id = ${accountId} and ${when}
      order by created_at limit ${codesShown}`,
    )
    return rows.map(({ code }) => code)
  }
  const unsettledOrders = await codes(
    sql`((not paid and ${isChargeUnsettled}) or payment_pending or refunding_cents > 0
      or exists (select from disputes where order_id = orders.id and closed_at is null))`,
  )
  const openOrders = await codes(sql`not ${isOver}`)
  const exists = async (query: RawBuilder<unknown>) => (await query.execute(db)).rows.length > 0
  return {
    openOrders,
    unsettledOrders,
    hasDisputedPurchase: await exists(sql`
      select from disputes join purchases on purchases.id = disputes.purchase_id
      where purchases.account_id = ${accountId} and disputes.closed_at is null limit 1`),
    hasRunningGeneration: await exists(sql`
      select from generation_jobs where account_id = ${accountId} and ${isLive} limit 1`),
    owedCents: await owedBy(db, accountId),
  }
}

async function erase(
  db: Db,
  accountId: AccountId,
  codeKeys: CodeKeys,
): ReturnType<AccountRecords['erase']> {
  return await db.transaction().execute(async (tx) => {
    // Locked before the account, in the same order as in a review of a purchase's payment.
    await sql`select from purchases where account_id = ${accountId} order by id for no key update`.execute(
      tx,
    )
    // A new order locks this row: the statement waits for its transaction, and the order is found below.
    const [account] = await readRows(
      tx,
      accountRow,
      sql`
      select email, customer_id from accounts where id = ${accountId} and closed_at is null for update`,
    )
    if (account === undefined) return { kind: 'missing' }
    const obstacle = obstacleOf(await findObstacles(tx, accountId))
    if (obstacle !== null) return { kind: 'kept', obstacle }
    const statements = removals(accountId, account.email, codeKeys(account.email))
    for (const statement of statements) await statement.execute(tx)
    return { kind: 'erased', customerId: account.customer_id }
  })
}

async function listLeftCustomers(db: Db, limit: number): Promise<readonly CustomerId[]> {
  const rows = await readRows(
    db,
    customerRow,
    sql`
    select customer_id from accounts where closed_at is not null and customer_id is not null
    order by closed_at limit ${limit}`,
  )
  return rows.map(({ customer_id: customerId }) => customerId)
}

async function forgetCustomer(db: Db, customerId: CustomerId): Promise<void> {
  await sql`update accounts set customer_id = null, card_payment_method_id = null, card_brand = null,
      card_last4 = null, card_lost_at = null
    where customer_id = ${customerId} and closed_at is not null`.execute(db)
}

const ownedBy = (accountId: AccountId) => sql`account_id = ${accountId}`
const looseTickets = (accountId: AccountId) =>
  sql`(select id from tickets where ${ownedBy(accountId)} and order_id is null)`
const looseMessages = (accountId: AccountId) =>
  sql`(select id from ticket_messages where ticket_id in ${looseTickets(accountId)})`

/**
 * Statements that remove the rows. The sweep removes files once nothing refers to them, because another account may have stored the same
 * bytes.
 */
const removals = (
  accountId: AccountId,
  email: string,
  codeKeys: readonly string[],
): readonly RawBuilder<unknown>[] => [
  sql`insert into visitor_files (uri, sha256, expires_at)
    select uri, sha256, now() from models where ${ownedBy(accountId)}
    union select uri, sha256, now() from images where ${ownedBy(accountId)}
    union select preview_uri, '-', now() from generations where ${ownedBy(accountId)} and preview_uri is not null
    union select a.uri, '-', now() from attachments a join ticket_attachments t on t.attachment_id = a.id
      where t.message_id in ${looseMessages(accountId)}
    on conflict (uri) do nothing`,
  sql`with unlinked as (delete from ticket_attachments where message_id in ${looseMessages(accountId)} returning attachment_id)
    delete from attachments a using unlinked where a.id = unlinked.attachment_id
      and not exists (select from message_attachments m where m.attachment_id = a.id)
      and not exists (select from ticket_attachments t where t.attachment_id = a.id
        and t.message_id not in ${looseMessages(accountId)})`,
  sql`delete from ticket_messages where ticket_id in ${looseTickets(accountId)}`,
  sql`delete from tickets where ${ownedBy(accountId)} and order_id is null`,
  ...withheldRemovals(ownedBy(accountId)),
  banTakenDown(sql`${ownedBy(accountId)}`),
  sql`delete from gallery_entries where ${ownedBy(accountId)}`,
  sql`delete from generations where ${ownedBy(accountId)}`,
  sql`delete from images where ${ownedBy(accountId)}`,
  sql`delete from models where ${ownedBy(accountId)}`,
  sql`delete from signed_uploads where ${ownedBy(accountId)}`,
  sql`delete from generation_logs where job_id in (select id from generation_jobs where ${ownedBy(accountId)})`,
  sql`delete from generation_bodies where job_id in (select id from generation_jobs where ${ownedBy(accountId)})`,
  // Kept because the ledger of credits refers to them.
  sql`update generation_jobs set request = null, plan = null, task = null,
      result = case when result is null then null else '{}'::jsonb end
    where ${ownedBy(accountId)}`,
  sql`delete from quotes where ${ownedBy(accountId)} and spent_at is null`,
  sql`delete from idempotency_keys where ${ownedBy(accountId)}`,
  sql`delete from spend_keys where ${ownedBy(accountId)}`,
  sql`delete from baskets where ${ownedBy(accountId)}`,
  sql`delete from api_keys where ${ownedBy(accountId)}`,
  sql`delete from extension_tokens where ${ownedBy(accountId)}`,
  sql`delete from known_devices where ${ownedBy(accountId)}`,
  sql`delete from own_requests where ${ownedBy(accountId)}`,
  sql`delete from account_logos where ${ownedBy(accountId)}`,
  sql`update purchases set message = null where ${ownedBy(accountId)}`,
  sql`delete from emails where recipient = ${email} and order_id is null`,
  sql`delete from auth_codes where identifier = any(${codeKeys}::text[])`,
  // Credentials, sessions and second factors are deleted with their user.
  sql`delete from auth_users where id = ${accountId}`,
  sql`update accounts set email = 'deleted-' || lower(id) || '@account.invalid',
      card_payment_method_id = null, card_brand = null, card_last4 = null, card_lost_at = null,
      company = null, vat_id = null, purchase_order = null,
      daily_limit_cents = null, key_daily_limit_cents = null, closed_at = now()
    where id = ${accountId}`,
]

/** Replaces personal text in columns that cannot be empty. */
const removed = 'removed'

const isPast = (days: number) => sql`created_at < now() - make_interval(days => ${days})`

async function anonymizeOrders(db: Db, days: number, limit: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const rows = await readRows(
      tx,
      orderRow,
      sql`
      update orders set recipient_name = ${removed}, street1 = ${removed}, street2 = null, city = ${removed},
        zip = ${removed}, phone = null, email = '', company = null, vat_id = null, purchase_order = null, reference = null,
        note = null, file_name = ${removed}, tracking = null, anonymized_at = now()
      where id in (select id from orders
        where anonymized_at is null and ${isOver} and ${isPast(days)}
        order by created_at limit ${limit} for update skip locked)
      returning id`,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) for (const statement of textsOf(ids)) await statement.execute(tx)
    return ids.length
  })
}

const textsOf = (orderIds: readonly OrderId[]): readonly RawBuilder<unknown>[] => {
  const isOfOrders = sql`order_id = any(${orderIds}::uuid[])`
  const tickets = sql`(select id from tickets where ${isOfOrders})`
  return [
    sql`update order_lines set file_name = ${removed} where ${isOfOrders}`,
    sql`update print_files set file_name = ${removed} where ${isOfOrders}`,
    // Accounts keep their models and the names of these. A guest's models exist only for the orders.
    sql`update models set file_name = ${removed} where account_id like ${`${guestPrefix}%`}
      and account_id in (select account_id from orders where id = any(${orderIds}::uuid[]))`,
    sql`update order_search set words = ''::tsvector where ${isOfOrders}`,
    sql`update order_events set tracking = null, from_tracking = null where ${isOfOrders}`,
    sql`update order_messages set subject = ${removed}, body = ${removed} where ${isOfOrders}`,
    sql`delete from message_attachments where message_id in (select id from order_messages where ${isOfOrders})`,
    sql`delete from order_notes where ${isOfOrders}`,
    // The carrier service deletes its copy under its own terms.
    sql`update parcel_labels set tracking_url = null, prior_number = null, track_at = null,
      tracking_number = case when tracking_number is not null then ${removed} end where ${isOfOrders}`,
    sql`update ticket_messages set body = ${removed} where ticket_id in ${tickets}`,
    sql`delete from ticket_attachments where message_id in
      (select id from ticket_messages where ticket_id in ${tickets})`,
    sql`update tickets set name = '', email = '' where ${isOfOrders}`,
    sql`update order_messages set email_id = null where ${isOfOrders}`,
    sql`delete from emails where ${isOfOrders}`,
  ]
}

/** Removes attachments. The sweep of files handles the files, as for `removals`. */
async function removeUnusedAttachments(db: Db, days: number, limit: number): Promise<number> {
  const [counted] = await readRows(
    db,
    countRow,
    sql`
    with gone as (
      delete from attachments where id in (
        select id from attachments a
        where at < now() - make_interval(days => ${days})
          and not exists (select from message_attachments m where m.attachment_id = a.id)
          and not exists (select from ticket_attachments t where t.attachment_id = a.id)
        order by at limit ${limit} for update skip locked)
      returning uri
    ), left_files as (
      insert into visitor_files (uri, sha256, expires_at) select distinct uri, '-', now() from gone
      on conflict (uri) do nothing
    )
    select count(*) as removed from gone`,
  )
  return counted?.removed ?? 0
}

async function anonymizeLegacyOrders(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update web_orders set email = null, tracking = null where code in (
      select code from web_orders
      where (email is not null or tracking is not null) and ${isOver} and ${isPast(days)}
      order by created_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function anonymizePurchases(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update purchases set recipient_email = '', message = null where id in (
      select id from purchases where recipient_email <> '' and state = 'paid' and ${isPast(days)}
      order by created_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
