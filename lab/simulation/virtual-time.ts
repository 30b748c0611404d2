// The time of a simulation: it advances only when a step says so, in the database, in every host and at the
// processor.
import type pg from 'pg'
import type { Clock } from '../../server/domain/base/ports.ts'

/** A Monday morning; any moment is possible. */
const beginsAt = new Date('2027-01-04T10:00:00Z')

/**
 * `sim.now()` replaces `now()`: search_path names pg_catalog after it. Column defaults were bound when the tables
 * were created, so they are recreated. Connections that are opened later use the new time.
 */
const schema = `
  create schema sim;
  create unlogged table sim.clock (at timestamptz not null);
  insert into sim.clock values ('${beginsAt.toISOString()}');
  create function sim.now() returns timestamptz language sql stable as 'select at from sim.clock';
  create function sim.clock_timestamp() returns timestamptz language sql stable as 'select at from sim.clock';
  do $$
  declare found record;
  begin
    for found in
      select def.adrelid::regclass as owner, attname, pg_get_expr(adbin, adrelid) as expression
      from pg_attrdef as def join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) ~ '^now\\(\\)' and attgenerated = ''
    loop
      execute format('alter table %s alter column %I set default sim.%s', found.owner, found.attname, found.expression);
    end loop;
    execute format('alter database %I set search_path = public, sim, pg_catalog', current_database());
  end $$`

export async function installVirtualTime(pool: pg.Pool): Promise<void> {
  await pool.query(schema)
}

export type VirtualTime = {
  readonly now: () => Date
  readonly advance: (seconds: number) => Promise<void>
  /** Returns to the beginning. */
  readonly reset: () => Promise<void>
  /** Returns the clock of a host that is that many seconds ahead of the database. */
  readonly skewed: (seconds: number) => Clock
}

export function createVirtualTime(pool: pg.Pool): VirtualTime {
  let at = beginsAt.getTime()
  const write = async () => {
    await pool.query('update sim.clock set at = $1', [new Date(at)])
  }
  return {
    now: () => new Date(at),
    advance: async (seconds) => {
      at += seconds * 1000
      await write()
    },
    reset: async () => {
      at = beginsAt.getTime()
      await write()
    },
    skewed: (seconds) => ({ now: () => new Date(at + seconds * 1000) }),
  }
}
