// Makes the database fail when it writes an order to a certain city.
import type { OpenDatabase } from '../../server/db/core/connect.ts'

/** City whose orders fail. */
export const FAILING_CITY = 'Atlantis'

/**
 * `refuse` raises an error with the SQLSTATE; `disconnect` ends the session, like a server that becomes unavailable,
 * right after the row was written and before the write is confirmed.
 */
export async function failOrdersToAtlantis(
  { pool }: Pick<OpenDatabase, 'pool'>,
  how: { readonly refuse: string } | 'disconnect',
): Promise<() => Promise<void>> {
  const body =
    how === 'disconnect'
      ? 'perform pg_terminate_backend(pg_backend_pid()); return null;'
      : `raise exception using errcode = '${how.refuse}', message = 'refused by a test';`
  await pool.query(`
    create or replace function fail_order() returns trigger language plpgsql as $$ begin ${body} end $$;
    create trigger fail_order after insert on orders for each row
      when (new.city = '${FAILING_CITY}') execute function fail_order()`)
  return () => drop(pool, 'fail_order')
}

/** Ends the session inside the commit, before it is confirmed. */
export async function failCommitsToAtlantis({
  pool,
}: Pick<OpenDatabase, 'pool'>): Promise<() => Promise<void>> {
  await pool.query(`
    create or replace function fail_commit() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger fail_commit after insert on orders deferrable initially deferred for each row
      when (new.city = '${FAILING_CITY}') execute function fail_commit()`)
  return () => drop(pool, 'fail_commit')
}

/** The pool may once hand out the connection that the trigger ended. */
async function drop(pool: OpenDatabase['pool'], trigger: string): Promise<void> {
  const statement = `drop trigger ${trigger} on orders`
  await pool.query(statement).catch(() => pool.query(statement))
}
