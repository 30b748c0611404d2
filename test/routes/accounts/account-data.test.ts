// Personal data: removing the card, the export, the deletion of the account, and the end of the retention period.

import { beforeEach, describe, expect, test } from 'bun:test'
import {
  deleteAccount,
  deleteLeftCustomers,
} from '../../../server/domain/accounts/delete-account.ts'
import { endRetention } from '../../../server/domain/accounts/end-retention.ts'
import { exportSections } from '../../../server/domain/accounts/records.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { owe } from '../../../testing/money/owe.ts'
import { buyer, post, storeCube } from '../../../testing/people/shop.ts'
import { placed, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL, type TestAccount } from '../../../testing/service/service.ts'
import { untilOneWaits } from '../../../testing/service/waiting-transactions.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
let account: TestAccount
let cookie: string
beforeEach(async () => {
  const person = await buyer(service)
  account = await service.account(person)
  cookie = person.cookie
})

const get = (path: string) => service.fetch(path, { headers: { cookie } })
const remove = (body: object = { losesCredits: true }) =>
  post(service, { cookie }, '/api/account/delete', body)
const close = ({ code }: SubmitBody) =>
  service.db.updateTable('orders').set({ status: 'DELIVERED' }).where('code', '=', code).execute()
const accountRow = () =>
  service.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', account.accountId)
    .executeTakeFirstOrThrow()

/** Reads the customer as the processor stores it. */
async function customerOf({ customerId }: Pick<TestAccount, 'customerId'>) {
  const headers = { authorization: `Bearer ${service.stripe.secretKey}` }
  const url = `${service.stripe.baseUrl}/v1/customers/${customerId ?? ''}`
  return (await (await fetch(url, { headers })).json()) as { id?: string; deleted?: boolean }
}

describe('the card', () => {
  const ask = () =>
    service.fetch('/api/account/card', {
      method: 'DELETE',
      headers: { cookie, origin: service.baseUrl },
    })

  test('is removed at the processor and on the account, once', async () => {
    const method = account.card?.paymentMethodId ?? ''
    const removed = await ask()
    expect([removed.status, await removed.json()]).toEqual([200, { removed: true }])
    const headers = { authorization: `Bearer ${service.stripe.secretKey}` }
    const url = `${service.stripe.baseUrl}/v1/payment_methods/${method}`
    expect(await (await fetch(url, { headers })).json()).toMatchObject({ customer: null })
    expect(await placed(submit(service, account))).toMatchObject({
      paid: false,
      message: expect.stringContaining('No card on file'),
    })
    expect(await (await ask()).json()).toEqual({ removed: false })
    const page = await (await get('/account')).text()
    expect(page).toContain('No card on file')
    expect(page).not.toContain('Remove the card')
    // The owner removed the card, so no loss is reported.
    expect(page).not.toContain('Your saved card is gone')
  })

  test('is removed by the form of the page', async () => {
    expect(await (await get('/account')).text()).toContain('Remove the card')
    const headers = { cookie, origin: service.baseUrl }
    const sent = await service.fetch('/account/card/remove', { method: 'POST', headers })
    expect(sent.headers.get('location')).toBe('/account?card=removed')
    expect(await service.deps.accounts.read(account.accountId)).toMatchObject({ card: null })
  })

  test('that is already detached at the processor is removed from the account', async () => {
    await service.stripe.call(
      `/v1/payment_methods/${account.card?.paymentMethodId ?? ''}/detach`,
      {},
    )
    expect(await (await ask()).json()).toEqual({ removed: true })
  })

  test('stays while the processor is unavailable', async () => {
    await service.stripe.fault({
      path: '/v1/payment_methods/*',
      when: 'before',
      outcome: { status: 500 },
      times: 3,
    })
    expect((await ask()).status).toBe(502)
    expect((await service.deps.accounts.read(account.accountId))?.card).not.toBeNull()
  })
})

