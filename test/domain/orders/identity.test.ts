// Derived ids and codes of orders that may be retried. The expected values were computed with Python's hmac and
// hashlib from the rule in server/domain/orders/submit/README.md.

import { describe, expect, test } from 'bun:test'
import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import { quoteIdOf } from '../../../server/domain/base/ids/quote-id.ts'
import {
  identityOf,
  isDerivedId,
  quoteSubject,
  requestSubject,
} from '../../../server/domain/orders/record/identity.ts'
import { verifies } from '../../helpers/verifies.ts'

const orderIds = createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more'))
const ids = {
  uuid: () => crypto.randomUUID(),
  secretHex: () => '',
  randomInt: (below: number) => Math.floor(Math.random() * below),
}
const request = requestSubject('acc-1' as AccountId, 'key "1"', 'ab'.repeat(32))
const quote = quoteSubject(quoteIdOf('quote_0123456789abcdef'))

const named = (subject: string, round: number) => {
  const { id, code } = identityOf({ ids, orderIds }, subject, round)
  return [id, code(0), code(1), code(2)]
}

describe('derived ids and codes', () => {
  test('of a request and of a quote, in their first and second round', () => {
    expect([0, 1].map((round) => named(request, round))).toEqual([
      ['70149cdd-22ed-8d3f-8911-887fb808e893', 'SVC-6U5YME', 'SVC-54XP4M', 'SVC-PRHGB2'],
      ['76e9bc3f-c403-8381-abef-fd9509aadcbf', 'SVC-3N4JDR', 'SVC-6P4QUP', 'SVC-6BYBMJ'],
    ])
    // The third code of the first round comes from bytes of which the fourth, 251, is rejected.
    expect([0, 1].map((round) => named(quote, round))).toEqual([
      ['df8f2c84-a342-8ab6-b395-79d87bfdf2f5', 'SVC-TFJDDX', 'SVC-SNMBDD', 'SVC-T3AS6G'],
      ['cf4adce3-d99e-84b7-ba09-b09822f54deb', 'SVC-W4SSRP', 'SVC-TVUKQU', 'SVC-4QKEB4'],
    ])
  })

  test('differ under another secret', () => {
    const other = createOrderIds(firstOrderKey('another-secret-for-tests-of-32-and-more'))
    const { id, code } = identityOf({ ids, orderIds: other }, request, 0)
    expect(id).not.toBe('70149cdd-22ed-8d3f-8911-887fb808e893')
    expect(code(0)).not.toBe('SVC-6U5YME')
  })

  test('differ by account, key and request', () => {
    const subjects = [
      requestSubject('a' as AccountId, 'b', 'c'),
      requestSubject('x' as AccountId, 'b', 'c'),
      requestSubject('a' as AccountId, 'x', 'c'),
      requestSubject('a' as AccountId, 'b', 'x'),
      requestSubject('ab' as AccountId, '', 'c'),
    ]
    expect(new Set(subjects.flatMap((subject) => named(subject, 0))).size).toBe(5 * 4)
  })

  test('differ from random ids by the version of the UUID', () => {
    expect(isDerivedId(identityOf({ ids, orderIds }, request, 0).id)).toBe(true)
    expect(isDerivedId(identityOf({ ids, orderIds }, null, 0).id)).toBe(false)
  })
})

verifies(
  'decision.code-uniform',
  'derived codes are uniform over the alphabet at every position',
  () => {
    const counts = Array.from({ length: 6 }, () => new Map<string, number>())
    const codes = 31_000
    for (let at = 0; at < codes; at += 1) {
      const { code } = identityOf({ ids, orderIds }, quoteSubject(quoteIdOf(`quote_${at}`)), 0)
      for (const [place, letter] of [...code(0).slice(4)].entries()) {
        const count = counts[place]
        count?.set(letter, (count.get(letter) ?? 0) + 1)
      }
    }
    for (const count of counts) {
      expect([...count.keys()].sort().join('')).toBe('23456789ABCDEFGHJKMNPQRSTUVWXYZ')
      // Chi-square with 30 degrees of freedom exceeds 59.7 once in 1,000 samples. The secret is fixed, so the result
      // does not vary; bytes taken modulo 31 without rejection would give 87 on average.
      const chiSquare = [...count.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)
      expect(chiSquare).toBeLessThan(59.7)
    }
  },
)
