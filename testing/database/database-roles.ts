// The two roles of deploy/database/roles.sql for one test database, under separate names, because roles belong to the
// complete cluster.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { testClusterUrl } from './cluster.ts'
import type { TestDatabase } from './database.ts'

export type DatabaseRoles = {
  /** Address of the role that reads and writes rows. */
  readonly runUrl: string
  /** Address of the role that owns the schema. */
  readonly migrateUrl: string
  /** Drops the roles. Call it after the database was dropped. */
  readonly drop: () => Promise<void>
}

const script = readFileSync(join(import.meta.dir, '../../deploy/database/roles.sql'), 'utf8')

/** Runs the script twice, which it allows. */
export async function separateRoles({ url, pool }: TestDatabase): Promise<DatabaseRoles> {
  const suffix = randomBytes(6).toString('hex')
  const migrate = `svc_migrate_${suffix}`
  const run = `svc_run_${suffix}`
  const own = script.replaceAll('svc_migrate', migrate).replaceAll('svc_run', run)
  await pool.query(own)
  await pool.query(own)
  const password = randomBytes(12).toString('hex')
  await pool.query(`alter role ${migrate} password '${password}'`)
  await pool.query(`alter role ${run} password '${password}'`)
  const as = (role: string) => {
    const address = new URL(url)
    address.username = role
    address.password = password
    return address.href
  }
  return {
    runUrl: as(run),
    migrateUrl: as(migrate),
    drop: async () => {
      const client = new pg.Client({ connectionString: await testClusterUrl() })
      await client.connect()
      await client.query(`drop role ${migrate}, ${run}`)
      await client.end()
    },
  }
}
