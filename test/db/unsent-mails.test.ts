// The age of waiting emails: since they were written, or since an operator sent them again.
import { beforeEach, expect, test } from 'bun:test'
import { attentionReader } from '../../server/db/desk/attention.ts'
import { queuesReader } from '../../server/db/metrics/queues.ts'
import { createNotifications } from '../../server/db/notifications/notifications.ts'
import { createOutbox } from '../../server/db/operators/outbox.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()
beforeEach(async () => {
  await database.db.deleteFrom('emails').execute()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Unsent and without a job, which counts as failing. */
const mail = (written: number, resent: number | null, subject = 'Your order') =>
  database.db
    .insertInto('emails')
    .values({
      id: crypto.randomUUID(),
      order_id: null,
      kind: 'confirmation',
      recipient: 'ada@example.com',
      subject,
      body: 'Hello',
      created_at: minutesAgo(written),
      resent_at: resent === null ? null : minutesAgo(resent),
    })
    .execute()

/**
 * Returns minutes as the mail page, the queue's age, the overview and the notification state them; null: not listed.
 */
async function ages(): Promise<readonly (number | null)[]> {
  const { db } = database
  const minutes = (since: Date | null | undefined) =>
    since === null || since === undefined
      ? null
      : Math.round((Date.now() - since.getTime()) / 60_000)
  const { oldestWaiting } = await createOutbox(db).totals()
  const queue = (await queuesReader(database)()).find((each) => each.queue === 'outbox')
  const group = (await attentionReader(database)()).find(({ kind }) => kind === 'unsent_mail')
  const found = await createNotifications(db).round((round) => round.takeNew('failed_mail'))
  return [
    minutes(oldestWaiting),
    Math.round((queue?.oldestSeconds ?? Number.NaN) / 60),
    minutes(group?.items[0]?.since),
    minutes(found?.[0]?.since),
  ]
}

test('emails with the same subject are listed separately', async () => {
  await mail(30, null)
  await mail(20, null)
  const [group] = await attentionReader(database)()
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from emails order by created_at',
  )
  expect(group?.items.map(({ key }) => key)).toEqual(rows.map(({ id }) => id))
})

test.each([
  ['a mail that was written long ago', 3000, null, [3000, 3000, 3000, 3000]],
  ['a mail that was queued again just now', 3000, 5, [5, 5, null, 5]],
  ['a mail that was queued again and is still unsent', 3000, 20, [20, 20, 20, 20]],
])('the age of %s is right', async (_name, written, resent, expected) => {
  await mail(written, resent)
  expect(await ages()).toEqual(expected)
})
