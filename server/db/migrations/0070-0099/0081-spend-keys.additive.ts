// Responses stored under the Idempotency-Key of calls that spend: generations, pictures, checkouts, gift cards, credits.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table spend_keys (
    account_id text not null references accounts (id),
    key text not null check (length(key) between 1 and 255),
    request_hash text not null,
    holder uuid not null,
    run_id uuid not null,
    answer text,
    claimed_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    primary key (account_id, key)
  )`,
  'create index spend_keys_created on spend_keys (created_at)',
  `create trigger spend_keys_account_is_open before insert or update of account_id on spend_keys for each row
    execute function refuse_row_of_closed_account()`,
]