verifies('accounts.exported', async () => {
  const fields = { note: 'Mine alone.', company: 'Ada & Sons' }
  const order = await placed(submit(service, account, { fields }))
  const desk = await service.signIn(OPERATOR_EMAIL)
  const refund = { lines: [{ line: 1, quantity: 1 }], reason: 'It warped.' }
  expect(
    (await post(service, { cookie: desk }, `/api/operator/orders/${order.code}/refund`, refund))[0],
  ).toBe(200)
  await issueDocuments(service.deps, 0)
  await owe(service.db, account.accountId, 2000)
  await service.db
    .insertInto('web_orders')
    .values([
      { code: 'ORD-EXPORT', email: account.email.toUpperCase(), status: 'SHIPPED', tracking: null },
      { code: 'ORD-OTHERS', email: 'other@x.example', status: 'SHIPPED', tracking: null },
    ])
    .execute()
  await storeCube(service, account, 21)
  const other = await service.account()
  await placed(submit(service, other, { fields: { note: 'Of another.' } }))
  const response = await get('/account/export')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toContain('account.json')
  const text = await response.text()
  const data = JSON.parse(text) as {
    readonly [Section in (typeof exportSections)[number]]: readonly Record<string, unknown>[]
  }
  expect(Object.keys(data)).toEqual(['exportedAt', ...exportSections])
  expect(data.account).toEqual([expect.objectContaining({ email: account.email })])
  expect(data.orders).toEqual([
    expect.objectContaining({
      code: order.code,
      note: 'Mine alone.',
      street1: '1 Main Street',
      company: 'Ada & Sons',
    }),
  ])
  expect(data.refunds).toMatchObject([
    {
      amount_cents: 100,
      lines: [{ line: 1, quantity: 1, of: 1, cents: 100 }],
      postage_cents: 0,
      reason: 'It warped.',
    },
  ])
  expect(data.invoices).toMatchObject([
    { kind: 'invoice', total_cents: 800 },
    { kind: 'credit_note', total_cents: 100 },
  ])
  expect(data.webOrders).toMatchObject([{ code: 'ORD-EXPORT' }])
  expect(data.debts).toMatchObject([{ cents: 2000, left_cents: 2000 }])
  expect(data.models.length).toBe(1)
  expect(data.sessions.length).toBe(1)
  expect(data.apiKeys).toEqual([
    {
      prefix: account.apiKey.slice(0, 14),
      created_at: expect.any(String),
      replaced_prefix: null,
      replaced_until: null,
    },
  ])
  // The export contains neither another account's data nor a secret.
  expect(text).not.toContain('Of another.')
  expect(text).not.toContain(other.email)
  expect(text).not.toMatch(/cus_|pm_|key_hash|token_hash|[0-9a-f]{64}"?,"prefix/)
  expect((await service.fetch('/account/export')).status).toBe(303)
})

