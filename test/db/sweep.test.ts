// The hourly sweep deletes what is old, a part at a time, and leaves the rest.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { removeRows } from '../../server/db/core/remove-rows.ts'
import { sweep } from '../../server/db/maintenance/sweep.ts'
import { paymentIdOf } from '../../server/domain/base/payment-id.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()

test('rows are deleted in parts until none is left that meets the condition', async () => {
  const { db } = database
  await sql`insert into processor_events (id, type) select 'evt_' || n, case when n <= 25 then 'old' else 'new' end
    from generate_series(1, 30) as n`.execute(db)
  const removed = await removeRows(db, 'processor_events', { where: sql`type = 'old'`, batch: 10 })
  const left = await db.selectFrom('processor_events').select('id').orderBy('id').execute()
  expect(removed).toBe(25)
  expect(left.map(({ id }) => id)).toEqual(['evt_26', 'evt_27', 'evt_28', 'evt_29', 'evt_30'])
  await db.deleteFrom('processor_events').execute()
})

test('mails and events of the processor stay for their time, and as long as they wait', async () => {
  const { db } = database
  const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
  const mail = (id: number, sentDaysAgo: number | null, createdDaysAgo: number) => ({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    kind: `notice:${id}` as const,
    recipient: 'a@example.com',
    subject: `${id}`,
    body: '',
    sent_at: sentDaysAgo === null ? null : daysAgo(sentDaysAgo),
    created_at: daysAgo(createdDaysAgo),
  })
  // Sent long ago; sent late; not sent; young.
  for (const each of [mail(1, 91, 92), mail(2, 80, 100), mail(3, null, 100), mail(4, 1, 1)]) {
    await db.insertInto('emails').values(each).execute()
  }
  for (const [id, state, days] of [
    ['handled, old', 'handled', 61],
    ['handled, young', 'handled', 59],
    ['open, old', 'open', 61],
  ] as const) {
    const open = { order_code: 'SVC-AAAAAA', payment_id: paymentIdOf('pi_1'), amount_cents: 800 }
    await db
      .insertInto('processor_events')
      .values({ id, type: 'x', state, received_at: daysAgo(days), ...open })
      .execute()
  }
  expect(await sweep(db, { coreVersion: 1, basketDays: 30 })).toMatchObject({
    emails: 1,
    processorEvents: 1,
  })
  const mails = await db.selectFrom('emails').select('subject').orderBy('subject').execute()
  const events = await db.selectFrom('processor_events').select('id').orderBy('id').execute()
  expect(mails.map(({ subject }) => subject)).toEqual(['2', '3', '4'])
  expect(events.map(({ id }) => id)).toEqual(['handled, young', 'open, old'])
})
