// The limits table against service.md's, written out again here by hand. A row that differs on either side fails.
import { describe, expect, test } from 'bun:test'
import {
  agentToolScopes,
  defaultLimitMessage,
  type Limit,
  type LimitScope,
  limits,
  longestWindowSeconds,
} from '../../../server/domain/limits/table'
import { requirement, verifies } from '../../helpers/verifies'

const quarterHour = 900
const hour = 3600

/** Requirement, and its rows as [scope, limit, seconds, subject]. */
const contract = [
  [requirement('limits.table.generate'), [['generate', 20, hour, 'account_email']]],
  [requirement('limits.table.generate-start'), [['generate-start', 20, hour, 'account_email']]],
  [
    requirement('limits.table.printability'),
    [
      ['printability-signed-in', 60, hour, 'account_email'],
      ['printability-anonymous', 12, hour, 'client_ip'],
    ],
  ],
  [requirement('limits.table.slice-quote'), [['slice-quote', 30, hour, 'account_email']]],
  [requirement('limits.table.retexture'), [['retexture', 30, hour, 'account_email']]],
  [
    requirement('limits.table.images'),
    [
      ['images-generate', 40, hour, 'account_email'],
      ['images-edit', 40, hour, 'account_email'],
    ],
  ],
  [requirement('limits.table.detect-colors'), [['detect-colors', 30, hour, 'account_email']]],
  [requirement('limits.table.print-upload'), [['print-upload', 40, hour, 'account_email']]],
  [requirement('limits.table.model-import'), [['model-import', 20, hour, 'account_email']]],
  [requirement('limits.table.cart-reprice'), [['cart-reprice', 60, hour, 'account_email']]],
  [
    requirement('limits.table.support-assistant'),
    [
      ['support-assistant-signed-in', 60, hour, 'account_email'],
      ['support-assistant-anonymous', 20, hour, 'client_ip'],
    ],
  ],
  [
    requirement('limits.table.gift-cards'),
    [
      ['gift-cards-check', 20, hour, 'account_email'],
      ['gift-cards-purchase', 20, hour, 'account_email'],
    ],
  ],
  [
    requirement('limits.table.agent'),
    [
      ['agent-order', 12, hour, 'account_email'],
      ['agent-support', 12, hour, 'account_email'],
    ],
  ],
  [requirement('limits.table.code-send'), [['code-send', 3, quarterHour, 'email_address']]],
  [
    requirement('limits.operator.farm-print-upload'),
    [['farm-print-upload', 24, hour, 'operator_email']],
  ],
  [
    requirement('limits.operator.farm-job-create'),
    [['farm-job-create', 36, hour, 'operator_email']],
  ],
  [
    requirement('limits.operator.farm-job-reslice'),
    [['farm-job-reslice', 20, hour, 'operator_email']],
  ],
  [
    requirement('limits.operator.farm-order-queue'),
    [['farm-order-queue', 30, hour, 'operator_email']],
  ],
  [requirement('limits.operator.order-message'), [['order-message', 60, hour, 'operator_email']]],
  [
    requirement('limits.operator.support-attachment'),
    [['support-attachment', 30, hour, 'operator_email']],
  ],
  [requirement('limits.operator.email'), [['operator-email', 1, 600, 'notification_key']]],
  [requirement('limits.operator.email-all'), [['operator-email-all', 40, hour, 'farm']]],
  [requirement('limits.allowance.reads'), [['agent-reads', 300, hour, 'caller']]],
  [requirement('limits.allowance.file-fetches'), [['agent-file-fetches', 40, hour, 'caller']]],
  [requirement('limits.allowance.quote-print'), [['agent-quote-print', 30, hour, 'account_email']]],
  [requirement('limits.allowance.credits'), [['agent-credits', 20, hour, 'caller']]],
  [requirement('limits.allowance.money'), [['agent-money', 10, hour, 'caller']]],
  [requirement('limits.allowance.endpoint'), [['agent-endpoint', 600, hour, 'caller']]],
  [
    requirement('limits.allowance.unreadable-bodies'),
    [['agent-unreadable-bodies', 30, hour, 'caller']],
  ],
] as const

/** Ours, not the contract's: guessing of passwords and order codes, mails to strangers. */
const guessingScopes: readonly LimitScope[] = [
  'sign-in',
  'sign-in-account',
  'sign-in-device',
  'code-send-device',
  'sign-up-caller',
  'code-caller',
  'order-code-misses',
]
/** Ours as well: pages that ask the card processor. */
const ownScopes: readonly LimitScope[] = [...guessingScopes, 'payment-page', 'payment-opening']

describe('the limits table', () => {
  for (const [id, rows] of contract) {
    verifies(id, () => {
      for (const [scope, limit, windowSeconds, subject] of rows) {
        expect({ scope, ...withoutMessage(limits[scope]) }).toEqual({
          scope,
          limit,
          windowSeconds,
          subject,
        })
      }
    })
  }

  test('has no scope that neither the contract nor this list asks for', () => {
    const known = contract.flatMap(([, rows]) => rows.map(([scope]): string => scope))
    expect(Object.keys(limits).sort()).toEqual([...known, ...ownScopes].sort())
  })

  // Endpoints without a limit in the contract must not find a scope to count in.
  verifies(
    [
      'limits.none.submit',
      'limits.none.order-read',
      'limits.none.api-key',
      'limits.none.price',
      'limits.none.generate-status',
    ],
    'the endpoints that the contract leaves unlimited have no scope',
    () => {
      const scopes = Object.keys(limits)
      for (const word of ['print-orders', 'submit', 'order-read', 'api-key', 'price', 'status']) {
        const found = scopes.filter((scope) => scope === word || scope.endsWith(`-${word}`))
        expect({ word, found }).toEqual({ word, found: [] })
      }
    },
  )

  test('every agent tool spends the allowance that the contract lists it under', () => {
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

  test('only slice-quote has words of its own in the contract', () => {
    expect(defaultLimitMessage).toBe('Generation limit reached. Please try again later.')
    const own = Object.entries<Limit>(limits).filter(([, limit]) => limit.message !== undefined)
    expect(own.map(([scope]) => scope).sort()).toEqual([...guessingScopes, 'slice-quote'].sort())
    expect(limits['slice-quote'].message).toBe('Too many slice requests — try again shortly.')
  })

  test('knows its longest window, which the sweep must not shorten', () => {
    expect(longestWindowSeconds).toBe(3600)
  })
})

function withoutMessage({ limit, windowSeconds, subject }: Limit) {
  return { limit, windowSeconds, subject }
}
