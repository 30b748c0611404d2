// Accounts, keys and tokens in a real PostgreSQL: stored values, and concurrent calls.

import { describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import {
  createAccounts,
  deleteUnconfirmedAccount,
  ensureAccount,
} from '../../server/db/accounts/accounts.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import { use, useDatabase } from '../../testing/use.ts'

const database = useDatabase({ poolSize: 20 })
const accounts = use(() => createAccounts(database))

let made = 0
async function newAccount(): Promise<AccountId> {
  made += 1
  const id = `user-${made}` as AccountId
  await ensureAccount(database.db, id, `User${made}@Example.com`)
  return id
}

const token = (name = 'laptop') => ({
  id: randomUUID(),
  hash: `hash-${randomUUID()}`,
  prefix: 'svc_ext_abcdef',
  name,
})

describe('accounts', () => {
  test('an address is stored lowercased, and a second ensure changes nothing', async () => {
    const id = await newAccount()
    await ensureAccount(database.db, id, 'other@example.com')
    expect(await accounts.read(id)).toEqual({
      id,
      email: `user${made}@example.com`,
      customerId: null,
      card: null,
      buyer: { company: null, vatId: null, purchaseOrder: null },
      cardLostAt: null,
    })
    await deleteUnconfirmedAccount(database.db, id)
    expect(await accounts.read(id)).toBeNull()
  })

  test('of several customers linked concurrently, one is stored, and every call returns it', async () => {
    const id = await newAccount()
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        accounts.linkCustomer(id, customerIdOf(`cus_${made}_${index}`)),
      ),
    )
    const stored = (await accounts.read(id))?.customerId
    expect(stored).toMatch(/^cus_/)
    expect(new Set<string | null | undefined>(responses)).toEqual(new Set([stored]))
    expect(await accounts.linkCustomer(id, customerIdOf('cus_late'))).toBe(
      stored ?? customerIdOf(''),
    )
  })

  test('a card is stored by customer, replaced by the next, and deleted only when it is the saved one', async () => {
    const id = await newAccount()
    await accounts.linkCustomer(id, customerIdOf('cus_card'))
    const card = {
      customerId: customerIdOf('cus_card'),
      paymentMethodId: paymentMethodIdOf('pm_1'),
      brand: 'visa',
      last4: '4242',
    }
    expect(await accounts.saveCard({ ...card, customerId: customerIdOf('cus_nobody') })).toBe(false)
    expect((await accounts.read(id))?.card).toBeNull()
    expect(await accounts.saveCard(card)).toBe(true)
    expect((await accounts.read(id))?.card).toEqual(card)
    const second = { ...card, paymentMethodId: paymentMethodIdOf('pm_2'), last4: '0005' }
    expect(await accounts.saveCard(second)).toBe(true)
    await accounts.removeCard(paymentMethodIdOf('pm_1'))
    expect((await accounts.read(id))?.card).toEqual(second)
    await accounts.removeCard(paymentMethodIdOf('pm_2'))
    expect((await accounts.read(id))?.card).toBeNull()
  })

  test('a card is not saved for a deleted account, whose event may arrive late', async () => {
    const id = await newAccount()
    await accounts.linkCustomer(id, customerIdOf('cus_late'))
    await database.db
      .updateTable('accounts')
      .set({ closed_at: new Date() })
      .where('id', '=', id)
      .execute()
    const card = {
      customerId: customerIdOf('cus_late'),
      paymentMethodId: paymentMethodIdOf('pm_1'),
      brand: 'visa',
      last4: '4242',
    }
    expect(await accounts.saveCard(card)).toBe(false)
  })
})

