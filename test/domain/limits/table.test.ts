// The limits table against contract.md 9.3 and 9.4, written out again here by hand. A row that differs on either side fails.
import { describe, expect, test } from 'bun:test'
import {
  agentToolScopes,
  defaultLimitMessage,
  type Limit,
  type LimitScope,
  limits,
  maxWindowSeconds,
} from '../../../server/domain/limits/table.ts'

const quarterHour = 900
const hour = 3600

/** [scope, limit, seconds, subject]. Claims nothing: test/routes/limits.test.ts exhausts the limits of the endpoints that exist. */
const contract = [
  ['generate', 20, hour, 'account_email'],
  ['generate-start', 20, hour, 'account_email'],
  ['printability-signed-in', 60, hour, 'account_email'],
  ['printability-anonymous', 12, hour, 'client_ip'],
  ['slice-quote', 30, hour, 'account_email'],
  ['retexture', 30, hour, 'account_email'],
  ['images-generate', 40, hour, 'account_email'],
  ['images-edit', 40, hour, 'account_email'],
  ['detect-colors', 30, hour, 'account_email'],
  ['print-upload', 40, hour, 'account_email'],
  ['model-import', 20, hour, 'account_email'],
  ['cart-reprice', 60, hour, 'account_email'],
  ['support-assistant-signed-in', 60, hour, 'account_email'],
  ['support-assistant-anonymous', 20, hour, 'client_ip'],
  ['gift-cards-check', 20, hour, 'account_email'],
  ['gift-cards-purchase', 20, hour, 'account_email'],
  ['agent-order', 12, hour, 'account_email'],
  ['agent-support', 12, hour, 'account_email'],
  ['code-send', 3, quarterHour, 'email_address'],
  ['farm-print-upload', 24, hour, 'operator_email'],
  ['farm-job-create', 36, hour, 'operator_email'],
  ['farm-job-reslice', 20, hour, 'operator_email'],
  ['farm-order-queue', 30, hour, 'operator_email'],
  ['order-message', 60, hour, 'operator_email'],
  ['support-attachment', 30, hour, 'operator_email'],
  ['operator-email', 1, 600, 'notification_key'],
  ['operator-email-all', 40, hour, 'farm'],
  ['agent-reads', 300, hour, 'caller'],
  ['agent-file-fetches', 40, hour, 'caller'],
  ['agent-quote-print', 30, hour, 'account_email'],
  ['agent-credits', 20, hour, 'caller'],
  ['agent-money', 10, hour, 'caller'],
  ['agent-endpoint', 600, hour, 'caller'],
  ['agent-unreadable-bodies', 30, hour, 'caller'],
] as const

/** Ours, not the contract's: guessing of passwords and order codes, and mails to other people. */
const guessingScopes: readonly LimitScope[] = [
  'sign-in',
  'sign-in-account',
  'sign-in-device',
  'code-send-device',
  'sign-up-caller',
  'code-caller',
  'order-code-misses',
  'payment-code-misses',
  'second-factor',
]
/** Ours as well: pages that call the card processor. */
const ownScopes: readonly LimitScope[] = [
  ...guessingScopes,
  'payment-page',
  'payment-opening',
  'basket-parts',
  'gallery-publish',
  'pictures-anonymous',
  'pictures-signed-in',
  'quote-page',
  'ticket-anonymous',
  'ticket-signed-in',
]

describe('the limits table', () => {
  test('has the numbers of the contract, including planned endpoints', () => {
    for (const [scope, limit, windowSeconds, subject] of contract) {
      expect({ scope, ...withoutMessage(limits[scope]) }).toEqual({
        scope,
        limit,
        windowSeconds,
        subject,
      })
    }
  })

  test('has no scope beyond the contract and this list', () => {
    const known = contract.map(([scope]): string => scope)
    expect(Object.keys(limits).sort()).toEqual([...known, ...ownScopes].sort())
  })

  test('every agent tool uses the allowance that the contract lists for it', () => {
    const toolsOf = (scope: LimitScope) =>
      Object.entries<readonly LimitScope[]>(agentToolScopes)
        .filter(([, scopes]) => scopes.includes(scope))
        .map(([tool]) => tool)
        .sort()
    expect(toolsOf('agent-reads')).toEqual([
      'estimate_price',
      'get_generation',
      'get_lead_time',
      'get_order',
      'list_materials',
      'list_my_orders',
      'track_order',
    ])
    expect(toolsOf('agent-file-fetches')).toEqual(['check_printability', 'quote_print'])
    expect(toolsOf('agent-quote-print')).toEqual(['quote_print'])
    expect(toolsOf('agent-credits')).toEqual(['generate_model'])
    expect(toolsOf('agent-money')).toEqual(['create_print_order'])
  })

  test('only slice-quote has its own message in the contract', () => {
    expect(defaultLimitMessage).toBe('Generation limit reached. Please try again later.')
    const own = Object.entries<Limit>(limits).filter(([, limit]) => limit.message !== undefined)
    expect(own.map(([scope]) => scope).sort()).toEqual(
      [
        ...guessingScopes,
        'basket-parts',
        'code-send',
        'gallery-publish',
        'pictures-anonymous',
        'pictures-signed-in',
        'quote-page',
        'slice-quote',
        'ticket-anonymous',
        'ticket-signed-in',
      ].sort(),
    )
    expect(limits['slice-quote'].message).toBe('Too many slice requests — try again shortly.')
  })

  test('states its longest window, which the sweep must not shorten', () => {
    expect(maxWindowSeconds).toBe(3600)
  })
})

function withoutMessage({ limit, windowSeconds, subject }: Limit) {
  return { limit, windowSeconds, subject }
}
