// The format of keys and tokens; only their hash is stored.

import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { issueApiKey } from '../../../server/domain/accounts/api-key.ts'
import {
  createExtensionToken,
  revokeExtensionToken,
} from '../../../server/domain/accounts/extension-tokens.ts'
import type { AccountRecord, Accounts } from '../../../server/domain/accounts/ports.ts'
import {
  createSecret,
  hashSecret,
  recognizeSecret,
} from '../../../server/domain/accounts/secrets.ts'
import type { AccountCaller, AccountId } from '../../../server/domain/base/caller.ts'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import type { Ids, Log } from '../../../server/domain/base/ports.ts'
import { verifies } from '../../helpers/verifies.ts'

const hex48 = '0123456789abcdef0123456789abcdef0123456789abcdef'
const ids: Ids = {
  uuid: () => '00000000-0000-4000-8000-000000000001',
  secretHex: (bytes) => hex48.slice(0, bytes * 2),
  randomInt: () => 0,
}
const caller: AccountCaller = {
  kind: 'account',
  accountId: 'user-1' as AccountId,
  email: 'a@example.com',
  credential: 'session',
}
const card = {
  customerId: customerIdOf('cus_1'),
  paymentMethodId: paymentMethodIdOf('pm_1'),
  brand: 'visa',
  last4: '4242',
}

/** Returns accounts that record every call and fail a test on unexpected calls. */
function recording(storedAccount: AccountRecord | null, room = true) {
  const calls: unknown[][] = []
  const createdAt = new Date('2026-05-06T07:08:09Z')
  const unexpected = (name: string) => (): never => {
    throw new Error(`${name} was not expected`)
  }
  const accounts: Accounts = {
    read: async () => storedAccount,
    linkCustomer: unexpected('linkCustomer'),
    replaceCustomer: unexpected('replaceCustomer'),
    loseCard: unexpected('loseCard'),
    saveCard: unexpected('saveCard'),
    removeCard: unexpected('removeCard'),
    readSpending: unexpected('readSpending'),
    setSpendingLimits: unexpected('setSpendingLimits'),
    setBuyer: unexpected('setBuyer'),
    findIdByEmail: unexpected('findIdByEmail'),
    findByApiKeyHash: unexpected('findByApiKeyHash'),
    findByExtensionTokenHash: unexpected('findByExtensionTokenHash'),
    readApiKey: unexpected('readApiKey'),
    replaceApiKey: async (accountId, hash, prefix, overlapHours) => {
      calls.push(['replaceApiKey', accountId, hash, prefix, overlapHours])
      return { prefix, createdAt, replaced: null }
    },
    deleteApiKey: unexpected('deleteApiKey'),
    addExtensionToken: async (accountId, token, most) => {
      calls.push(['addExtensionToken', accountId, token, most])
      return room ? { id: token.id, name: token.name, prefix: token.prefix, createdAt } : null
    },
    listExtensionTokens: unexpected('listExtensionTokens'),
    deleteExtensionToken: unexpected('deleteExtensionToken'),
  }
  const logged: unknown[] = []
  const note = (event: string, facts?: Record<string, unknown>) => void logged.push([event, facts])
  const log: Log = { debug: note, info: note, warn: note, error: note }
  return { deps: { accounts, ids, log }, calls, logged, createdAt }
}

const account = {
  id: caller.accountId,
  email: caller.email,
  customerId: customerIdOf('cus_1'),
  card,
  cardLostAt: null,
  limits: { accountCents: null, apiKeyCents: null },
  buyer: { company: null, vatId: null, purchaseOrder: null },
}
const key = `svc_live_${hex48}`
const keyHash = createHash('sha256').update(key).digest('hex')

