// The requests that programs of an account made, kept for a week (`../accounts/own-requests.ts`).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table own_requests (
    id bigint generated always as identity primary key,
    account_id text not null references accounts (id),
    at timestamptz not null,
    method text not null,
    path text not null,
    tool text,
    status smallint not null,
    error_code text,
    request_id text not null,
    ms integer not null,
    has_key boolean not null
  )`,
  'create index own_requests_account on own_requests (account_id, at desc)',
  'create index own_requests_request on own_requests (account_id, request_id)',
  // For the sweep. Rows are inserted in order of time, so the index is small.
  'create index own_requests_at on own_requests using brin (at)',
  `create trigger own_requests_account_is_open before insert or update of account_id on own_requests for each row
    execute function refuse_row_of_closed_account()`,
]
