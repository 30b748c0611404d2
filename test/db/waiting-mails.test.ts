// Emails that wait in the outbox without a job: concurrent workers send each of them once, and a failed one gets a
// job.
import { beforeEach, expect, test } from 'bun:test'
import { mailOnce } from '../../server/adapters/mail/once.ts'
import { openDatabase } from '../../server/db/core/connect.ts'
import { deliver } from '../../server/db/orders/mail/send-mail.ts'
import { sendWaitingMails, type WaitingMail } from '../../server/db/orders/mail/waiting-mails.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { openTcpGate, targetOf, throughGate } from '../../testing/service/tcp-gate.ts'
import { useOrders } from './orders-fixture.ts'

const { database, orders, inserted } = useOrders()
const isStopping = () => false
const query = (text: string) => database.pool.query(text)

/** Creates paid orders, each with its confirmation. Returns their codes. */
async function waiting(count: number): Promise<string[]> {
  const codes: string[] = []
  for (let made = 0; made < count; made++) {
    const { code } = await inserted()
    await orders.markPaid(code, { paymentId: paymentIdOf(`pi_${code}`), amountCents: 800 })
    codes.push(code)
  }
  return codes
}
const codeIn = (subject: string) => subject.split(' ')[1] ?? ''

beforeEach(async () => {
  await query('delete from emails')
  await query('delete from graphile_worker._private_jobs')
})

test('two concurrent workers send every email once', async () => {
  const codes = await waiting(45)
  const sent: string[] = []
  const send = async ({ subject }: { subject: string }) => {
    await Bun.sleep(1)
    sent.push(codeIn(subject))
  }
  const work = () => sendWaitingMails(database.db, { send, isStopping })
  await Promise.all([work(), work()])
  // A worker that found the first emails locked by the other may have stopped before the last were free.
  await work()
  expect(sent.toSorted()).toEqual(codes.toSorted())
  const { rows } = await query('select count(*)::int as n from emails where sent_at is null')
  expect(rows[0].n).toBe(0)
  expect(await work()).toBe(0)
})

test('a worker that is busy with the oldest emails does not keep others from the rest', async () => {
  const codes = await waiting(23)
  const busy = await database.pool.connect()
  await busy.query(
    `select pg_advisory_lock(7305003, hashtext(id::text))
     from (select id from emails order by created_at limit 20) as oldest`,
  )
  const sent: string[] = []
  const send = async ({ subject }: { subject: string }) => {
    sent.push(codeIn(subject))
  }
  await sendWaitingMails(database.db, { send, isStopping })
  expect(sent.toSorted()).toEqual(codes.slice(20).toSorted())
  await busy.query('select pg_advisory_unlock_all()')
  busy.release()
})

test('an email that cannot be sent gets a job, and the others are sent', async () => {
  const [first, ...others] = await waiting(3)
  const sent: string[] = []
  const send = async ({ subject }: { subject: string }) => {
    if (codeIn(subject) === first) throw new Error('connect ECONNREFUSED')
    sent.push(codeIn(subject))
  }
  await sendWaitingMails(database.db, { send, isStopping })
  expect(sent.toSorted()).toEqual(others.toSorted())
  const { rows } = await query(
    `select queued, sent_at, key = 'send-email:' || emails.id as has_job
     from emails left join graphile_worker.jobs on true where sent_at is null`,
  )
  expect(rows).toEqual([{ queued: true, sent_at: null, has_job: true }])
  expect(await sendWaitingMails(database.db, { send, isStopping })).toBe(0)
})

test('the emails of a worker that died are sent by the next one', async () => {
  const [code] = await waiting(1)
  const dying = await database.pool.connect()
  await dying.query(
    'select pg_advisory_lock(7305003, hashtext(id::text)) from emails where sent_at is null',
  )
  const sent: string[] = []
  const send = async ({ subject }: { subject: string }) => {
    sent.push(codeIn(subject))
  }
  const work = () => sendWaitingMails(database.db, { send, isStopping })
  await work()
  expect(sent).toEqual([])
  dying.release(new Error('its process died'))
  while (sent.length === 0) await work()
  expect(sent).toEqual([code ?? ''])
})

test('an email that was sent before a database outage is not sent again afterwards', async () => {
  const [code = ''] = await waiting(1)
  const gate = await openTcpGate(targetOf(database.url))
  const { db, close } = openDatabase({ url: throughGate(database.url, gate), poolSize: 2 })
  const sent: string[] = []
  const mailer = mailOnce({
    send: async ({ subject }) => {
      sent.push(codeIn(subject))
      await gate.shut()
    },
  })
  const send = (mail: WaitingMail) => deliver(mailer, mail, {})
  const work = () => sendWaitingMails(db, { send, isStopping })
  await expect(work()).rejects.toThrow()
  await gate.open()
  expect(await work()).toBe(1)
  expect(sent).toEqual([code])
  const { rowCount } = await query('select 1 from emails where sent_at is null')
  expect(rowCount).toBe(0)
  await close()
  await gate.close()
})