describe('secrets', () => {
  verifies(['auth.key.format', 'decision.secret-form'], async () => {
    const bytes: number[] = []
    const made = await createSecret(
      {
        secretHex: (count) => {
          bytes.push(count)
          return hex48
        },
      },
      'api_key',
    )
    expect(bytes).toEqual([24])
    expect(made.secret).toMatch(/^svc_live_[0-9a-f]{48}$/)
  })

  verifies('auth.token.format', async () => {
    expect((await createSecret(ids, 'extension_token')).secret).toBe(`svc_ext_${hex48}`)
  })

  verifies('decision.secret-hash', 'the hash is SHA-256 of the whole secret, in hex', async () => {
    expect(await hashSecret(key)).toBe(keyHash)
    // FIPS 180-4 example.
    expect(await hashSecret('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  test('the display prefix shows few of the random characters', async () => {
    expect((await createSecret(ids, 'api_key')).prefix).toBe('svc_live_01234')
    expect((await createSecret(ids, 'extension_token')).prefix).toBe('svc_ext_012345')
  })

  test.each([
    [key, 'api_key'],
    [`svc_ext_${hex48}`, 'extension_token'],
    [key.slice(0, -1), null],
    [`${key}0`, null],
    [key.toUpperCase(), null],
    [`svc_live_${hex48.toUpperCase()}`, null],
    [`svc_test_${hex48}`, null],
    [` ${key}`, null],
    [`${key}\n`, null],
    [hex48, null],
    ['', null],
  ] as const)('%j is recognized as %j', (value, kind) => {
    expect(recognizeSecret(value)).toBe(kind)
  })
})

describe('issueApiKey', () => {
  verifies(['auth.key.rule-hashed', 'auth.key.rule-shown-once'], async () => {
    const { deps, calls, logged, createdAt } = recording(account)
    expect(await issueApiKey(deps, caller)).toEqual({
      ok: true,
      value: { key, prefix: 'svc_live_01234', createdAt, replaced: null },
    })
    expect(calls).toEqual([['replaceApiKey', 'user-1', keyHash, 'svc_live_01234', 0]])
    expect(JSON.stringify(logged)).not.toContain(hex48)
  })

  verifies('auth.key.rule-card-first', async () => {
    for (const without of [{ ...account, card: null }, null]) {
      const { deps, calls } = recording(without)
      expect(await issueApiKey(deps, caller)).toEqual({
        ok: false,
        failure: { kind: 'card_required' },
      })
      expect(calls).toEqual([])
    }
  })
})

describe('createExtensionToken', () => {
  verifies('auth.token.hashed', async () => {
    const { deps, calls, logged, createdAt } = recording(account)
    const token = `svc_ext_${hex48}`
    const id = '00000000-0000-4000-8000-000000000001'
    expect(await createExtensionToken(deps, caller, { name: '  My laptop \n' })).toEqual({
      ok: true,
      value: { id, token, prefix: 'svc_ext_012345', name: 'My laptop', createdAt },
    })
    const hash = createHash('sha256').update(token).digest('hex')
    expect(calls).toEqual([
      [
        'addExtensionToken',
        'user-1',
        { id, hash, prefix: 'svc_ext_012345', name: 'My laptop' },
        50,
      ],
    ])
    expect(JSON.stringify(logged)).not.toContain(hex48)
  })

  test.each(['', '   ', 'x'.repeat(101), 'a\u0000b', 'a\nb', 'a\u007fb'])(
    'refuses the name %j',
    async (name) => {
      const { deps, calls } = recording(account)
      expect(await createExtensionToken(deps, caller, { name })).toEqual({
        ok: false,
        failure: { kind: 'token_name_invalid' },
      })
      expect(calls).toEqual([])
    },
  )

  test.each(['x', 'x'.repeat(100), '🖨️'.repeat(50), 'Büro <b>'])(
    'accepts the name %j',
    async (name) => {
      const { deps } = recording(account)
      expect(await createExtensionToken(deps, caller, { name })).toMatchObject({ value: { name } })
    },
  )

  test('refuses more than the maximum', async () => {
    const { deps } = recording(account, false)
    expect(await createExtensionToken(deps, caller, { name: 'x' })).toEqual({
      ok: false,
      failure: { kind: 'too_many_tokens' },
    })
  })

  test.each(['', 'x', "'; drop table", '00000000-0000-4000-8000-00000000000'])(
    'an invalid id, %j, is not found without a query',
    async (id) => {
      const { deps } = recording(account)
      expect(await revokeExtensionToken(deps, caller, id)).toEqual({
        ok: false,
        failure: { kind: 'token_not_found' },
      })
    },
  )
})
