// Checks the worker: mails, settlements and generations need a worker that sends heartbeats.
import { sql } from 'kysely'
import { openDatabase } from '../../db/core/connect.ts'
import { readHeartbeats } from '../../db/metrics/metric-snapshots.ts'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass } from './finding.ts'

/** Processes send a heartbeat every `roundSeconds`. */
const silentSeconds = 30

export async function checkWorker({ config }: Examined): Promise<readonly Diagnosis[]> {
  if (config.databaseUrl === null) return [leftOut('worker', 'local mode runs one in its process')]
  const { db, close } = openDatabase({ url: config.databaseUrl, poolSize: 1 })
  const start = 'systemctl start svc-worker, or set ROLE=all'
  try {
    await sql`select 1`.execute(db)
    const beats = await readHeartbeats(db)
    const seconds = beats.find(({ role }) => role === 'worker')?.seconds
    if (seconds === undefined) return [fail('worker', 'No worker has ever run.', start)]
    return [
      seconds > silentSeconds
        ? fail('worker', `The last worker was silent for ${Math.round(seconds)} s.`, start)
        : pass('worker', 'gives signs of life'),
    ]
  } catch (error) {
    return [leftOut('worker', `not known: ${messageOf(error)}`, 'Fix the database first.')]
  } finally {
    await close()
  }
}