describe('the API key row', () => {
  test('a replaced key is deleted immediately, and so is a revoked one', async () => {
    const id = await newAccount()
    await accounts.replaceApiKey(id, 'hash-first', 'svc_live_aaaaa')
    expect(await accounts.findByApiKeyHash('hash-first')).toEqual({
      kind: 'account',
      accountId: id,
      email: `user${made}@example.com`,
      credential: 'api_key',
    })
    await accounts.replaceApiKey(id, 'hash-second', 'svc_live_bbbbb')
    expect(await accounts.findByApiKeyHash('hash-first')).toBeNull()
    expect((await accounts.findByApiKeyHash('hash-second'))?.accountId).toBe(id)
    expect((await accounts.readApiKey(id))?.prefix).toBe('svc_live_bbbbb')
    await accounts.deleteApiKey(id)
    await accounts.deleteApiKey(id)
    expect(await accounts.findByApiKeyHash('hash-second')).toBeNull()
    expect(await accounts.readApiKey(id)).toBeNull()
  })

  test('a replaced key works until it expires, and its predecessor no longer works', async () => {
    const id = await newAccount()
    const works = async (hash: string) => (await accounts.findByApiKeyHash(hash)) !== null
    await accounts.replaceApiKey(id, 'hash-a', 'svc_live_a', 24)
    // A first key replaces none.
    expect((await accounts.readApiKey(id))?.replaced).toBeNull()
    const before = Date.now()
    const { replaced } = await accounts.replaceApiKey(id, 'hash-b', 'svc_live_b', 24)
    expect(replaced?.prefix).toBe('svc_live_a')
    const hours = ((replaced?.validUntil.getTime() ?? 0) - before) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    expect([await works('hash-a'), await works('hash-b')]).toEqual([true, true])
    await accounts.replaceApiKey(id, 'hash-c', 'svc_live_c', 24)
    expect([await works('hash-a'), await works('hash-b'), await works('hash-c')]).toEqual([
      false,
      true,
      true,
    ])
    await database.db
      .updateTable('api_keys')
      .set({ replaced_until: new Date(Date.now() - 1) })
      .where('account_id', '=', id)
      .execute()
    expect([await works('hash-b'), await works('hash-c')]).toEqual([false, true])
    expect((await accounts.readApiKey(id))?.replaced).toBeNull()
    await accounts.replaceApiKey(id, 'hash-d', 'svc_live_d', 24)
    await accounts.replaceApiKey(id, 'hash-e', 'svc_live_e')
    expect([await works('hash-c'), await works('hash-d'), await works('hash-e')]).toEqual([
      false,
      false,
      true,
    ])
    await accounts.replaceApiKey(id, 'hash-f', 'svc_live_f', 24)
    await accounts.deleteApiKey(id)
    expect([await works('hash-e'), await works('hash-f')]).toEqual([false, false])
  })

  test('the creation time is that of the rotation', async () => {
    const id = await newAccount()
    await accounts.replaceApiKey(id, 'hash-old', 'p')
    await database.db
      .updateTable('api_keys')
      .set({ created_at: new Date('2026-01-02T03:04:05Z') })
      .where('account_id', '=', id)
      .execute()
    const rotated = await accounts.replaceApiKey(id, 'hash-new', 'p')
    expect(rotated.createdAt.getTime()).toBeGreaterThan(Date.parse('2026-01-02T03:04:05Z'))
    expect((await accounts.readApiKey(id))?.createdAt).toEqual(rotated.createdAt)
  })

  test('many concurrent rotations leave exactly one key', async () => {
    const id = await newAccount()
    const hashes = Array.from({ length: 16 }, (_, index) => `hash-race-${index}`)
    await Promise.all(hashes.map((hash) => accounts.replaceApiKey(id, hash, 'p')))
    const found = await Promise.all(hashes.map((hash) => accounts.findByApiKeyHash(hash)))
    expect(found.filter((caller) => caller !== null)).toHaveLength(1)
  })

  test('the hash of an extension token is not the hash of an API key', async () => {
    const id = await newAccount()
    const added = token()
    await accounts.addExtensionToken(id, added, 50)
    expect(await accounts.findByApiKeyHash(added.hash)).toBeNull()
    expect((await accounts.findByExtensionTokenHash(added.hash))?.credential).toBe(
      'extension_token',
    )
  })
})

describe('extension token rows', () => {
  test('concurrent calls never exceed the maximum of an account', async () => {
    const id = await newAccount()
    const added = await Promise.all(
      Array.from({ length: 30 }, () => accounts.addExtensionToken(id, token(), 20)),
    )
    expect(added.filter((record) => record !== null)).toHaveLength(20)
    expect(await accounts.listExtensionTokens(id)).toHaveLength(20)
  })

  test('are listed newest first, without the hash', async () => {
    const id = await newAccount()
    const first = await accounts.addExtensionToken(id, token('first'), 50)
    const second = await accounts.addExtensionToken(id, token('second'), 50)
    if (first === null || second === null) throw new Error('no room')
    expect(await accounts.listExtensionTokens(id)).toEqual([second, first])
    expect(Object.keys(second).sort()).toEqual(['createdAt', 'id', 'name', 'prefix'])
  })

  test('are deleted by their owner only', async () => {
    const owner = await newAccount()
    const stranger = await newAccount()
    const added = token()
    await accounts.addExtensionToken(owner, added, 50)
    expect(await accounts.deleteExtensionToken(stranger, added.id)).toBe(false)
    expect((await accounts.findByExtensionTokenHash(added.hash))?.accountId).toBe(owner)
    expect(await accounts.deleteExtensionToken(owner, added.id)).toBe(true)
    expect(await accounts.findByExtensionTokenHash(added.hash)).toBeNull()
    expect(await accounts.deleteExtensionToken(owner, added.id)).toBe(false)
  })
})
