// Printers that need an operator: the overview list, the counts of the queues and the notifications, and the state in
// the metric. Times are set in the database, whose clock decides.

import { beforeEach, describe, expect, test } from 'bun:test'
import { attentionReader } from '../../server/db/desk/attention.ts'
import { queuesReader } from '../../server/db/metrics/queues.ts'
import { createNotifications } from '../../server/db/notifications/notifications.ts'
import { readPrinters } from '../../server/db/printers/printer-rows.ts'
import { countPrinters } from '../../server/db/printers/printers.ts'
import { printJobIdOf } from '../../server/domain/base/ids/print-job-id.ts'
import type { AttentionKind } from '../../server/domain/desk/attention.ts'
import { stateOf } from '../../server/domain/farm/printers/printer.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()
beforeEach(async () => {
  await database.db.deleteFrom('printers').execute()
  await database.db.deleteFrom('notification_items').execute()
})

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const jobId = printJobIdOf('aaaaaaaa-0000-4000-8000-000000000000')

type Facts = {
  readonly state?: 'ready' | 'printing' | 'paused' | 'finished' | 'error'
  /** Seconds since its last report, and since its state began. */
  readonly heard?: number
  readonly since?: number
  readonly hasJob?: boolean
  readonly cleared?: boolean
  readonly maintenance?: boolean
}

async function add(name: string, facts: Facts): Promise<void> {
  const { state = 'ready', heard = 0, since = 0, hasJob = false } = facts
  const { cleared = false, maintenance = false } = facts
  await database.db
    .insertInto('printers')
    .values({
      name,
      state,
      state_detail: state === 'paused' ? 'Filament out' : null,
      last_heard_at: secondsAgo(heard),
      state_since: secondsAgo(since),
      job_id: hasJob ? jobId : null,
      cleared_at: cleared ? secondsAgo(since) : null,
      ...(maintenance && {
        maintenance_since: secondsAgo(since),
        maintenance_note: 'New nozzle',
        maintenance_by: 'ops@example.com',
      }),
    })
    .execute()
}

const listed = async (kind: AttentionKind) =>
  (await attentionReader(database)()).find((group) => group.kind === kind)?.items ?? []
const names = async (kind: AttentionKind) => (await listed(kind)).map(({ subject }) => subject)
const mailed = async (kind: 'silent_printer' | 'stopped_printer' | 'printer_error') => {
  const found = await createNotifications(database.db).round((round) => round.takeNew(kind))
  return found?.map(({ subject }) => subject).toSorted()
}
const depth = async (queue: string) =>
  (await queuesReader(database)()).find((each) => each.queue === queue)?.depth

describe('a printer that is silent', () => {
  test('needs attention when it had a job, and is mailed once for each silence', async () => {
    await add('with job', { state: 'printing', heard: 121, hasJob: true })
    await add('just heard', { state: 'printing', heard: 110, hasJob: true })
    await add('without job', { heard: 3600 })
    await add('cleared', { state: 'finished', heard: 3600, hasJob: true, cleared: true })
    await add('in maintenance', { heard: 3600, hasJob: true, maintenance: true })
    expect(await names('silent_printer')).toEqual(['with job'])
    expect(await names('offline_printer')).toEqual(['without job', 'cleared'])
    expect((await listed('silent_printer'))[0]?.key).not.toContain(' ')
    expect(await depth('silent_printers')).toBe(1)
    expect(await mailed('silent_printer')).toEqual(['with job'])
    expect(await mailed('silent_printer')).toEqual([])
    await database.db
      .updateTable('printers')
      .set({ last_heard_at: secondsAgo(200) })
      .execute()
    expect((await mailed('silent_printer'))?.toSorted()).toEqual(['just heard', 'with job'])
  })
})

describe('a printer that stopped', () => {
  test('needs attention immediately, and is mailed after two minutes', async () => {
    await add('paused', { state: 'paused', since: 110 })
    await add('failed', { state: 'error', since: 10 })
    await add('paused long', { state: 'paused', since: 130 })
    await add('silent', { state: 'paused', heard: 130, since: 130 })
    await add('in maintenance', { state: 'paused', since: 130, maintenance: true })
    expect((await names('stopped_printer')).toSorted()).toEqual(['failed', 'paused', 'paused long'])
    expect((await listed('stopped_printer')).map(({ detail }) => detail).toSorted()).toEqual([
      'error',
      'paused: Filament out',
      'paused: Filament out',
    ])
    expect(await depth('stopped_printers')).toBe(3)
    // An error does not wait, and has separate emails.
    expect(await mailed('printer_error')).toEqual(['failed'])
    expect(await mailed('stopped_printer')).toEqual(['paused long'])
    expect(await mailed('stopped_printer')).toEqual([])
  })
})

describe('a full plate', () => {
  test('needs attention after half an hour, also on a printer that is off', async () => {
    await add('young', { state: 'finished', since: 1790 })
    await add('old', { state: 'finished', since: 1801 })
    await add('off', { state: 'finished', since: 7200, heard: 7000 })
    await add('cleared', { state: 'finished', since: 7200, cleared: true })
    await add('in maintenance', { state: 'finished', since: 7200, maintenance: true })
    expect(await names('full_plate')).toEqual(['off', 'old'])
    expect(await depth('full_plates')).toBe(3)
  })
})

test('the metric counts printers by the state that operators see', async () => {
  const rows: readonly [string, Facts, string][] = [
    ['a', {}, 'ready'],
    ['b', { state: 'printing' }, 'printing'],
    ['c', { state: 'paused' }, 'paused'],
    ['d', { state: 'finished' }, 'finished'],
    ['e', { state: 'finished', cleared: true }, 'ready'],
    ['f', { state: 'error' }, 'error'],
    ['g', { state: 'finished', heard: 121 }, 'offline'],
    ['h', { state: 'finished', cleared: true, heard: 121 }, 'offline'],
    ['i', { state: 'error', heard: 121, maintenance: true }, 'maintenance'],
    ['j', { state: 'printing', heard: 110 }, 'printing'],
  ]
  for (const [name, facts] of rows) await add(name, facts)
  const printers = await readPrinters(database.db)
  expect(printers.map((printer) => [printer.name, stateOf(printer, new Date()).state])).toEqual(
    rows.map(([name, , state]) => [name, state]),
  )
  const counted = await countPrinters(database.db)
  expect(Object.fromEntries(counted.map(({ state, printers: count }) => [state, count]))).toEqual({
    ready: 2,
    printing: 2,
    paused: 1,
    finished: 1,
    error: 1,
    offline: 2,
    maintenance: 1,
  })
})
