// The real service on a test database, without a listener: the base of the simulation of the money and the
// evaluations of the agent tools.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../server/adapters/observability/log.ts'
import { parseConfig } from '../../server/config/config.ts'
import { openService } from '../../server/wiring/service.ts'
import type { ServiceSettings } from '../../server/wiring/service-settings.ts'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import { createVirtualTime, installVirtualTime } from './virtual-time.ts'

export const baseUrl = 'http://localhost:3000'

type Options = Pick<ServiceSettings, 'clock' | 'decorate'> & {
  /** Name of its temporary folder. */
  readonly name: string
  readonly env?: Readonly<Record<string, string>>
}

/** Opens a database whose clock the lab sets, with the one connection that sets it. */
export async function openVirtualDatabase() {
  const database = await testDatabase({ poolSize: 1 })
  await installVirtualTime(database.pool)
  return { database, time: createVirtualTime(database.pool) }
}

/** `close` drops the database as well. */
export async function openServiceOn(
  database: TestDatabase,
  { name, env = {}, ...settings }: Options,
) {
  const stateDir = mkdtempSync(join(tmpdir(), `svc-${name}-`))
  const config = parseConfig({
    STATE_DIR: stateDir,
    GEOMETRY_WORKERS: '1',
    DATABASE_CONNECTIONS: '5',
    ...env,
  })
  if (!config.ok) throw new Error(config.failure.join('\n'))
  const service = await openService({
    config: config.value,
    baseUrl,
    databaseUrl: database.url,
    authSecret: 'an-auth-secret-for-tests-of-32-and-more',
    internalKey: 'an-internal-key-for-tests',
    // Each run has a separate processor.
    stripe: {
      secretKey: 'sk_test_none',
      webhookSecret: 'whsec_none',
      apiBase: 'http://127.0.0.1:9',
    },
    log: createLog({ level: 'error', sink: ({ byteLength }) => byteLength }),
    ...settings,
  })
  const { pool } = service.database
  return {
    service,
    isPoolBusy: () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount,
    close: async () => {
      await service.close()
      await database.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}
