// The sums of a cart with a gift card: postage once for the parcel, and the card's share of the total. Postage in the
// US is $7, and nothing from $50 of prints (contract.md 9.2); a share leaves nothing or at least $0.50 to be charged.
import { describe, expect, test } from 'bun:test'
import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import { type AccountCaller, accountIdOf } from '../../../server/domain/base/caller.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import type { PricedLine } from '../../../server/domain/cart/cart.ts'
import { addGift } from '../../../server/domain/cart/price-cart.ts'
import { defaultPrintOptions } from '../../../server/domain/catalog/options.ts'
import { giftCodeHash, giftCodeOf } from '../../../server/domain/gift-cards/code.ts'
import { fakePort } from '../../../testing/fake-port.ts'
import { storedCube } from '../../../testing/models/stored-cube.ts'

const orderIds = createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more'))
const code = giftCodeOf(orderIds, purchaseIdOf('11111111-2222-4333-8444-555555555555'))
const hash = giftCodeHash(orderIds, code)
const buyer = {
  kind: 'account',
  accountId: accountIdOf('buyer'),
  email: 'b@example.com',
} as AccountCaller

const priced = (printCents: number): PricedLine => ({
  kind: 'priced',
  line: {
    options: defaultPrintOptions,
    price: { printCents, gramsPerPart: 10, centihoursPerPart: 100 },
    file: storedCube,
  },
  volumeNotes: [],
  isFromGallery: false,
  hasChanged: false,
})
const refused: PricedLine = { kind: 'refused', refusal: { kind: 'cart_quantity_invalid' } }

/** `counted`: the count in the limit of checks, 1 for a check and -1 for a returned one. */
function stage({ balanceCents = 0, owedCents = 0, isAllowed = true }) {
  const counted: number[] = []
  const deps: Parameters<typeof addGift>[0] = {
    debts: { owedBy: async () => owedCents },
    giftCards: fakePort('giftCards', {
      readBalance: async (sent) => (sent === hash ? balanceCents : 0),
    }),
    orderIds,
    production: true,
    log: { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} },
    rateCounters: fakePort('rateCounters', {
      consume: async (_scope, _subject, _limit, _window, slots = 1) => {
        counted.push(slots)
        return isAllowed ? { allowed: true } : { allowed: false, retryAfterSeconds: 30 }
      },
    }),
  }
  const sumUp = async (lines: readonly PricedLine[], giftCard?: string, country = 'US') => {
    const cart = await addGift(deps, buyer, { lines, country, giftCard })
    if (!cart.ok) return cart.failure
    const { lines: _, ...sums } = cart.value
    return sums
  }
  return { counted, sumUp }
}

describe('without a gift card', () => {
  test.each([
    // [prints of the lines, sum, postage, total].
    [[800], 800, 700, 1500],
    [[2000, 1000], 3000, 700, 3700],
    [[4999], 4999, 700, 5699],
    [[4000, 1000], 5000, 0, 5000],
  ])(
    'lines of %j are %d, with postage of %d: %d',
    async (cents, printCents, shippingCents, totalCents) => {
      const { counted, sumUp } = stage({})
      const sums = { printCents, shippingCents, totalCents, gift: null, dueCents: totalCents }
      expect(await sumUp(cents.map(priced))).toEqual(sums)
      expect(counted).toEqual([])
    },
  )

  test('a refused line costs nothing, and a cart of such lines has no postage', async () => {
    const { sumUp } = stage({})
    expect(await sumUp([refused, priced(800)])).toMatchObject({ totalCents: 1500 })
    expect(await sumUp([refused])).toMatchObject({ shippingCents: 0, totalCents: 0, dueCents: 0 })
  })

  test('a blank text is not a code', async () => {
    const { counted, sumUp } = stage({ balanceCents: 500 })
    expect(await sumUp([priced(800)], '  ')).toMatchObject({ gift: null, dueCents: 1500 })
    expect(counted).toEqual([])
  })
})

describe('with a gift card', () => {
  test.each([
    // [balance, share, due] of a total of 1500.
    [500, 500, 1000],
    [1450, 1450, 50],
    [1460, 1450, 50],
    [1500, 1500, 0],
    [9000, 1500, 0],
  ])('a balance of %d pays %d, and %d is left', async (balanceCents, shareCents, dueCents) => {
    const { sumUp } = stage({ balanceCents })
    expect(await sumUp([priced(800)], code)).toMatchObject({
      totalCents: 1500,
      gift: { balanceCents, shareCents },
      dueCents,
    })
  })

  test('the check of a correct code is returned to the limit, and that of a wrong one is not', async () => {
    const right = stage({ balanceCents: 500 })
    await right.sumUp([priced(800)], code)
    expect(right.counted).toEqual([1, -1])
    const wrong = stage({ balanceCents: 500 })
    expect(await wrong.sumUp([priced(800)], 'WRONG-CODE-HERE')).toMatchObject({
      gift: { balanceCents: 0, shareCents: 0 },
      dueCents: 1500,
    })
    expect(wrong.counted).toEqual([1])
  })

  test('beyond the limit no code is looked up, right or wrong', async () => {
    const { sumUp } = stage({ balanceCents: 500, isAllowed: false })
    expect(await sumUp([priced(800)], code)).toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 30,
    })
  })

  test('an account in debt cannot use a gift card', async () => {
    const { counted, sumUp } = stage({ balanceCents: 500, owedCents: 2000 })
    expect(await sumUp([priced(800)], code)).toEqual({ kind: 'account_in_debt', owedCents: 2000 })
    expect(counted).toEqual([])
  })
})
