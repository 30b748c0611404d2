// Keys of the service that outlive a change of AUTH_SECRET: one copy of each key, encrypted under every accepted secret.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table sealed_keys (
      name text not null,
      -- Names the secret without revealing it.
      secret_id text not null,
      sealed text not null,
      created_at timestamptz not null default now(),
      primary key (name, secret_id)
    )`)
    .execute(db)
}
