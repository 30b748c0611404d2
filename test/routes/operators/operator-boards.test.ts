// The boards of money, mail and failed work: their lists, and that each action is confirmed, logged and done once.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sendMail } from '../../../server/db/orders/mail/send-mail.ts'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { loseMovements, withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { findOrder, placed, submit } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { queueMail } from '../../../testing/service/work-off.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
let cookie: string
beforeAll(async () => {
  cookie = await service.signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)
beforeEach(async () => {
  await resetRateLimits(service.db)
})

async function get(path: string) {
  const response = await service.fetch(path, { headers: { cookie } })
  return { status: response.status, html: await response.text() }
}

async function post(path: string, fields: Record<string, string>) {
  const response = await service.fetch(path, {
    method: 'POST',
    headers: { origin: service.baseUrl, cookie },
    body: new URLSearchParams(fields),
  })
  const location = response.headers.get('location')
  return { status: response.status, location, html: await response.text() }
}

const actions = async () =>
  (await service.deps.operatorActions.list(50)).map(({ kind, subject, by }) => [kind, subject, by])

const ordered = async () => (await placed(submit(service, await service.account()))).code

describe('money', () => {
  /**
   * Places an order with a charge that got no response, as after a lost connection; the processor has carried it out.
   */
  async function unsettled() {
    const account = await service.account()
    const { code } = await placed(submit(service, account))
    const { pool } = service.service.database
    await loseMovements(pool, 'order_id = (select id from orders where code = $1)', [code])
    await withoutTriggers(
      pool,
      `update orders set paid = false, status = 'PENDING_PAYMENT', charge_state = 'unknown', payment_id = null where code = $1`,
      [code],
    )
    return code
  }

  test('an unsettled charge is listed with its age and settled from the record, once', async () => {
    const code = await unsettled()
    const page = await get('/operator/money')
    expect(page.html).toContain(code)
    expect(page.html).toContain('Reconcile now')
    const asked = await post('/operator/money/reconcile', { code })
    expect([asked.status, asked.html.includes('Nothing is charged again.')]).toEqual([200, true])
    expect((await findOrder(service, code))?.paid).toBe(false)
    const before = await service.stripe.charges()
    const done = await post('/operator/money/reconcile', { code, confirmed: '1' })
    expect([done.status, done.location]).toEqual([303, '/operator/money?reconciled=paid'])
    expect((await findOrder(service, code))?.paid).toBe(true)
    expect(await service.stripe.charges()).toEqual(before)
    expect(await actions()).toContainEqual(['charge_reconciled', code, OPERATOR_EMAIL])
    const again = await post('/operator/money/reconcile', { code, confirmed: '1' })
    expect([again.status, again.html.includes('settled already')]).toEqual([409, true])
  })

  test('an unknown order is refused with a sentence', async () => {
    const unknown = await post('/operator/money/reconcile', { code: 'SVC-AAAAAA' })
    expect([unknown.status, unknown.html.includes('Order not found')]).toEqual([404, true])
  })

  test('a payment reported without an order is listed with its events', async () => {
    await service.deps.processorEvents.keepOpen({
      id: 'evt_lost',
      type: 'payment_intent.succeeded',
      orderCode: 'SVC-LOST22',
      orderId: null,
      paymentId: paymentIdOf('pi_lost'),
      amountCents: 1234,
    })
    await service.deps.processorEvents.keepOpen({
      id: 'evt_lost_checkout',
      type: 'checkout.session.completed',
      orderCode: 'SVC-LOST22',
      orderId: null,
      paymentId: paymentIdOf('pi_lost'),
      amountCents: 1234,
    })
    const { html } = await get('/operator/money/unmatched')
    expect(html).toContain('checkout.session.completed, payment_intent.succeeded')
    for (const text of ['pi_lost', 'SVC-LOST22', '$12.34']) expect(html).toContain(text)
    expect((await get('/operator/money')).html).toMatch(/Payments without an order.*?>1</s)
  })

  test('unpaid orders, declined orders and refunds are listed', async () => {
    const none = (await placed(submit(service, await service.account({ card: null })))).code
    const declined = (
      await placed(
        submit(
          service,
          await service.account({ card: 'pm_card_chargeCustomerFail', unattached: true }),
        ),
      )
    ).code
    const refunded = await ordered()
    const response = await service.fetch(`/api/operator/orders/${refunded}/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: service.baseUrl },
      body: JSON.stringify({ amountCents: 100, reason: 'A <b>scratch</b>' }),
    })
    expect(response.status).toBe(200)
    const { html } = await get('/operator/money')
    for (const text of [none, declined, refunded, Bun.escapeHTML('A <b>scratch</b>'), '$1.00']) {
      expect(html).toContain(text)
    }
    expect(html).toMatch(/Refunded today.*?\$1\.00/s)
    expect(html).toMatch(/Declined today.*?>1</s)
  })

  test('a payment is counted on its day, as on the overview', async () => {
    const code = await ordered()
    await service.db
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - 3 * 86_400_000) })
      .where('code', '=', code)
      .execute()
    const [moneyHtml, overview] = [await get('/operator/money'), await get('/operator')].map(
      ({ html }) => html,
    )
    const paid = /Paid today.*?(\$[\d.,]+).*?Refunded today.*?(\$[\d.,]+)/s.exec(moneyHtml ?? '')
    const cents = paid?.slice(1).map((text) => Math.round(Number(text.slice(1)) * 100)) ?? []
    const revenue = /Revenue today.*?\$([\d.,]+)/s.exec(overview ?? '')?.[1]
    const [paidCents = 0, refundedCents = 0] = cents
    expect(paidCents).toBeGreaterThan(0)
    expect(Math.round(Number(revenue) * 100)).toBe(paidCents - refundedCents)
  })
})

describe('mail', () => {
  const mailOf = async (code: string) => {
    const [mail] = await service.deps.outbox.list({ state: null, orderCode: code, limit: 5 })
    if (mail === undefined) throw new Error('no mail')
    return mail
  }

  test('is found by its order, and sent again once within a minute', async () => {
    const code = await ordered()
    const { id, state } = await mailOf(code)
    expect(state).toBe('waiting')
    const sent: string[] = []
    const collect = {
      send: async ({ messageId }: { messageId: string }) => void sent.push(messageId),
    }
    await sendMail(service.db, collect, id)
    expect((await mailOf(code)).state).toBe('sent')
    const page = await get(`/operator/mail?order=${code.toLowerCase()}`)
    expect(page.html).toContain(`Show its mails`)
    expect(page.html).toContain(`>${code}</a>`)
    const asked = await post('/operator/mail/resend', { id })
    expect([asked.status, asked.html.includes('a second time')]).toEqual([200, true])
    const both = await Promise.all(
      [1, 2].map(() => post('/operator/mail/resend', { id, confirmed: '1' })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.html).toContain('queued less than a minute ago')
    await sendMail(service.db, collect, id)
    await sendMail(service.db, collect, id)
    // Mail programs drop a second message with the id of the first one.
    expect(sent).toEqual([id, `${id}.1`])
    expect(await actions()).toContainEqual(['mail_resent', id, OPERATOR_EMAIL])
    await service.db
      .updateTable('emails')
      .set({ resent_at: new Date(Date.now() - 61_000) })
      .where('id', '=', id)
      .execute()
    expect((await post('/operator/mail/resend', { id, confirmed: '1' })).status).toBe(303)
  })

  test('a failing task shows its error, and is retried immediately on request', async () => {
    const code = await ordered()
    const id = await queueMail(service, code)
    const { pool } = service.service.database
    await pool.query(
      `update graphile_worker._private_jobs set attempts = 25, last_error = 'connect ECONNREFUSED 192.0.2.7:25'
       where key = $1`,
      [`send-email:${id}`],
    )
    const failing = await mailOf(code)
    expect([failing.state, failing.nextAttemptAt]).toEqual(['failing', null])
    const page = await get('/operator/mail?state=failing')
    expect(page.html).toContain('connect ECONNREFUSED 192.0.2.7:25')
    expect((await post('/operator/mail/resend', { id, confirmed: '1' })).status).toBe(303)
    const queued = await mailOf(code)
    expect([queued.state, queued.attempts]).toEqual(['waiting', 0])
  })

  test('an unknown email is refused with a sentence', async () => {
    for (const id of ['nonsense', crypto.randomUUID(), '']) {
      const refused = await post('/operator/mail/resend', { id })
      expect([id, refused.status]).toEqual([id, 404])
      expect(refused.html).toContain('There is no such mail.')
    }
    const none = await get('/operator/mail?order=SVC-%3Cb%3E%00')
    expect([none.status, none.html.includes('<b>')]).toEqual([200, false])
  })
})

describe('failed work', () => {
  /** Creates a failed task in the state that the queue leaves. */
  async function failedTask(
    name: string,
    attempts: number,
    payloadId: string = crypto.randomUUID(),
  ) {
    const { pool } = service.service.database
    const { rows } = await pool.query(
      `select id from graphile_worker.add_job($1, json_build_object('id', $2::text), job_key := $1 || ':' || $2)`,
      [name, payloadId],
    )
    const id = String(rows[0].id)
    await pool.query(
      `update graphile_worker._private_jobs set attempts = $2, last_error = 'it broke <here>' where id = $1`,
      [id, attempts],
    )
    return { id, payloadId }
  }
  const jobOf = async (id: string) => {
    const { pool } = service.service.database
    const { rows } = await pool.query(
      'select attempts, max_attempts from graphile_worker.jobs where id = $1',
      [id],
    )
    return rows[0] ?? null
  }
  const change = (id: string, action: string) =>
    post('/operator/failed/task', { id, action, confirmed: '1' })

  test('an abandoned task runs again with all its attempts', async () => {
    const { id, payloadId } = await failedTask('sweep-things', 25)
    const page = await get('/operator/failed')
    expect(page.html).toContain(payloadId)
    expect(page.html).toContain(Bun.escapeHTML('it broke <here>'))
    const asked = await post('/operator/failed/task', { id, action: 'run' })
    expect([asked.status, (await jobOf(id)).attempts]).toEqual([200, 25])
    expect((await change(id, 'run')).location).toBe('/operator/failed?done=run')
    expect((await jobOf(id)).attempts).toBe(0)
    expect(await actions()).toContainEqual([
      'task_requeued',
      `sweep-things:${payloadId}`,
      OPERATOR_EMAIL,
    ])
  })

  test('a task with attempts left can be abandoned, and then discarded', async () => {
    const { id } = await failedTask('sweep-things', 3)
    expect((await change(id, 'stop')).status).toBe(303)
    const stopped = await jobOf(id)
    expect(stopped.attempts).toBe(stopped.max_attempts)
    expect((await change(id, 'discard')).status).toBe(303)
    expect(await jobOf(id)).toBeNull()
    const gone = await change(id, 'discard')
    expect([gone.status, gone.html.includes('Nothing was changed.')]).toEqual([404, true])
  })

  test('a running task is not changed', async () => {
    const { id } = await failedTask('sweep-things', 3)
    const { pool } = service.service.database
    await pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1`,
      [id],
    )
    expect((await change(id, 'discard')).status).toBe(404)
    expect(await jobOf(id)).not.toBeNull()
  })

  test('an abandoned generation ends in error, with its credits refunded', async () => {
    const account = await service.account()
    const jobId = generationJobIdOf(crypto.randomUUID())
    await service.db
      .insertInto('generation_jobs')
      .values({
        id: jobId,
        account_id: account.accountId,
        status: 'queued',
        stage: null,
        content_type: null,
        request: null,
        plan: null,
        task: null,
        engine_started_at: null,
        credits_charged: 2,
        result: null,
        failure: null,
        lease: null,
        leased_until: null,
        created_at: new Date(),
        started_at: null,
        completed_at: null,
      })
      .execute()
    const before = await service.deps.credits.read(account.accountId)
    const { id } = await failedTask('generate', 25, jobId)
    const asked = await post('/operator/failed/task', { id, action: 'discard' })
    expect(asked.html).toContain('the credits are refunded')
    expect((await change(id, 'discard')).status).toBe(303)
    const job = await service.deps.generationJobs.read(jobId)
    expect([job?.status, job?.failure?.kind]).toEqual(['error', 'generation_interrupted'])
    expect(await service.deps.credits.read(account.accountId)).toBe(before + 2)
    const page = await get('/operator/failed')
    expect(page.html).toContain('Interrupted for too long')
    expect(page.html).toContain(account.email)
  })

  test('bad input is refused with a sentence', async () => {
    for (const [id, action, status] of [
      ['1', 'explode', 400],
      ['nonsense', 'run', 404],
      ['99999999999999999999', 'run', 404],
    ] as const) {
      expect([id, action, (await change(id, action)).status]).toEqual([id, action, status])
    }
  })
})

describe('refunds', () => {
  test('are confirmed once, and made once', async () => {
    const code = await ordered()
    const version = String((await findOrder(service, code))?.version)
    const refundId = crypto.randomUUID()
    const fields = { amount: '2.50', reason: 'Late', version, refundId }
    const path = `/operator/orders/${code}/refund`
    const asked = await post(path, fields)
    expect([asked.status, asked.html.includes('Refund $2.50 of this order?')]).toEqual([200, true])
    expect((await findOrder(service, code))?.refundedCents).toBe(0)
    const both = await Promise.all([1, 2].map(() => post(path, { ...fields, confirmed: '1' })))
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    const order = await findOrder(service, code)
    expect(order?.refundedCents).toBe(250)
    // $8.00 minus $2.50 are left: no question about an amount that would be refused afterwards.
    const tooMuch = { ...fields, amount: '6', version: String(order?.version) }
    const refused = await post(path, { ...tooMuch, refundId: crypto.randomUUID() })
    expect([refused.status, refused.html.includes('from 0.01 to 5.50')]).toEqual([400, true])
  })

  test('a stale form is refused without a question', async () => {
    const code = await ordered()
    const refused = await post(`/operator/orders/${code}/refund`, {
      amount: '1',
      reason: 'Late',
      version: '99',
      refundId: crypto.randomUUID(),
    })
    expect(refused.status).toBe(409)
  })
})
