// The codes of refusals, which programs read instead of the sentences.
import { expect, test } from 'bun:test'
import { refusalCodeOf } from '../../../mcp/error-code.ts'
import { refusal, type ToolFailure } from '../../../mcp/tools/refusal.ts'

test.each<[ToolFailure, string, string]>([
  [
    { kind: 'quote_expired', expiredAt: new Date('2026-11-21T10:00:00Z') },
    'quote_expired',
    'quote_expired',
  ],
  [{ kind: 'quote_spent', orderCode: 'SVC-ABC234' }, 'refused', 'quote_spent'],
  [
    { kind: 'measuring_unavailable', by: 'time', retryAfterSeconds: 7 },
    'try_again',
    'processing_time_used_up',
  ],
  [
    { kind: 'measuring_unavailable', by: 'queue', retryAfterSeconds: 7 },
    'try_again',
    'measuring_unavailable',
  ],
  [{ kind: 'order_unconfirmed', code: null }, 'unconfirmed', 'order_unconfirmed'],
  [{ kind: 'quote_not_found' }, 'refused', 'quote_not_found'],
  [{ kind: 'order_email_invalid' }, 'refused', 'email_invalid'],
  [
    { kind: 'quote_download_refused', reason: 'http_status', message: 'It is not there.' },
    'refused',
    'link_http_error',
  ],
])('%p', (failure, word, code) => {
  const refused = refusal(failure)
  if (refused.kind !== 'refused') throw new Error('not refused')
  expect(refused.code).toBe(code as typeof refused.code)
  expect(refusalCodeOf(refused.code)).toBe(word as 'refused')
})
