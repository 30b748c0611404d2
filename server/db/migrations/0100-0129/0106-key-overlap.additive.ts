// The replaced API key, while both the old and the new key are valid.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table api_keys
    add column replaced_hash text,
    add column replaced_prefix text,
    add column replaced_until timestamptz`,
  'create unique index api_keys_replaced on api_keys (replaced_hash) where replaced_hash is not null',
]
