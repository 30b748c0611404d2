// Early fraud warnings of banks, and the evidence that operators submit in a dispute.

import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import { usePaymentDesk } from '../../../testing/people/payment-desk.ts'
import { refusal } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, operator, ordered, post, board, page, search } = usePaymentDesk()
const attention = async (kind: string) =>
  (await service.deps.desk.attention()).find((group) => group.kind === kind)

describe('an early fraud warning', () => {
  verifies(
    'dispute.warning',
    'holds an order that has not shipped, until an operator has handled it',
    async () => {
      const { code, payment } = await ordered()
      await service.stripe.warnOfFraud({ payment, fraudType: 'made_with_stolen_card' })
      await service.stripe.deliver({ copies: 2 })
      const found = await board(code)
      expect(found).toMatchObject({
        disputedCents: 0,
        held: {
          reason: 'The customer’s bank reported the payment as fraud (made with stolen card).',
          by: 'card processor',
        },
        fraudWarnings: [{ fraudType: 'made_with_stolen_card', actionable: true, resolution: null }],
      })
      const before = (await attention('fraud_warning'))?.count ?? 0
      expect(before).toBeGreaterThan(0)
      const [warning] = found.fraudWarnings
      const resolved = await post(`/api/operator/fraud-warnings/${warning.id}/resolve`, {
        note: 'Called the customer.',
      })
      expect(resolved.status).toBe(200)
      expect((await attention('fraud_warning'))?.count ?? 0).toBe(before - 1)
      // After an operator has released the order, a repeated event no longer holds it.
      await post(`/api/operator/orders/${code}/release`, {})
      await service.stripe.deliver({ again: true })
      expect(await board(code)).toMatchObject({
        fraudWarnings: [{ resolution: 'Called the customer.' }],
      })
    },
  )

  test('is handled by the form of its order as well', async () => {
    const { code, payment } = await ordered()
    await service.stripe.warnOfFraud({ payment, fraudType: 'misc' })
    await service.stripe.deliver()
    const [{ id }] = (await board(code)).fraudWarnings
    const action = `/operator/disputes/fraud-warnings/${id}`
    expect(await page(`/operator/orders/${code}`)).toContain(`action="${action}"`)
    const sent = await service.fetch(action, {
      method: 'POST',
      headers: { ...operator, origin: service.baseUrl },
      body: new URLSearchParams({ warningNote: 'Called the customer.' }),
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `/operator/orders/${code}?saved=1`,
    ])
    expect(await board(code)).toMatchObject({
      fraudWarnings: [{ resolution: 'Called the customer.' }],
    })
  })

  test('of one order may be two, each with separate form fields', async () => {
    const { code, payment } = await ordered()
    for (const fraudType of ['misc', 'made_with_lost_card']) {
      await service.stripe.warnOfFraud({ payment, fraudType })
    }
    await service.stripe.deliver()
    const html = await page(`/operator/orders/${code}`)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(
      ids.filter((id) => id?.startsWith('warningNote-') && !id.endsWith('-hint')),
    ).toHaveLength(2)
    expect(ids.length).toBe(new Set(ids).size)
  })

  test('needs no operator once the payment was refunded', async () => {
    const { code, payment } = await ordered()
    await service.stripe.warnOfFraud({ payment, fraudType: 'misc' })
    await service.stripe.deliver()
    await post(`/api/operator/orders/${code}/refund`, { amountCents: 800, reason: 'Fraud.' })
    await service.stripe.deliver()
    await search()
    expect(await board(code)).toMatchObject({ fraudWarnings: [{ actionable: false }] })
  })
})

