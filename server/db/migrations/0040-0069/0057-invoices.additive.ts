// Invoices and credit notes (server/domain/billing/README.md), and the data that a business buyer needs on them. Orders and purchases that
// were paid earlier get no invoice: their customers have receipts, and a number issued now would not follow the order of payments.
import { type Kysely, sql } from 'kysely'

const buyerColumns = `
  add column company text check (char_length(company) between 1 and 200),
  add column vat_id text check (char_length(vat_id) between 1 and 20),
  add column purchase_order text check (char_length(purchase_order) between 1 and 64)`

const statements = [
  `alter table accounts ${buyerColumns}`,
  // Existing rows get false without a rewrite of the table; new rows get true.
  `alter table orders ${buyerColumns}, add column invoice_due boolean not null default false`,
  'alter table orders alter column invoice_due set default true',
  "update orders set invoice_due = true where status = 'PENDING_PAYMENT' and not paid",
  'create index orders_invoice_due on orders (id) where paid and invoice_due',
  'alter table purchases add column invoice_due boolean not null default false',
  'alter table purchases alter column invoice_due set default true',
  "update purchases set invoice_due = true where state = 'open'",
  "create index purchases_invoice_due on purchases (id) where state = 'paid' and invoice_due",
  // No foreign keys to orders and purchases, because a document outlives them.
  `create table billing_documents (
    id uuid primary key,
    series text not null check (series in ('invoice', 'credit_note')),
    year integer not null,
    number integer not null check (number > 0),
    kind text not null check (kind in ('invoice', 'credit_note', 'cancellation')),
    order_id uuid,
    purchase_id uuid,
    account_id text not null,
    source text not null,
    corrects uuid references billing_documents (id),
    total_cents integer not null check (total_cents > 0),
    tax_cents integer not null check (tax_cents between 0 and total_cents),
    tax_rate integer check (tax_rate between 0 and 10000),
    country text,
    issued_at timestamptz not null,
    content jsonb not null,
    unique (series, year, number),
    check (num_nonnulls(order_id, purchase_id) = 1),
    check ((kind = 'invoice') = (series = 'invoice')),
    check ((kind = 'invoice') = (corrects is null)),
    check (tax_rate is not null or tax_cents = 0)
  )`,
  "create unique index billing_documents_order_invoice on billing_documents (order_id) where kind = 'invoice'",
  "create unique index billing_documents_purchase_invoice on billing_documents (purchase_id) where kind = 'invoice'",
  'create index billing_documents_order on billing_documents (order_id)',
  'create index billing_documents_purchase on billing_documents (purchase_id)',
  'create index billing_documents_account on billing_documents (account_id, issued_at)',
  'create index billing_documents_issued on billing_documents (issued_at)',
  `create function refuse_billing_change() returns trigger language plpgsql as
    $$ begin raise exception 'issued documents are never changed'; end $$`,
  `create trigger billing_documents_unchanged before update or delete on billing_documents
    for each row execute function refuse_billing_change()`,
  `create trigger billing_documents_kept before truncate on billing_documents
    for each statement execute function refuse_billing_change()`,
  // Money returned to the buyer makes the order's documents due again, whatever code records it.
  `create function mark_invoice_due() returns trigger language plpgsql as $$ begin
    new.invoice_due := exists (select from billing_documents where order_id = new.id) or new.invoice_due;
    return new;
  end $$`,
  `create trigger orders_returned_money before update of refunded_cents on orders
    for each row when (new.refunded_cents is distinct from old.refunded_cents) execute function mark_invoice_due()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
