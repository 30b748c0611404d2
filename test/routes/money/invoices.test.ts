// Invoices and credit notes for customers, programs and operators. A 20 mm cube of pla is 5 g: $1.00 in black, with
// $7.00 or $30.00 of postage.

import { afterAll, beforeEach, describe, expect } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecret } from '../../../server/domain/accounts/secrets.ts'
import { numberText } from '../../../server/domain/billing/document.ts'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import {
  buyer,
  checkoutBody,
  giftCard,
  pay,
  post,
  storeCube,
} from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-seller-'))
writeFileSync(join(folder, 'seller.txt'), 'Boxes & Co.\n1 Main Street\nVAT ID DE123456789\n')
afterAll(() => rmSync(folder, { recursive: true }))

const service = useService(() => ({
  env: { LEGAL_DIR: folder, TAX_RATES: 'DE:19,FR:5.5', VIEWER_EMAILS: 'viewer@example.com' },
}))
const account = use(() => service.account())
/** A signed-in account with an API key. */
const ada = use(async () => {
  const person = await buyer(service)
  const { secret, hash, prefix } = await createSecret(service.deps.ids, 'api_key')
  await service.deps.accounts.replaceApiKey(person.accountId, hash, prefix)
  return { ...person, headers: { authorization: `Bearer ${secret}` } }
})
const desk = use(() => openDesk(service))
beforeEach(async () => {
  await service.stripe.clearFaults()
  await resetRateLimits(service.db)
})

const issue = () => issueDocuments(service.deps, 0)
/** Places a paid order of the signed-in account. */
const order = async (fields: Record<string, string> = {}) => {
  const { code } = await placed(submit(service, account, { fields: { color: 'Black', ...fields } }))
  await service.db
    .updateTable('orders')
    .set({ account_id: ada.accountId })
    .where('code', '=', code)
    .execute()
  await issue()
  return code
}
const invoiceOf = async (code: string, headers: Record<string, string> = ada.headers) => {
  const response = await service.fetch(`/api/print/orders/${code}/invoice`, { headers })
  return { status: response.status, body: await response.json() }
}
const page = async (path: string, cookie = '') => {
  const response = await service.fetch(path, { headers: { cookie } })
  return { status: response.status, html: await response.text() }
}
const refund = (code: string, amountCents: number) =>
  desk.api(`/api/operator/orders/${code}/refund`, { amountCents, reason: 'One part warped.' })
const documentsOf = async (code: string) => {
  const { id } = await service.db
    .selectFrom('orders')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return await service.deps.billingDocuments.listByOrder(id)
}
const shortOf = async (code: string) =>
  (await documentsOf(code)).map(({ kind, totalCents, tax, content }) => [
    kind,
    totalCents,
    tax?.taxCents ?? null,
    content.giftCents,
  ])