describe('the account', () => {
  verifies('accounts.deleted', async () => {
    const order = await placed(submit(service, account))
    await close(order)
    const uri = await storeCube(service, account, 22)
    const page = await (await get('/account/delete')).text()
    for (const words of [
      'Deleted immediately',
      'Kept',
      'file names are removed 10 years after',
      'invoices and credit notes',
      'My 5 unused credits lapse.',
    ]) {
      expect(page.replaceAll(/\s+/g, ' ')).toContain(words)
    }
    expect(await remove()).toEqual([200, { deleted: true }])
    expect(await customerOf(account)).toMatchObject({ id: account.customerId, deleted: true })
    expect(await accountRow()).toMatchObject({
      email: `deleted-${account.accountId.toLowerCase()}@account.invalid`,
      customer_id: null,
      card_payment_method_id: null,
      card_last4: null,
      closed_at: expect.any(Date),
    })
    // Neither the session nor the key works, and signing up again creates another account.
    expect((await post(service, { cookie }, '/api/account/delete', {}))[0]).toBe(401)
    expect((await submit(service, account)).status).toBe(401)
    const again = await service.signIn(account.email)
    const shown = await service.fetch('/account/orders', { headers: { cookie: again } })
    expect(await shown.text()).not.toContain(order.code)
    // The order keeps its amounts and its file; the sweep deletes the other model.
    const row = await orderRow(service.db, order.code)
    expect(row).toMatchObject({ total_cents: 800, recipient_name: 'Ada Example', paid: true })
    const swept = await service.db
      .selectFrom('visitor_files')
      .select('uri')
      .where('uri', 'in', [uri, row.file_uri])
      .execute()
    expect(swept.map((file) => file.uri)).toContain(uri)
  })

  test.each([
    ['RECEIVED', 'The account has orders that are not finished'],
    ['PENDING_PAYMENT', 'The account has orders that are not finished'],
  ] as const)('is not deleted while an order is %s', async (status, error) => {
    // A charge that is declined leaves the order unpaid.
    const card = status === 'PENDING_PAYMENT' ? 'pm_card_chargeCustomerFail' : 'pm_card_visa'
    const person = await buyer(service)
    const own = await service.account({ ...person, card })
    const { code } = await placed(submit(service, own))
    const refused = await post(service, person, '/api/account/delete', { losesCredits: true })
    expect(refused).toEqual([409, { error: expect.stringContaining(`${error}: ${code}.`) }])
    expect((await customerOf(own)).deleted).toBeUndefined()
    expect((await service.deps.accounts.read(own.accountId))?.card).not.toBeNull()
  })

  test('keeps its card when an order is placed at the same time', async () => {
    const order = await placed(submit(service, account))
    await close(order)
    const { pool } = service.service.database
    const client = await pool.connect()
    await client.query('begin')
    // Work of a new order before its transaction ends.
    await client.query('select from accounts where id = $1 for key share', [account.accountId])
    await client.query("update orders set status = 'RECEIVED' where code = $1", [order.code])
    const removing = remove()
    await untilOneWaits(service.db)
    await client.query('commit')
    client.release()
    expect(await removing).toEqual([409, { error: expect.stringContaining(order.code) }])
    expect((await customerOf(account)).deleted).toBeUndefined()
    expect((await service.deps.accounts.read(account.accountId))?.card).not.toBeNull()
  })

  test('is not deleted while a charge is not settled', async () => {
    const person = await buyer(service)
    const own = await service.account({ ...person, card: 'pm_card_chargeCustomerFail' })
    const { code } = await placed(submit(service, own))
    await service.db
      .updateTable('orders')
      .set({ charge_state: 'unknown', status: 'CANCELLED' })
      .where('code', '=', code)
      .execute()
    expect(await post(service, person, '/api/account/delete', { losesCredits: true })).toEqual([
      409,
      { error: expect.stringContaining(`not settled yet: ${code}.`) },
    ])
  })

  test('is deleted only with a confirmation about credits, and within minutes of signing in', async () => {
    expect(await remove({})).toEqual([409, { error: expect.stringContaining('5 unused credits') }])
    service.advance(11 * 60)
    expect(await remove()).toEqual([
      403,
      { error: expect.stringContaining('within 10 minutes of signing in') },
    ])
    expect(await (await get('/account/delete')).text()).toContain('Sign in again first')
    service.advance(-11 * 60)
    expect(await accountRow()).toMatchObject({ closed_at: null })
  })

  test('is deleted by the form as well', async () => {
    const sent = await service.fetch('/account/delete', {
      method: 'POST',
      headers: { cookie, origin: service.baseUrl },
      body: new URLSearchParams({ confirm: '1', losesCredits: '1' }),
    })
    expect(sent.status).toBe(303)
    expect((await accountRow()).closed_at).not.toBeNull()
  })

  test('is deleted while the processor is unavailable, and the customer is deleted once it is back', async () => {
    await service.stripe.fault({
      path: '/v1/customers/*',
      method: 'DELETE',
      when: 'before',
      outcome: { status: 500 },
      times: 3,
    })
    expect(await remove()).toEqual([200, { deleted: true }])
    expect(await accountRow()).toMatchObject({
      closed_at: expect.any(Date),
      customer_id: account.customerId,
      card_payment_method_id: null,
    })
    expect((await customerOf(account)).deleted).toBeUndefined()
    await service.stripe.clearFaults()
    expect(await deleteLeftCustomers(service.deps)).toBe(1)
    expect((await customerOf(account)).deleted).toBe(true)
    expect(await accountRow()).toMatchObject({ customer_id: null })
    expect(await deleteLeftCustomers(service.deps)).toBe(0)
  })

  test('happens once for two requests, and the other one finds no account', async () => {
    const closedAt = async () =>
      await service.db
        .selectFrom('accounts')
        .select('closed_at')
        .where('id', '=', account.accountId)
        .executeTakeFirstOrThrow()
    const deletions = await Promise.all(
      [1, 2].map(async () => await deleteAccount(service.deps, account.accountId)),
    )
    const missing = { ok: false, failure: { kind: 'account_not_found' } } as const
    expect(deletions.filter(({ ok }) => ok)).toHaveLength(1)
    expect(deletions).toContainEqual(missing)
    const first = await closedAt()
    expect(await deleteAccount(service.deps, account.accountId)).toEqual(missing)
    expect(await closedAt()).toEqual(first)
  })

  test('leaves a customer that the processor refuses to delete, and the sweep deletes the others', async () => {
    const other = await service.account(await buyer(service))
    const accounts = [account, other]
    const fault = (customerId: string | null, status: number) =>
      service.stripe.fault({
        path: `/v1/customers/${customerId ?? ''}`,
        method: 'DELETE',
        when: 'before',
        outcome: { status },
        times: 10,
      })
    for (const { customerId } of accounts) await fault(customerId, 500)
    for (const { accountId } of accounts) {
      expect(await deleteAccount(service.deps, accountId)).toMatchObject({ ok: true })
    }
    await service.stripe.clearFaults()
    // The sweep begins with the account that was deleted first.
    await fault(account.customerId, 400)
    expect(await deleteLeftCustomers(service.deps)).toBe(1)
    expect((await customerOf(account)).deleted).toBeUndefined()
    expect((await customerOf(other)).deleted).toBe(true)
    await service.stripe.clearFaults()
    expect(await deleteLeftCustomers(service.deps)).toBe(1)
    expect((await customerOf(account)).deleted).toBe(true)
  })

  test('deletes its codes, and no codes of a similar address', async () => {
    const email = `a_b.${account.accountId.toLowerCase()}@x.example`
    const person = { cookie: await service.signIn(email) }
    const { pool } = service.service.database
    const codes = [
      `email-verification-otp-${email}`,
      `forget-password-otp-${email}`,
      `forget-password-otp-${email.replace('a_b', 'axb')}`,
      `forget-password-otp-z-otp-${email}`,
    ]
    for (const identifier of codes) {
      await pool.query(
        `insert into auth_codes (id, identifier, value, "expiresAt") values (gen_random_uuid(), $1, 'x', now() + interval '10 minutes')`,
        [identifier],
      )
    }
    expect((await post(service, person, '/api/account/delete', { losesCredits: true }))[0]).toBe(
      200,
    )
    const left = await pool.query('select identifier from auth_codes where identifier = any($1)', [
      codes,
    ])
    expect(left.rows.map(({ identifier }) => identifier).sort()).toEqual(codes.slice(2).sort())
  })

  test('is exported and deleted at the desk, and both are recorded', async () => {
    const desk = await service.signIn(OPERATOR_EMAIL)
    const form = (path: string, fields: Record<string, string>) =>
      service.fetch(`/operator/settings/accounts/${path}`, {
        method: 'POST',
        headers: { cookie: desk, origin: service.baseUrl },
        body: new URLSearchParams(fields),
      })
    const { email } = account
    const exported = await form('export', { email })
    expect(JSON.parse(await exported.text()).account[0].email).toBe(email)
    expect(await (await form('delete', { email })).text()).toContain('Delete this account?')
    expect((await accountRow()).closed_at).toBeNull()
    const done = await form('delete', { email, confirmed: '1' })
    expect(done.headers.get('location')).toBe('/operator/settings?done=deleted')
    expect((await accountRow()).closed_at).not.toBeNull()
    const kinds = (await service.deps.operatorActions.list(10)).filter(
      ({ subject }) => subject === account.accountId,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['account_deleted', 'account_exported'])
    expect((await form('export', { email })).status).toBe(404)
  })
})

