// Saving a card through the processor's hosted page, against real accounts and a recording processor.

import { describe, expect, test } from 'bun:test'
import { createAccounts, ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { finishCardSetup, startCardSetup } from '../../../server/domain/accounts/card.ts'
import { requireOperator, requireViewer } from '../../../server/domain/accounts/operator.ts'
import type { AccountCaller, AccountId } from '../../../server/domain/base/caller.ts'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import type { Log } from '../../../server/domain/base/ports.ts'
import {
  type Payments,
  ProcessorUnavailable,
  type SavedCard,
} from '../../../server/domain/payments/ports.ts'
import { use, useDatabase } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const database = useDatabase()
const accounts = use(() => createAccounts(database))

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }
const baseUrl = 'https://farm.example'

let made = 0
async function newCaller(): Promise<AccountCaller> {
  made += 1
  const accountId = `user-${made}` as AccountId
  const email = `user${made}@example.com`
  await ensureAccount(database.db, accountId, email)
  return { kind: 'account', accountId, email, credential: 'session' }
}

/** Creates a processor with customers and card setups only. */
function processor(setups: Record<string, SavedCard | null> = {}) {
  const customers: string[] = []
  const opened: Parameters<Payments['openCardSetup']>[0][] = []
  const unexpected = async (): Promise<never> => {
    throw new Error('not expected here')
  }
  const payments: Payments = {
    chargeSavedCard: unexpected,
    findPayments: unexpected,
    findPaymentsOfOrders: unexpected,
    readPayment: unexpected,
    listMarked: unexpected,
    openCheckout: unexpected,
    openPurchase: unexpected,
    readCheckout: unexpected,
    expireCheckout: unexpected,
    detachCard: unexpected,
    deleteCustomer: unexpected,
    refundPayment: unexpected,
    findRefund: unexpected,
    readReturns: unexpected,
    listReturned: unexpected,
    submitEvidence: unexpected,
    parseEvent: unexpected,
    createCustomer: async (accountId) => {
      customers.push(accountId)
      return customerIdOf(`cus_${accountId}_${customers.length}`)
    },
    openCardSetup: async (request) => {
      opened.push(request)
      return { sessionId: 'cs_1', url: 'https://processor.example/setup/cs_1' }
    },
    readCardSetup: async (sessionId) => setups[sessionId] ?? null,
  }
  return { payments, customers, opened }
}

const depsWith = (payments: Payments) => ({ accounts, payments, baseUrl, log: silent })

describe('startCardSetup', () => {
  test('opens the hosted page for the account and returns to it', async () => {
    const caller = await newCaller()
    const { payments, opened } = processor()
    expect(await startCardSetup(depsWith(payments), caller)).toEqual({
      ok: true,
      value: { url: 'https://processor.example/setup/cs_1' },
    })
    expect(opened).toEqual([
      {
        customerId: customerIdOf(`cus_${caller.accountId}_1`),
        successUrl: 'https://farm.example/account/card/done?session_id={CHECKOUT_SESSION_ID}',
        cancelUrl: 'https://farm.example/account',
      },
    ])
  })

  test('a customer is created once per account', async () => {
    const caller = await newCaller()
    const { payments, customers } = processor()
    await startCardSetup(depsWith(payments), caller)
    await startCardSetup(depsWith(payments), caller)
    expect(customers).toEqual([caller.accountId])
  })

  test('concurrent calls use the same customer', async () => {
    const caller = await newCaller()
    const { payments, opened } = processor()
    await Promise.all([
      startCardSetup(depsWith(payments), caller),
      startCardSetup(depsWith(payments), caller),
    ])
    expect(opened).toHaveLength(2)
    expect(new Set(opened.map((request) => request.customerId)).size).toBe(1)
    expect((await accounts.read(caller.accountId))?.customerId).toBe(
      opened[0]?.customerId ?? customerIdOf(''),
    )
  })

  test('an unreachable processor is a refusal, any other error is thrown', async () => {
    const caller = await newCaller()
    const { payments } = processor()
    const failing = (error: Error) =>
      depsWith({ ...payments, openCardSetup: () => Promise.reject(error) })
    expect(await startCardSetup(failing(new ProcessorUnavailable('timeout')), caller)).toEqual({
      ok: false,
      failure: { kind: 'processor_unavailable' },
    })
    await expect(startCardSetup(failing(new Error('a bug')), caller)).rejects.toThrow('a bug')
  })
})