describe('an invoice', () => {
  verifies(['invoice.rest', 'invoice.tax-contained'], async () => {
    const code = await order({
      country: 'DE',
      quantity: '3',
      company: 'Muster AG',
      vatId: 'de 987 654 321',
      purchaseOrder: 'PO-4711',
    })
    const { status, body } = await invoiceOf(code)
    expect(status).toBe(200)
    expect(body.corrections).toEqual([])
    const { number } = body.invoice
    expect(number).toMatch(/^20\d\d-\d{6}$/)
    expect(body.invoice).toEqual({
      number,
      kind: 'invoice',
      issuedAt: expect.any(String),
      movedAt: expect.any(String),
      orderCode: code,
      correctsNumber: null,
      seller: ['Boxes & Co.', '1 Main Street', 'VAT ID DE123456789'],
      buyer: {
        company: 'Muster AG',
        vatId: 'DE987654321',
        purchaseOrder: 'PO-4711',
        name: 'Ada Example',
        address: ['1 Main Street', 'Springfield, IL 62701', 'DE'],
        email: expect.stringContaining('@'),
      },
      lines: [
        {
          text: '3D print of cube.stl',
          detail: 'PLA, Black, standard quality',
          quantity: 3,
          amount: 3,
        },
      ],
      postage: 30,
      // No tax is added: 33.00 / 1.19 = 27.7310...
      total: 33,
      giftCard: 0,
      card: 33,
      currency: 'USD',
      tax: { ratePercent: 19, net: 27.73, amount: 5.27 },
      url: `${service.baseUrl}/documents/${number}`,
    })
    const other = await service.account()
    expect(await invoiceOf(code, other.headers)).toEqual({
      status: 404,
      body: { error: 'Order not found' },
    })
  })

  verifies('invoice.rest', 'is announced before it is issued', async () => {
    const { code } = await placed(submit(service, account))
    expect(await invoiceOf(code, account.headers)).toEqual({
      status: 404,
      body: { error: 'This order has no invoice. One is issued within a minute of the payment.' },
    })
    await issue()
    expect((await invoiceOf(code, account.headers)).status).toBe(200)
  })

  verifies('invoice.no-rate', async () => {
    const code = await order()
    expect((await invoiceOf(code)).body.invoice.tax).toBeNull()
    const { html } = await page(`/orders/${code}/receipt`, ada.cookie)
    expect(html).toContain('This document shows no tax.')
    expect(html).not.toContain('None charged')
    // A rate with a decimal: 31.00 / 1.055 = 29.3838...
    const french = await order({ country: 'FR' })
    expect((await invoiceOf(french)).body.invoice.tax).toEqual({
      ratePercent: 5.5,
      net: 29.38,
      amount: 1.62,
    })
  })

  verifies('invoice.who-sees', async () => {
    const code = await order({ country: 'DE', street1: '5 Nowhere Way', company: 'Muster AG' })
    const [invoice] = await documentsOf(code)
    if (invoice === undefined) throw new Error('no invoice')
    const number = numberText(invoice)
    const secrets = ['5 Nowhere Way', 'Muster AG', number, '19%']
    const viewers = [
      ada.cookie,
      await service.signIn(OPERATOR_EMAIL),
      await service.signIn('viewer@example.com'),
    ]
    for (const cookie of viewers) {
      for (const path of [`/orders/${code}/receipt`, `/documents/${number}`]) {
        const { status, html } = await page(path, cookie)
        expect([path, status]).toEqual([path, 200])
        const shown = [...secrets, 'Includes tax (19%)', 'Boxes &amp; Co.']
        expect([path, shown.filter((text) => !html.includes(text))]).toEqual([path, []])
      }
    }
    const strangers = ['', await service.signIn('stranger@example.com')]
    for (const cookie of strangers) {
      const receipt = await page(`/orders/${code}/receipt`, cookie)
      expect(receipt.status).toBe(200)
      expect(secrets.filter((text) => receipt.html.includes(text))).toEqual([])
      const document = await page(`/documents/${number}`, cookie)
      expect(document.status).toBe(cookie === '' ? 303 : 404)
      expect(secrets.slice(0, 2).filter((text) => document.html.includes(text))).toEqual([])
    }
    // The response is the same as for an unknown number.
    const [, stranger = ''] = strangers
    expect((await page('/documents/2026-999999', stranger)).html).toBe(
      (await page(`/documents/${number}`, stranger)).html,
    )
  })

  verifies('invoice.snapshot', async () => {
    const code = await order({ country: 'DE', company: 'Muster AG' })
    const before = (await invoiceOf(code)).body
    const undo = service.replace({
      billing: { seller: ['Others'], documentSeller: ['Others'], taxRates: new Map([['DE', 700]]) },
    })
    await service.db
      .updateTable('orders')
      .set({
        recipient_name: 'Erased',
        street1: 'Erased',
        company: null,
        country: 'FR',
        email: 'x@example.com',
      })
      .where('code', '=', code)
      .execute()
    await refund(code, 100)
    await issue()
    undo()
    const after = (await invoiceOf(code)).body
    expect(after.invoice).toEqual(before.invoice)
    // The note repeats seller, buyer and rate of its invoice: 1.00 / 1.19 = 0.8403...
    expect(after.corrections).toEqual([
      expect.objectContaining({
        seller: before.invoice.seller,
        buyer: before.invoice.buyer,
        tax: { ratePercent: 19, net: 0.84, amount: 0.16 },
        correctsNumber: before.invoice.number,
      }),
    ])
  })
})