verifies('accounts.retention', async () => {
  const fields = {
    note: 'A secret note.',
    phone: '555 0100',
    company: 'Hidden Ltd',
    vatId: 'DE999999999',
    purchaseOrder: 'PO-7700',
  }
  const [old, open, young] = [
    await placed(submit(service, account, { fields })),
    await placed(submit(service, account, { fields })),
    await placed(submit(service, account, { fields })),
  ]
  await close(old)
  await close(young)
  const age = (code: string, days: number) =>
    service.db
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('code', '=', code)
      .execute()
  await age(old.code, 3651)
  await age(open.code, 3651)
  await age(young.code, 3649)
  expect(await service.deps.accountRecords.anonymizeOrders(3650, 100)).toBe(1)
  const row = await orderRow(service.db, old.code)
  const text = JSON.stringify(row)
  const buyerFields = ['Hidden', 'DE9', 'PO-7']
  const contact = ['Ada Example', 'Main Street', 'secret', '0100', account.email, 'cube']
  for (const personal of [...contact, ...buyerFields]) {
    expect([personal, text.includes(personal)]).toEqual([personal, false])
  }
  expect(row).toMatchObject({ total_cents: 800, paid: true, anonymized_at: expect.any(Date) })
  for (const { code } of [open, young]) {
    expect(await orderRow(service.db, code)).toMatchObject({ recipient_name: 'Ada Example' })
  }
  // The record is anonymized once, and its pages still work.
  expect(await service.deps.accountRecords.anonymizeOrders(3650, 100)).toBe(0)
  expect((await service.fetch(`/orders/${old.code}`)).status).toBe(200)
  const headers = { authorization: account.headers.authorization }
  expect((await service.fetch(`/api/print/orders/${old.code}`, { headers })).status).toBe(200)
})