describe('finishCardSetup', () => {
  test('stores the card of a finished setup', async () => {
    const caller = await newCaller()
    const customerId = await accounts.linkCustomer(caller.accountId, customerIdOf('cus_own'))
    const card = {
      customerId,
      paymentMethodId: paymentMethodIdOf('pm_own'),
      brand: 'visa',
      last4: '4242',
    }
    const { payments } = processor({ cs_done: card })
    expect(await finishCardSetup(depsWith(payments), caller, 'cs_done')).toEqual({
      ok: true,
      value: card,
    })
    expect((await accounts.read(caller.accountId))?.card).toEqual(card)
  })

  test("another account's setup saves no card", async () => {
    const victim = await newCaller()
    const thief = await newCaller()
    await accounts.linkCustomer(victim.accountId, customerIdOf('cus_victim'))
    await accounts.linkCustomer(thief.accountId, customerIdOf('cus_thief'))
    const { payments } = processor({
      cs_victim: {
        customerId: customerIdOf('cus_victim'),
        paymentMethodId: paymentMethodIdOf('pm_victim'),
        brand: 'visa',
        last4: '4242',
      },
    })
    expect(await finishCardSetup(depsWith(payments), thief, 'cs_victim')).toEqual({
      ok: true,
      value: null,
    })
    expect((await accounts.read(thief.accountId))?.card).toBeNull()
    expect((await accounts.read(victim.accountId))?.card).toBeNull()
  })

  test.each(['', 'cs/../x', 'x'.repeat(300), 'cs 1'])(
    'an invalid session id, %j, is never sent to the processor',
    async (sessionId) => {
      const caller = await newCaller()
      await accounts.linkCustomer(caller.accountId, customerIdOf(`cus_${caller.accountId}`))
      const { payments } = processor()
      const asked: string[] = []
      const deps = depsWith({
        ...payments,
        readCardSetup: async (id) => {
          asked.push(id)
          return null
        },
      })
      expect(await finishCardSetup(deps, caller, sessionId)).toEqual({ ok: true, value: null })
      expect(asked).toEqual([])
    },
  )
})

describe('operators', () => {
  const deps = {
    operatorEmails: new Set(['boss@example.com']),
    viewerEmails: new Set(['boss@example.com', 'reader@example.com']),
    isSecondFactorRequired: false,
  }
  const boss: AccountCaller = {
    kind: 'account',
    accountId: 'boss' as AccountId,
    email: 'boss@example.com',
    credential: 'session',
  }

  verifies('decision.operator-emails', () => {
    expect(requireOperator(deps, boss)).toEqual({ ok: true, value: { ...boss, role: 'operator' } })
    expect(requireOperator(deps, { ...boss, email: 'other@example.com' })).toEqual({
      ok: false,
      failure: { kind: 'operator_required' },
    })
    const none = { ...deps, operatorEmails: new Set<string>(), viewerEmails: new Set<string>() }
    expect(requireOperator(none, boss).ok).toBe(false)
  })

  test('viewers read and change nothing', () => {
    const reader = { ...boss, email: 'reader@example.com' }
    expect(requireViewer(deps, reader)).toEqual({ ok: true, value: { ...reader, role: 'viewer' } })
    expect(requireOperator(deps, reader)).toEqual({
      ok: false,
      failure: { kind: 'viewer_read_only' },
    })
    const key = { ...reader, credential: 'api_key' } as const
    expect(requireViewer(deps, key)).toEqual({ ok: false, failure: { kind: 'operator_required' } })
  })

  test('a second factor that is required or set up has to be passed', () => {
    const reader = { ...boss, email: 'reader@example.com' }
    for (const [required, secondFactor, step] of [
      [false, 'none', null],
      [false, 'pending', 'verify'],
      [false, 'passed', null],
      [true, 'none', 'set_up'],
      [true, 'pending', 'verify'],
      [true, 'passed', null],
    ] as const) {
      const at = { ...deps, isSecondFactorRequired: required }
      const refused = { ok: false, failure: { kind: 'second_factor_required', step } }
      for (const caller of [boss, reader]) {
        const admitted = requireViewer(at, { ...caller, secondFactor })
        if (step === null) {
          expect(admitted.ok).toBe(true)
        } else {
          expect<unknown>(admitted).toEqual(refused)
        }
      }
    }
    expect<unknown>(requireOperator({ ...deps, isSecondFactorRequired: true }, boss)).toEqual({
      ok: false,
      failure: { kind: 'second_factor_required', step: 'set_up' },
    })
  })

  test('without a session the refusal asks the user to sign in; a key gives no operator rights', () => {
    const unsigned = { ok: false, failure: { kind: 'session_required' } } as const
    expect(requireOperator(deps, null)).toEqual(unsigned)
    expect(requireOperator(deps, { kind: 'anonymous', address: '192.0.2.1' })).toEqual(unsigned)
    for (const credential of ['api_key', 'extension_token'] as const) {
      expect(requireOperator(deps, { ...boss, credential })).toEqual({
        ok: false,
        failure: { kind: 'operator_required' },
      })
    }
  })
})