describe('refunded money', () => {
  verifies(
    'invoice.credit-note',
    'to the card gets a credit note for each refund, once',
    async () => {
      const code = await order({ country: 'DE' })
      await refund(code, 1000)
      await issue()
      await refund(code, 2100)
      await issue()
      await issue()
      // 31.00 / 1.19 = 26.0504, 10 / 1.19 = 8.4033, 21 / 1.19 = 17.6470.
      expect(await shortOf(code)).toEqual([
        ['invoice', 3100, 495, 0],
        ['credit_note', 1000, 160, 0],
        ['credit_note', 2100, 335, 0],
      ])
      const { html } = await page(`/orders/${code}/receipt`, ada.cookie)
      expect(html).toContain('Corrections of this invoice')
      const note = (await documentsOf(code)).at(-1)
      if (note === undefined) throw new Error('no note')
      expect(numberText(note)).toMatch(/^C20\d\d-\d{6}$/)
      const shown = await page(`/documents/${numberText(note)}`, ada.cookie)
      for (const text of ['Credit note', 'One part warped.', '$21.00', 'Of invoice']) {
        expect(shown.html).toContain(text)
      }
    },
  )

  verifies(
    'invoice.credit-note',
    'gets no note when a refund failed or is not settled',
    async () => {
      const code = await order()
      await service.stripe.fault({
        method: 'POST',
        path: '/v1/refunds',
        when: 'before',
        times: 1,
        outcome: { status: 400 },
      })
      expect((await refund(code, 300)).status).toBe(409)
      await issue()
      expect(await shortOf(code)).toEqual([['invoice', 800, null, 0]])
    },
  )

  verifies('invoice.credit-note', 'to the gift card, and to both, gets a credit note', async () => {
    const cube = await storeCube(service, ada, 40)
    const gift = await giftCard(service, ada, 1000)
    // 36 g x 0.12 = 4.32 and 7.00: 10.00 by gift card, 1.32 by card.
    const [, { code, checkoutUrl }] = await post(
      service,
      ada,
      '/api/checkout',
      checkoutBody([{ modelUrl: cube, color: 'Black' }], { giftCard: gift }),
    )
    await pay(service, checkoutUrl)
    await issue()
    await refund(code, 400)
    await refund(code, 700)
    await issue()
    expect(await shortOf(code)).toEqual([
      ['invoice', 1132, null, 1000],
      ['credit_note', 400, null, 400],
      // 6.00 of the gift card's share remain.
      ['credit_note', 700, null, 600],
    ])
    const { html } = await page(`/orders/${code}/receipt`, ada.cookie)
    expect(html).toContain('Paid by gift card')
    expect(html).toContain('$1.32')
  })

  verifies('invoice.cancelled-note', async () => {
    const code = await order({ country: 'DE' })
    await refund(code, 1000)
    await issue()
    const { id, processor_refund_id } = await service.db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select(['refunds.id', 'processor_refund_id'])
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    await service.deps.refunds.settle(id, {
      kind: 'failed',
      processorRefundId: processor_refund_id,
      reason: 'expired_or_canceled_card',
    })
    await issue()
    await issue()
    expect(await shortOf(code)).toEqual([
      ['invoice', 3100, 495, 0],
      ['credit_note', 1000, 160, 0],
      ['cancellation', 1000, 160, 0],
    ])
    const [, note, cancellation] = await documentsOf(code)
    if (note === undefined || cancellation === undefined) throw new Error('no cancellation')
    expect(cancellation.content.correctsNumber).toBe(numberText(note))
    const { html } = await page(`/documents/${numberText(cancellation)}`, ada.cookie)
    for (const text of ['Cancellation of credit note', 'The refund was returned by the bank']) {
      expect(html).toContain(text)
    }
  })

  verifies('invoice.purchases', async () => {
    const who = await buyer(service)
    await giftCard(service, who, 2500)
    const [, credits] = await post(service, who, '/api/account/credits', { pack: 10 })
    await pay(service, credits.checkoutUrl)
    await issue()
    const issued = await service.deps.billingDocuments.listByAccount(who.accountId, { limit: 9 })
    expect(
      issued.map(({ kind, totalCents, tax, content }) => [kind, totalCents, tax, content.subject]),
    ).toEqual([
      ['invoice', 500, null, 'credits'],
      ['invoice', 2500, null, 'gift_card'],
    ])
    const gift = issued[1]
    if (gift === undefined) throw new Error('no invoice')
    const { html } = await page(`/documents/${numberText(gift)}`, who.cookie)
    expect(html).toContain('A gift card is a multi-purpose voucher.')
  })
})

