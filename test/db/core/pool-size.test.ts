// The number of database connections that a process may open.
import { expect, test } from 'bun:test'
import { poolSizeOf, shareOfConnections } from '../../../server/db/core/connection/pool-size.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase({ poolSize: 1 })

test.each([
  // The default of PostgreSQL: three quarters of 97.
  [72, 1, 20, true],
  [72, 4, 18, true],
  [72, 8, 9, true],
  [72, 14, 5, true],
  // 15 processes with the 5 that each needs are 75.
  [72, 15, 5, false],
  [5, 1, 5, true],
])('%i connections for %i processes are %i each', (available, processes, size, fits) => {
  expect(poolSizeOf(available, processes)).toEqual({ size, fits })
})

test('the share is three quarters of the connections that the database grants to everyone', async () => {
  const { rows } = await database.pool.query<{ all: number; reserved: number }>(
    "select current_setting('max_connections')::int as all, current_setting('superuser_reserved_connections')::int as reserved",
  )
  const [{ all, reserved } = { all: 0, reserved: 0 }] = rows
  expect(all).toBe(300)
  expect(await shareOfConnections(database.url)).toBe(Math.floor(0.75 * (300 - reserved)))
})
