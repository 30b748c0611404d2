// Notices for the staff's channel, until they are posted. Processes of the previous release write none.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table staff_notices (
    id bigint generated always as identity primary key,
    target text not null check (target in ('ntfy', 'webhook')),
    title text not null,
    text text not null,
    path text not null,
    created_at timestamptz not null default now(),
    attempts integer not null default 0,
    -- Until when a process has it, or waits before it tries again.
    due_at timestamptz not null default now()
  )`,
  'create index staff_notices_due on staff_notices (due_at)',
]
