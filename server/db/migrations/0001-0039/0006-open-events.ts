// Keeps payment events that arrived before their order was in the database open, with the order data that they contain.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table processor_events
    add column state text not null default 'handled' check (state in ('handled', 'open')),
    add column order_code text,
    add column order_id uuid,
    add column payment_id text,
    add column amount_cents integer,
    add check (state = 'handled' or (order_code is not null and payment_id is not null and amount_cents is not null))`,
  `create index processor_events_open on processor_events (received_at) where state = 'open'`,
]
