// Indexes that find whether an account made or uploaded a file, without reading all of its generations. Hash indexes, because the URIs are
// long and are only compared as a whole.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'create index generations_model_uri on generations using hash (model_uri)',
  'create index generations_preview_uri on generations using hash (preview_uri)',
]
