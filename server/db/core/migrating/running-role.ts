// Two database roles: one owns the schema and changes it, the other runs the service and only reads and writes rows.
import pg from 'pg'
import { advisoryLocks } from '../transactions/advisory-locks.ts'

/** The schema of the job queue (graphile-worker). */
const queueSchema = 'graphile_worker'
/** Tables that only migrations write. */
const records = ['kysely_migration', 'kysely_migration_lock', `${queueSchema}.migrations`]
const policy = 'running_role'

/** Returns the role that a connection string connects as. */
export async function roleOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

/**
 * Grants the role the rights to read and write the rows of every table, and nothing else. Changes only what is missing. Must run as the
 * role that owns the tables, after the migrations.
 */
export async function grantRows(pool: pg.Pool, role: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.runningRole])
    for (const statement of await missingGrants(client, role)) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Returns the missing GRANT statements, with names quoted by PostgreSQL. */
async function missingGrants(client: pg.PoolClient, role: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with schemas as (
       select oid, nspname from pg_namespace where oid in (current_schema()::regnamespace, to_regnamespace($2))
     ), relations as (
       select pg_class.oid, relkind, relrowsecurity, pg_class.oid = any ($3::text[]::regclass[]::oid[]) as is_record
       from pg_class join schemas on schemas.oid = relnamespace
       where pg_has_role(relowner, 'usage')
     )
     select format('grant usage on schema %I to %I', nspname, $1::text) as statement from schemas
     where not has_schema_privilege($1, oid, 'usage')
     union all
     select format('grant select, insert, update, delete on %s to %I', oid::regclass, $1) from relations
     where relkind in ('r', 'p', 'v') and not is_record and not (
       has_table_privilege($1, oid, 'select') and has_table_privilege($1, oid, 'insert')
       and has_table_privilege($1, oid, 'update') and has_table_privilege($1, oid, 'delete'))
     union all
     select format('grant select on %s to %I', oid::regclass, $1) from relations
     where is_record and not has_table_privilege($1, oid, 'select')
     union all
     select format('grant usage, select on sequence %s to %I', oid::regclass, $1) from relations
     where relkind = 'S' and not (has_sequence_privilege($1, oid, 'usage') and has_sequence_privilege($1, oid, 'select'))
     union all
     -- The queue's tables hide their rows from everyone but their owner.
     select format('create policy %I on %s to %I using (true) with check (true)', $4::text, oid::regclass, $1) from relations
     where relrowsecurity and not exists (select from pg_policy where polrelid = relations.oid and polname = $4)`,
    [role, queueSchema, records, policy],
  )
  return rows.map(({ statement }) => statement)
}
