// Orders with commands in their sliced files that an operator has to review. Processes of the previous release neither read nor write
// these columns: a claim of this release does not hand out orders that they accept in the meantime.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Adds words to the constraint, and keeps whatever words it has by then. */
const widen = (table: string, column: string, words: string) => `do $$
  declare known text;
  begin
    select pg_get_expr(conbin, conrelid) into known from pg_constraint
      where conrelid = '${table}'::regclass and conname = '${table}_${column}_check';
    execute format('alter table ${table} drop constraint ${table}_${column}_check,
      add constraint ${table}_${column}_check check (%s or ${column} in (${words})) not valid', known);
  end $$`

const statements = [
  `alter table orders
    add column review_findings jsonb,
    add column reviewed_at timestamptz,
    add column reviewed_by text,
    add constraint orders_review_check check (num_nulls(reviewed_at, reviewed_by) in (0, 2)) not valid`,
  widen('order_events', 'kind', "''to_review'', ''reviewed''"),
  widen('bulk_action_orders', 'why', "''needs_review''"),
]
