// Codes of gift cards: their symbols, the accepted ways to type them, and that only a hash is stored (decisions.md
// 39).
import { describe, expect, test } from 'bun:test'
import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import {
  giftAlphabet,
  giftCodeHash,
  giftCodeOf,
  isGiftCode,
  normalizeGiftCode,
} from '../../../server/domain/gift-cards/code.ts'

const orderIds = createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more'))
const code = 'GIFT-CDFG-HJKM-NPQR'

describe('the code of a purchase', () => {
  test('has the symbol of each byte under 250, and continues with the next block', () => {
    const asked: string[] = []
    // 0, 25 and 225 are C; 250 to 255 have no symbol; 249 is the last one, 9.
    const blocks = [
      [0, 250, 255, 25, 1, 225, 249, 251],
      [2, 3, 4, 5, 6],
      [24, 50, 7, 8],
    ]
    const bytes = (text: string) => {
      asked.push(text)
      return Uint8Array.from(blocks[asked.length - 1] ?? [])
    }
    expect(giftCodeOf({ bytes }, 'a-purchase')).toBe('GIFT-CCDC-9FGH-JK9C')
    expect(asked).toEqual([0, 1, 2].map((block) => `["gift card","a-purchase",${block}]`))
  })

  test('is the same for the same purchase and secret, and different for any other', () => {
    const first = giftCodeOf(orderIds, 'a')
    expect(isGiftCode(first)).toBe(true)
    expect(giftCodeOf(orderIds, 'a')).toBe(first)
    const others = createOrderIds(firstOrderKey('another-secret-for-tests-of-32-and-more'))
    expect(new Set([first, giftCodeOf(orderIds, 'b'), giftCodeOf(others, 'a')]).size).toBe(3)
  })

  test('has 25 symbols of the order alphabet', () => {
    expect(new Set(giftAlphabet).size).toBe(25)
    for (const symbol of giftAlphabet) expect('ABCDEFGHJKMNPQRSTUVWXYZ23456789').toContain(symbol)
  })
})

test.each([
  [code, true],
  [`${code} `, false],
  [` ${code}`, false],
  [`x${code}`, false],
  [`${code}x`, false],
  ['GIFT-CDFG-HJKM', false],
  ['GIFT-CDFG-HJKM-NPQ', false],
  ['GIFT-CDFG-HJKM-NPQR-TVWX', false],
  ['gift-CDFG-HJKM-NPQR', false],
  // A is not a symbol of a code.
  ['GIFT-ADFG-HJKM-NPQR', false],
  ['', false],
])('%j is a code: %p', (text, expected) => {
  expect(isGiftCode(text)).toBe(expected)
})

test.each([
  [code, code],
  ['gift-cdfg-hjkm-npqr', code],
  ['  Gift cdfg hjkm npqr ', code],
  ['CDFGHJKMNPQR', code],
  ['GIFTCDFGHJKMNPQR', code],
  ['cdfg.hjkm_npqr!', code],
  ['GIFT', 'GIFT'],
  ['', 'GIFT'],
  ['C D F G 2 3', 'GIFT-CDFG-23'],
  // GIFT is a prefix only at the start, otherwise a part of the code.
  ['CDGIFT', 'GIFT-CDGI-FT'],
])('%j is read as %s', (typed, read) => {
  expect(normalizeGiftCode(typed)).toBe(read)
})

test('only the first 100 characters of a long text are read', () => {
  expect(normalizeGiftCode('C'.repeat(101))).toBe(`GIFT${'-CCCC'.repeat(25)}`)
  expect(normalizeGiftCode(`${' '.repeat(100)}C`)).toBe('GIFT')
})

test('the hash depends on the code and the secret, not on how the code was typed', () => {
  const asked: string[] = []
  const bytes = (text: string) => {
    asked.push(text)
    return Uint8Array.of(0, 171, 255)
  }
  expect(giftCodeHash({ bytes }, 'cdfg hjkm npqr')).toBe('00abff')
  expect(asked).toEqual([`["gift code","${code}"]`])
  expect(giftCodeHash(orderIds, code)).not.toBe(giftCodeHash(orderIds, 'GIFT-CDFG-HJKM-NPQT'))
})
