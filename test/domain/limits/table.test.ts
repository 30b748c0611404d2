// The limits table compared with contract.md 9.3 and 9.4, copied here manually. A row that differs on either side
// fails.
import { describe, expect, test } from 'bun:test'
import {
  agentToolAllowances,
  batchedScopes,
  dayScopes,
  defaultLimitMessage,
  type Limit,
  type LimitScope,
  limits,
} from '../../../server/domain/limits/table.ts'

const quarterHour = 900
const hour = 3600

/**
 * [scope, limit, seconds, subject]. Verifies no requirement: test/routes/service/limits.test.ts exhausts the limits
 * of the endpoints that exist.
 */
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

/**
 * Limits outside the contract: guesses of passwords and order codes, and emails to others
 * (server/domain/limits/README.md).
 */
const guessing = [
  ['sign-in', 30, quarterHour, 'email_and_ip'],
  ['sign-in-account', 200, quarterHour, 'email_address'],
  ['sign-in-device', 30, quarterHour, 'known_device'],
  ['code-send-device', 3, quarterHour, 'known_device'],
  ['sign-up-caller', 20, hour, 'client_ip'],
  ['code-caller', 20, hour, 'client_ip'],
  ['sign-in-caller', 100, quarterHour, 'client_ip'],
  ['code-tries-caller', 60, quarterHour, 'client_ip'],
  ['order-code-misses', 60, hour, 'client_ip'],
  ['payment-code-misses', 60, hour, 'client_ip'],
  ['seen-code-misses', 3000, hour, 'client_ip'],
  ['second-factor', 10, hour, 'account_email'],
] as const
/** Limits outside the contract: requests that cost work or money. */
const costly = [
  // 1 GiB and 256 MiB in KiB.
  ['account-bytes', 1_048_576, hour, 'account_email'],
  ['made-bytes', 1_048_576, hour, 'account_email'],
  ['visitor-bytes', 262_144, hour, 'client_ip'],
  ['account-card', 20, hour, 'account_email'],
  ['account-credits', 20, hour, 'account_email'],
  ['account-export', 10, hour, 'account_email'],
  ['account-logo', 30, hour, 'account_email'],
  ['basket-parts', 120, hour, 'client_ip'],
  ['line-settings', 240, hour, 'client_ip'],
  ['checkout', 60, hour, 'account_email'],
  ['guest-checkout', 30, hour, 'client_ip'],
  ['guest-checkout-email', 10, 24 * hour, 'email_address'],
  ['guest-gift-cards', 20, hour, 'client_ip'],
  ['images-day', 80, 24 * hour, 'account_email'],
  ['hand-in', 5, hour, 'hand_in_address'],
  ['gallery-report', 10, hour, 'client_ip'],
  ['gallery-publish', 30, hour, 'account_email'],
  ['pictures-anonymous', 240, hour, 'client_ip'],
  ['pictures-signed-in', 240, hour, 'account_email'],
  ['pictures-desk', 2000, hour, 'operator_email'],
  ['printer-picture', 12, 60, 'printer'],
  ['model-change', 60, hour, 'account_email'],
  ['model-files-signed-in', 120, hour, 'account_email'],
  ['model-files-anonymous', 60, hour, 'client_ip'],
  ['quote-page', 30, hour, 'client_ip'],
  ['ucp-checkouts', 120, hour, 'client_ip'],
  ['ucp-requests', 1200, hour, 'client_ip'],
  ['ticket-anonymous', 10, hour, 'client_ip'],
  ['ticket-signed-in', 20, hour, 'account_email'],
] as const
/** Limits outside the contract: pages that call the card processor. 7,200 an hour are 120 a minute. */
const payments = [
  ['payment-page', 120, 60, 'client_ip'],
  ['payment-opening', 12, 60, 'order_code'],
] as const
const all = [...contract, ...guessing, ...costly, ...payments]

describe('the limits table', () => {
  test('has these numbers, including planned endpoints', () => {
    for (const [scope, limit, windowSeconds, subject] of all) {
      expect({ scope, ...withoutMessage(limits[scope]) }).toEqual({
        scope,
        limit,
        windowSeconds,
        subject,
      })
    }
  })

  test('has no other scope', () => {
    expect(Object.keys(limits).sort()).toEqual(all.map(([scope]): string => scope).sort())
  })

  test('every agent tool uses the allowance that the contract lists for it', () => {
    const toolsOf = (scope: LimitScope) =>
      Object.entries<readonly LimitScope[]>(agentToolAllowances)
        .filter(([, allowances]) => allowances.includes(scope))
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
    // A call that the narrower limit refuses is not counted by the shared one.
    expect(agentToolAllowances.quote_print).toEqual(['agent-quote-print', 'agent-file-fetches'])
    expect([...batchedScopes]).toEqual(['agent-endpoint', 'agent-reads'])
  })

  test('only slice-quote has its own message in the contract', () => {
    expect(defaultLimitMessage).toBe('Generation limit reached. Please try again later.')
    const own = Object.entries<Limit>(limits).filter(([, limit]) => limit.message !== undefined)
    expect(own.map(([scope]) => scope).sort()).toEqual(
      [
        ...[...guessing, ...costly].map(([scope]): string => scope),
        'code-send',
        'slice-quote',
      ].sort(),
    )
    expect(limits['slice-quote'].message).toBe('Too many slice requests — try again shortly.')
    for (const [scope, { message }] of own) {
      expect([scope, message]).toEqual([scope, expect.stringMatching(/^Too many .+\.$/)])
    }
  })

  test('names the daily scopes, whose counters the sweep must not delete after an hour', () => {
    const windows = Object.entries<Limit>(limits).filter(([scope]) => !dayScopes.includes(scope))
    expect(dayScopes).toEqual(['images-day', 'guest-checkout-email'])
    expect(Math.max(...windows.map(([, { windowSeconds }]) => windowSeconds))).toBe(hour)
  })
})

function withoutMessage({ limit, windowSeconds, subject }: Limit) {
  return { limit, windowSeconds, subject }
}