describe('evidence', () => {
  async function disputed() {
    const { code, payment } = await ordered()
    const { version } = await board(code)
    await post(`/api/operator/orders/${code}/status`, {
      status: 'SHIPPED',
      version,
      tracking: { carrier: 'USPS', number: '9400 1' },
    })
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    return { code, payment, dispute }
  }

  test('is one archive: order, history, mails and receipt', async () => {
    const { code, dispute } = await disputed()
    const response = await service.fetch(`/operator/disputes/${dispute}/evidence.zip`, {
      headers: operator,
    })
    expect(response.headers.get('content-type')).toBe('application/zip')
    // Entries are stored without compression, so their texts can be read in the archive.
    const archive = await response.text()
    for (const name of ['dispute.txt', 'order.txt', 'history.txt', 'receipt.html']) {
      expect(archive).toContain(name)
    }
    expect(archive).toContain('mails/01-confirmation.txt')
    expect(archive).toContain(`Order ${code}, placed `)
    expect(archive).toContain('Tracking number: 9400 1')
    // Texts for the customer, without texts for operators.
    expect(archive).toContain('UTC: Handed to the carrier')
    for (const internal of ['dubious', 'hold', OPERATOR_EMAIL]) {
      expect(archive).not.toContain(internal)
    }
    expect(archive).toContain(`Subject: Order ${code} confirmed`)
    expect(archive).toContain('<h1>Receipt</h1>')
  })

  test('is submitted to the bank once, by the API', async () => {
    const { code, dispute, payment } = await disputed()
    const path = `/api/operator/disputes/${dispute}/evidence`
    const sent = await post(path, { text: 'winning_evidence' })
    expect([sent.status, await sent.json()]).toEqual([
      200,
      expect.objectContaining({ id: dispute, status: 'under_review' }),
    ])
    const { disputes } = await service.deps.payments.readReturns(payment)
    expect(disputes).toMatchObject([{ isEvidenceSubmitted: true }])
    expect(await refusal(post(path, { text: 'More.' }))).toEqual([
      409,
      'The bank is not waiting for an answer in this dispute.',
    ])
    const changes = await service.deps.orders.history(
      (await service.deps.orders.readByCode(code))?.id ?? orderIdOf(''),
    )
    expect(changes.filter(({ dispute: step }) => step?.step === 'evidence')).toMatchObject([
      { by: OPERATOR_EMAIL, dispute: { amountCents: 800 } },
    ])
    // The bank decides some days later.
    await service.stripe.settle()
    await service.stripe.deliver()
    expect(await board(code)).toMatchObject({ disputes: [{ status: 'won' }] })
  })

  test('is submitted to the bank from the desk, after a confirmation', async () => {
    const { code, dispute } = await disputed()
    const shown = await page(`/operator/disputes/${dispute}`)
    expect(shown).toContain('Send to the bank')
    const send = (fields: Record<string, string>) =>
      service.fetch(`/operator/disputes/${dispute}`, {
        method: 'POST',
        headers: operator,
        body: new URLSearchParams(fields),
      })
    expect(await (await send({ text: 'It arrived.' })).text()).toContain(
      'Send this evidence to the bank?',
    )
    const answered = await send({ text: 'It arrived.', confirmed: '1' })
    expect([answered.status, answered.headers.get('location')]).toEqual([
      303,
      `/operator/disputes/${dispute}?sent=1`,
    ])
    expect((await send({ text: ' ' })).status).toBe(400)
    expect(await page('/operator/disputes')).toContain(code)
    expect(await page(`/operator/orders/${code}`)).toContain('Under review by the bank')
  })

  test('that the processor refuses is not sent to the bank', async () => {
    const { dispute } = await disputed()
    await service.stripe.moveDispute({ dispute, to: 'lost' })
    expect(
      await refusal(post(`/api/operator/disputes/${dispute}/evidence`, { text: 'Late.' })),
    ).toEqual([
      409,
      'The card processor refused the evidence: "This dispute is lost and accepts no evidence.". Nothing was sent to the bank.',
    ])
    expect(await refusal(post('/api/operator/disputes/du_none/evidence', {}))).toEqual([
      404,
      'There is no such dispute.',
    ])
  })
})

test('every balance agrees with the ledger', async () => {
  expect((await checkLedger(service.deps)).differences).toEqual([])
})
