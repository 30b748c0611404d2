// Buying a gift card or credits: refusals, the rows written before the checkout opens, and the content of the
// checkout (decisions.md 39 and 40).
import { describe, expect, test } from 'bun:test'
import type { AccountCaller } from '../../../server/domain/base/caller.ts'
import { buyCredits, buyGiftCard } from '../../../server/domain/gift-cards/buy.ts'
import { ProcessorBusy, ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { buyer, purchaseId, stage } from './stage.ts'

const caller = { accountId: buyer } as AccountCaller
const gift = { amountCents: 2500, recipientEmail: 'grace@example.com' }
const value = { checkoutUrl: 'https://pay.example/cs_1', purchaseId }
const bought = { ok: true, value } as const

const refused = async (given: Partial<Parameters<typeof buyGiftCard>[2]>) => {
  const { deps, calls } = stage()
  const result = await buyGiftCard(deps, caller, { ...gift, ...given })
  expect(calls.map(([name]) => name)).toEqual(
    result.ok ? ['insert', 'openPurchase', 'saveCheckout'] : [],
  )
  return result.ok ? null : result.failure
}

describe('a gift card', () => {
  test('is written, opened at the processor, and linked to its checkout', async () => {
    const { deps, calls, lines } = stage()
    const message = '  For you,\tAda\n'
    expect(await buyGiftCard(deps, caller, { ...gift, message })).toEqual(bought)
    const goods = {
      kind: 'gift_card',
      recipientEmail: 'grace@example.com',
      message: 'For you, Ada',
    }
    expect(calls).toEqual([
      ['insert', { id: purchaseId, accountId: buyer, amountCents: 2500, goods }],
      [
        'openPurchase',
        {
          purchaseId,
          amountCents: 2500,
          description: 'Gift card of $25.00',
          customerId: 'cus_1',
          successUrl: `https://shop.example/gift-cards?bought=${purchaseId}`,
          cancelUrl: 'https://shop.example/gift-cards',
        },
        { accountId: buyer },
      ],
      ['saveCheckout', purchaseId, 'cs_1'],
    ])
    expect(lines).toEqual([
      ['info', 'purchase.opened', { purchaseId, kind: 'gift_card', amountCents: 2500 }],
    ])
  })

  test.each([499, 50_001, 0, -500, 1000.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %d cents is refused',
    async (amountCents) => {
      expect(await refused({ amountCents })).toEqual({ kind: 'gift_amount_invalid' })
    },
  )

  test.each([500, 50_000])('of %d cents is sold', async (amountCents) => {
    expect(await refused({ amountCents })).toBeNull()
  })

  test.each(['', ' ', 'grace', 'a@b.com, c@d.com', 'Grace <grace@example.com>'])(
    'to %j is refused',
    async (recipientEmail) => {
      expect(await refused({ recipientEmail })).toEqual({ kind: 'gift_recipient_invalid' })
    },
  )

  test('takes an address with spaces around it, in any letter case', async () => {
    const { deps, calls } = stage()
    await buyGiftCard(deps, caller, { ...gift, recipientEmail: ' Grace@Example.COM\n' })
    expect(calls[0]).toMatchObject(['insert', { goods: { recipientEmail: 'grace@example.com' } }])
  })

  test.each([undefined, null, '', ' \n '])('has no message where it is %j', async (message) => {
    const { deps, calls } = stage()
    await buyGiftCard(deps, caller, { ...gift, message })
    expect(calls[0]).toMatchObject(['insert', { goods: { message: null } }])
  })

  test('has a message of at most 500 characters, and an emoji counts as one', async () => {
    const tooLong = { kind: 'gift_message_too_long', limit: 500 } as const
    expect(await refused({ message: 'x'.repeat(500) })).toBeNull()
    expect(await refused({ message: '🎁'.repeat(500) })).toBeNull()
    expect(await refused({ message: 'x'.repeat(501) })).toEqual(tooLong)
  })
})

describe('credits', () => {
  test('are written, and lead back to the account', async () => {
    const { deps, calls, lines } = stage()
    expect(await buyCredits(deps, caller, { pack: 50 })).toEqual(bought)
    const goods = { kind: 'credits', credits: 50 }
    expect(calls).toEqual([
      ['insert', { id: purchaseId, accountId: buyer, amountCents: 2000, goods }],
      [
        'openPurchase',
        {
          purchaseId,
          amountCents: 2000,
          description: '50 credits for generating models',
          customerId: 'cus_1',
          successUrl: `https://shop.example/account?bought=${purchaseId}`,
          cancelUrl: 'https://shop.example/account',
        },
        { accountId: buyer },
      ],
      ['saveCheckout', purchaseId, 'cs_1'],
    ])
    expect(lines).toEqual([
      ['info', 'purchase.opened', { purchaseId, kind: 'credits', amountCents: 2000 }],
    ])
  })

  test('of an unknown pack are refused with the list of packs', async () => {
    const { deps, calls } = stage()
    expect(await buyCredits(deps, caller, { pack: 11 })).toEqual({
      ok: false,
      failure: { kind: 'credit_pack_unknown', packs: [10, 50] },
    })
    expect(calls).toEqual([])
  })
})

describe('a processor', () => {
  test('that is unavailable is reported, and its checkout is not linked', async () => {
    const refusal = new ProcessorUnavailable('away')
    const { deps, calls, lines } = stage({ refusal })
    expect(await buyGiftCard(deps, caller, gift)).toEqual({
      ok: false,
      failure: { kind: 'processor_unavailable' },
    })
    expect(calls.map(([name]) => name)).toEqual(['insert', 'openPurchase', 'withdraw'])
    expect(lines).toEqual([
      ['warn', 'purchase.processor_unavailable', { purchaseId, error: refusal }],
    ])
  })

  test('that was not called because of the call limit counts as busy', async () => {
    const { deps, calls } = stage({ refusal: new ProcessorBusy('no call left') })
    expect(await buyCredits(deps, caller, { pack: 10 })).toEqual({
      ok: false,
      failure: { kind: 'processor_busy', retryAfterSeconds: 10 },
    })
    expect(calls.map(([name]) => name)).toEqual(['insert', 'openPurchase', 'withdraw'])
  })

  test('without a payment page counts as unavailable', async () => {
    const { deps, calls, lines } = stage({ url: null })
    expect((await buyGiftCard(deps, caller, gift)).ok).toBe(false)
    expect(calls.map(([name]) => name)).toEqual(['insert', 'openPurchase', 'withdraw'])
    const error = expect.objectContaining({ message: 'the checkout has no page' })
    expect(lines).toEqual([['warn', 'purchase.processor_unavailable', { purchaseId, error }]])
  })

  test('that fails in another way is an error of the service', async () => {
    const { deps, lines } = stage({ refusal: new Error('broken') })
    await expect(buyGiftCard(deps, caller, gift)).rejects.toThrow('broken')
    expect(lines).toEqual([])
  })
})