describe('lists', () => {
  verifies('invoice.account', async () => {
    const code = await order()
    const [invoice] = await documentsOf(code)
    if (invoice === undefined) throw new Error('not issued')
    const own = await page('/account/invoices', ada.cookie)
    expect(own.html).toContain(numberText(invoice))
    expect(own.html).toContain(code)
    expect(
      (await page('/account/invoices', await service.signIn('new@example.com'))).html,
    ).toContain('None yet.')
    expect((await page('/account/invoices')).status).toBe(303)
  })

  verifies('invoice.desk', async () => {
    const code = await order({ country: 'DE', company: '=Muster, "AG"' })
    await refund(code, 1000)
    await issue()
    const [invoice, note] = await documentsOf(code)
    if (invoice === undefined || note === undefined) throw new Error('not issued')
    const month = invoice.issuedAt.toISOString().slice(0, 7)
    const { html } = await desk.get(`/operator/invoices?month=${month}`)
    for (const text of [numberText(invoice), numberText(note), '19%', '−$10.00', '−$1.60']) {
      expect([text, html.includes(text)]).toEqual([text, true])
    }
    const csv = await (await desk.get(`/operator/invoices.csv?month=${month}`)).response.text()
    const rows = csv.split('\r\n')
    expect(rows[0]).toBe(
      'number,kind,issued,money_moved,order,about,corrects,name,company,vat_id,purchase_order,email,country,tax_percent,net_usd,tax_usd,total_usd,gift_card_usd,card_usd',
    )
    const row = rows.find((each) => each.startsWith(numberText(note)))
    expect(row).toEndWith(',DE,19,-8.4,-1.6,-10,0,-10')
    expect(row).toContain(
      `,${code},prints,${numberText(invoice)},Ada Example,"'=Muster, ""AG""",,,`,
    )
    // By number in any letter case, and by the code of the order.
    for (const text of [numberText(note).toLowerCase(), ` ${numberText(note)} `]) {
      const found = await desk.get(`/operator/invoices?q=${encodeURIComponent(text)}`)
      expect([found.status, found.location]).toEqual([303, `/documents/${numberText(note)}`])
    }
    const byCode = await desk.get(`/operator/invoices?q=${code}`)
    expect(byCode.location).toBe(`/documents/${numberText(invoice)}`)
    const nothing = await desk.get('/operator/invoices?q=<b>1')
    expect(nothing.status).toBe(404)
    expect(nothing.html).toContain('“&lt;b&gt;1”')
    expect((await desk.get('/operator/invoices?month=1999-01')).html).toContain(
      'Invoices and credit notes',
    )
    expect((await desk.get('/operator/invoices?month=2031-01')).html).toContain(
      'None in this month.',
    )
  })
})
