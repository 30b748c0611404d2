// The versions of the farm's terms, which are only ever added, and the version that priced a quote or an order. Null means the contract's
// terms.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table farm_terms (
    id bigint generated always as identity primary key,
    valid_from timestamptz not null,
    requested_from timestamptz,
    terms jsonb not null,
    source text not null check (source in ('desk', 'file')),
    stored_by text,
    file_version integer unique,
    reason text check (char_length(reason) between 1 and 500),
    changes jsonb not null,
    stored_at timestamptz not null default now(),
    check (valid_from > stored_at),
    check ((source = 'desk') = (stored_by is not null)),
    check ((source = 'file') = (file_version is not null))
  )`,
  'create index farm_terms_in_force on farm_terms (valid_from, id)',
  `create function refuse_change_of_terms() returns trigger language plpgsql as $$
    begin
      raise exception 'farm_terms: versions are only added';
    end
  $$`,
  `create trigger farm_terms_are_only_added before update or delete on farm_terms for each row
    execute function refuse_change_of_terms()`,
  `create trigger farm_terms_are_kept before truncate on farm_terms for each statement
    execute function refuse_change_of_terms()`,
  'alter table quotes add column terms_id bigint',
  'alter table orders add column terms_id bigint',
]