verifies(
  'accounts.retention',
  'attachments of old orders and attachments that were never sent are deleted',
  async () => {
    const desk = await service.signIn(OPERATOR_EMAIL)
    const upload = async (name: string) => {
      const body = new FormData()
      // No other test sends these bytes.
      body.append('file', new File([`%PDF-1.7 ${name} ${account.accountId}`], `${name}.pdf`))
      const path = '/api/support/attachments'
      const sent = await service.fetch(path, { method: 'POST', headers: { cookie: desk }, body })
      return (await sent.json()) as { readonly attachmentId: string }
    }
    const order = async (...attachments: readonly { readonly attachmentId: string }[]) => {
      const placedOrder = await placed(submit(service, account))
      await close(placedOrder)
      const [status] = await post(
        service,
        { cookie: desk },
        `/api/operator/orders/${placedOrder.code}/messages`,
        {
          subject: 'About your order',
          body: 'See the file.',
          attachmentIds: attachments.map(({ attachmentId }) => attachmentId),
        },
      )
      expect(status).toBe(200)
      return placedOrder.code
    }
    const [ofOld, ofBoth, ofYoung] = [
      await upload('old'),
      await upload('both'),
      await upload('young'),
    ]
    const [unsent, recent] = [await upload('unsent'), await upload('recent')]
    const old = await order(ofOld, ofBoth)
    await order(ofYoung, ofBoth)
    const longAgo = new Date(Date.now() - 3651 * 24 * 3_600_000)
    await service.db
      .updateTable('orders')
      .set({ created_at: longAgo })
      .where('code', '=', old)
      .execute()
    const uris = new Map<string, string>()
    for (const { id, uri } of await service.db.selectFrom('attachments').selectAll().execute()) {
      uris.set(id, uri)
    }
    const sentAt = new Date(Date.now() - 25 * 3_600_000)
    await service.db
      .updateTable('attachments')
      .set({ at: sentAt })
      .where('id', '!=', recent.attachmentId)
      .execute()
    await service.db.deleteFrom('visitor_files').execute()
    expect(await endRetention({ ...service.deps, retentionDays: 3650 })).toMatchObject({
      anonymizedOrders: 1,
      unusedAttachments: 2,
    })
    const left = await service.db.selectFrom('attachments').select('id').execute()
    const kept = [ofBoth, ofYoung, recent].map(({ attachmentId }) => attachmentId)
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort())
    // The sweep of files deletes their files.
    const files = await service.db.selectFrom('visitor_files').select('uri').execute()
    const gone = [ofOld, unsent].map(({ attachmentId }) => uris.get(attachmentId) ?? '')
    expect(files.map(({ uri }) => uri).sort()).toEqual(gone.sort())
  },
)

