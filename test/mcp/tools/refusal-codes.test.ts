// The codes of refusals, which programs read instead of the sentences.
import { expect, test } from 'bun:test'
import { refusal, type ToolFailure } from '../../../mcp/tools/refusal.ts'

test.each<[ToolFailure, string]>([
  [{ kind: 'quote_expired', expiredAt: new Date('2026-11-21T10:00:00Z') }, 'quote_expired'],
  [{ kind: 'quote_spent', orderCode: 'SVC-ABC234' }, 'refused'],
  [{ kind: 'measuring_unavailable', by: 'time', retryAfterSeconds: 7 }, 'try_again'],
  [{ kind: 'order_unconfirmed', code: null }, 'unconfirmed'],
  [{ kind: 'quote_not_found' }, 'refused'],
])('%p', (failure, code) => {
  expect(refusal(failure)).toMatchObject({ kind: 'refused', code })
})
