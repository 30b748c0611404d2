// The table of functions and triggers in server/db/README.md equals that of a migrated database.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { testDatabase } from '../../../testing/database/database.ts'

const readme = join(import.meta.dir, '../../../server/db/README.md')

/** Returns each function with its triggers as `table.trigger`. */
async function listed(): Promise<Record<string, readonly string[]>> {
  const text = await Bun.file(readme).text()
  const [, table = ''] = /\| function \| triggers \|.*\|\n([\s\S]*?)\n\n/.exec(text) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*?) \| .+ \|$/gm)]
  return Object.fromEntries(
    rows.map(([, name, triggers = '']) => [
      name,
      [...triggers.matchAll(/`([\w.]+)`/g)].map(([, trigger = '']) => trigger),
    ]),
  )
}

test('server/db/README.md has every function and trigger', async () => {
  const database = await testDatabase()
  try {
    const { rows } = await database.pool.query<{ name: string; triggers: string[] }>(`
      select proname as name, array(
        select relname || '.' || tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
        where tgfoid = pg_proc.oid and not tgisinternal order by relname collate "C", tgname collate "C"
      ) as triggers
      from pg_proc where pronamespace = 'public'::regnamespace`)
    expect(rows.length).toBeGreaterThan(30)
    expect(await listed()).toEqual(
      Object.fromEntries(rows.map(({ name, triggers }) => [name, triggers])),
    )
  } finally {
    await database.close()
  }
})