verifies(
  'accounts.retention',
  'data of another website’s orders and of gift card recipients is removed',
  async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
    const tracking = JSON.stringify({ carrier: 'UPS', number: '1Z' })
    const webOrder = (code: string, status: 'DELIVERED' | 'PRINTING', days: number) => ({
      code,
      email: account.email,
      status,
      tracking,
      created_at: daysAgo(days),
    })
    await service.db
      .insertInto('web_orders')
      .values([
        webOrder('ORD-OLD', 'DELIVERED', 3651),
        webOrder('ORD-OPEN', 'PRINTING', 3651),
        webOrder('ORD-YOUNG', 'DELIVERED', 3649),
      ])
      .execute()
    const purchase = (recipient: string, days: number) => ({
      id: purchaseIdOf(crypto.randomUUID()),
      account_id: account.accountId,
      kind: 'gift_card' as const,
      amount_cents: 500,
      recipient_email: recipient,
      message: 'For you.',
      state: 'paid' as const,
      payment_id: paymentIdOf(`pi_${recipient}`),
      created_at: daysAgo(days),
      paid_at: daysAgo(days),
    })
    await service.db
      .insertInto('purchases')
      .values([purchase('old@x.example', 3651), purchase('young@x.example', 3649)])
      .execute()
    expect(await endRetention({ ...service.deps, retentionDays: 3650 })).toMatchObject({
      anonymizedWebOrders: 1,
      anonymizedPurchases: 1,
    })
    const webOrders = await service.db
      .selectFrom('web_orders')
      .select(['code', 'email', 'tracking'])
      .where('code', 'in', ['ORD-OLD', 'ORD-OPEN', 'ORD-YOUNG'])
      .orderBy('code')
      .execute()
    expect(webOrders).toEqual([
      { code: 'ORD-OLD', email: null, tracking: null },
      { code: 'ORD-OPEN', email: account.email, tracking: expect.anything() },
      { code: 'ORD-YOUNG', email: account.email, tracking: expect.anything() },
    ])
    const purchases = await service.db
      .selectFrom('purchases')
      .select(['recipient_email', 'message', 'amount_cents'])
      .where('account_id', '=', account.accountId)
      .orderBy('created_at')
      .execute()
    expect(purchases).toEqual([
      { recipient_email: '', message: null, amount_cents: 500 },
      { recipient_email: 'young@x.example', message: 'For you.', amount_cents: 500 },
    ])
    expect(await endRetention({ ...service.deps, retentionDays: 3650 })).toMatchObject({
      anonymizedWebOrders: 0,
      anonymizedPurchases: 0,
    })
  },
)
