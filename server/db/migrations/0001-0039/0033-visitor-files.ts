// Stored files that belong to no account: files that the quote page keeps for a form without a script, and files of baskets. The sweep
// removes files that nothing refers to, so the indexes find the references to a file.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A hash index, because the URIs are long and are only compared as a whole. */
const byUri = (table: string, column: string) =>
  `create index ${table}_${column} on ${table} using hash (${column})`

const statements = [
  `create table visitor_files (
    uri text primary key,
    sha256 text not null,
    expires_at timestamptz not null
  )`,
  'create index visitor_files_expiry on visitor_files (expires_at)',
  byUri('models', 'uri'),
  byUri('orders', 'file_uri'),
  byUri('order_lines', 'file_uri'),
  byUri('basket_lines', 'file_uri'),
  byUri('print_files', 'uri'),
  `insert into visitor_files (uri, sha256, expires_at)
    select distinct file_uri, file_sha256, now() from basket_lines where not from_gallery`,
]
