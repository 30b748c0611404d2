// The service as a whole: existing paths, unknown paths, versions, health.

import { describe, expect, test } from 'bun:test'
import type { Deps } from '../../../server/wiring/deps.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { orderForm, placed, submit } from '../../../testing/people/submit.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { openTestService } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

const status = async (method: string, path: string, headers: Record<string, string> = {}) =>
  (await service.fetch(path, { method, headers: { ...account.headers, ...headers } })).status

describe('paths', () => {
  verifies('service.path.submit', async () => {
    const forms: Record<string, string>[] = [
      { authorization: `Bearer ${account.apiKey}` },
      { 'x-api-key': account.apiKey },
    ]
    for (const headers of forms) {
      const sent = { method: 'POST', headers, body: orderForm() }
      expect((await service.fetch('/api/print/orders', sent)).status).toBe(201)
    }
  })

  verifies('service.path.key-management', async () => {
    const cookie = await service.signIn('key-owner@example.com')
    const methods = ['GET', 'POST', 'DELETE'] as const
    const responses = async (headers: Record<string, string>) => {
      const statuses: number[] = []
      for (const method of methods) {
        statuses.push((await service.fetch('/api/account/api-key', { method, headers })).status)
      }
      return statuses
    }
    // No card is saved on this account yet, so no key is issued.
    expect(await responses({ cookie })).toEqual([200, 402, 200])
    expect(await responses({})).toEqual([401, 401, 401])
    expect(await responses(account.headers)).toEqual([401, 401, 401])
    expect(await responses({ 'x-api-key': account.apiKey })).toEqual([401, 401, 401])
  })

  verifies(['auth.key.rule-account-charged', 'auth.key.rule-account-orders'], async () => {
    const payers = [await service.account(), await service.account()]
    const codes: string[] = []
    for (const payer of payers) codes.push((await placed(submit(service, payer))).code)
    for (const [index, payer] of payers.entries()) {
      expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
        succeeded: 1,
        amountCents: 800,
      })
      expect(await service.stripe.charges({ orderCode: codes[index] ?? '' })).toMatchObject({
        succeeded: 1,
      })
      const reads: number[] = []
      for (const code of codes) {
        reads.push(await status('GET', `/api/print/orders/${code}`, payer.headers))
      }
      expect(reads).toEqual(index === 0 ? [200, 404] : [404, 200])
    }
  })

  verifies('service.no-version-segment', async () => {
    const { code } = await placed(submit(service, account))
    const paths = ['/api/price', '/api/print/orders', `/api/print/orders/${code}`]
    for (const path of paths) {
      for (const version of ['/v1', '/v2', '/api/v1']) {
        const versioned = version === '/api/v1' ? path.replace('/api', version) : version + path
        expect([versioned, await status('POST', versioned)]).toEqual([versioned, 404])
        expect([versioned, await status('GET', versioned)]).toEqual([versioned, 404])
      }
    }
    const response = JSON.stringify(await placed(submit(service, account)))
    expect(response).not.toMatch(/\/v\d+\//)
  })

  verifies('service.no-version-header', async () => {
    const { code } = await placed(submit(service, account))
    const read = (headers: Record<string, string>) =>
      service.fetch(`/api/print/orders/${code}`, { headers: { ...account.headers, ...headers } })
    const plain = await (await read({})).text()
    for (const header of ['api-version', 'x-api-version', 'accept-version', 'svc-version']) {
      for (const value of ['1', '2020-01-01', '99']) {
        const versioned = await read({ [header]: value })
        expect([header, value, await versioned.text()]).toEqual([header, value, plain])
        expect([...versioned.headers.keys()].filter((name) => name.includes('version'))).toEqual([])
      }
    }
  })

  verifies('orders.absent.oauth', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/.well-known/oauth-protected-resource',
      '/oauth/token',
      '/oauth/authorize',
      '/token',
      '/authorize',
      '/register',
    ]) {
      expect([path, await status('GET', path)]).toEqual([path, 404])
      expect([path, await status('POST', path)]).toEqual([path, 404])
    }
  })

  verifies('orders.absent.sandbox', async () => {
    const secret = account.apiKey.slice('svc_live_'.length)
    for (const prefix of ['svc_test_', 'svc_sandbox_', 'svc_', 'sk_test_', '']) {
      const headers = { authorization: `Bearer ${prefix}${secret}` }
      expect([prefix, await status('GET', '/api/print/orders/SVC-ABC234', headers)]).toEqual([
        prefix,
        401,
      ])
      const sent = { method: 'POST', headers, body: orderForm() }
      expect((await service.fetch('/api/print/orders', sent)).status).toBe(401)
    }
  })

  verifies('events.no-registration', async () => {
    for (const path of [
      '/api/webhooks',
      '/api/webhook-endpoints',
      '/api/print/webhooks',
      '/api/account/webhooks',
    ]) {
      expect([path, await status('POST', path)]).toEqual([path, 404])
      expect([path, await status('GET', path)]).toEqual([path, 404])
    }
  })

  verifies('events.no-callback-field', async () => {
    let called = 0
    const listener = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => {
        called += 1
        return new Response()
      },
    })
    const url = `http://127.0.0.1:${listener.port}/hook`
    const names = ['callback', 'callbackUrl', 'callback_url', 'webhook', 'webhookUrl', 'notifyUrl']
    const fields = Object.fromEntries(names.map((name) => [name, url]))
    const { code } = await placed(submit(service, account, { fields }))
    const worker = await service.service.startWorker()
    await until(() => service.mails().length > 0)
    await worker.stop()
    const row = await orderRow(service.db, code)
    expect(JSON.stringify(row)).not.toContain(url)
    await listener.stop(true)
    expect(called).toBe(0)
  })

  test('an unknown path is 404 in the common envelope', async () => {
    for (const path of ['/nope', '/api', '/api/', '/api/nope']) {
      const response = await service.fetch(path)
      expect([path, response.status, await response.text()]).toEqual([
        path,
        404,
        '{"error":"Not found"}',
      ])
    }
  })
})

describe('health', () => {
  verifies('decision.healthz', async () => {
    const response = await service.fetch('/healthz')
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
  })

  /** Report of a machine without keys. */
  const parts = {
    engineHealth: 'ok',
    engines: 'samples',
    images: 'samples',
    textModeration: 'rules',
    pictureModeration: 'off',
    slicerCage: Bun.which('prusa-slicer') === null ? 'none' : 'off',
    // A busy machine may suspend any process.
    eventLoop: expect.any(String),
  }

  const slicerIs = (state: ReturnType<Deps['slicer']['readiness']>) =>
    service.replace({ slicer: { readiness: () => state } })

  verifies('decision.readyz', async () => {
    slicerIs('not_configured')
    const response = await service.fetch('/readyz')
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        ok: true,
        checks: { database: 'ok', storage: 'ok', geometry: 'ok', slicer: 'not configured' },
        parts,
      },
    ])
  })

  test('a configured slicer that is missing is logged as a warning with its path', async () => {
    const own = await openTestService({ env: { SLICER_PATH: '/nowhere/slicer' } })
    const warnings = own.logs().filter(({ event }) => event === 'slicer.unusable')
    expect(warnings).toMatchObject([{ level: 'warn', path: '/nowhere/slicer' }])
    await own.close()
    expect(service.logs().filter(({ event }) => event === 'slicer.unusable')).toEqual([])
  })

  test('/readyz names a broken slicer, and is ready without it', async () => {
    for (const [state, name] of [
      ['broken', 'broken'],
      ['ready', 'ok'],
    ] as const) {
      slicerIs(state)
      const response = await service.fetch('/readyz')
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { ok: true, checks: { slicer: name } },
      ])
    }
  })

  test('/readyz names each part that does not respond', async () => {
    const check = () => Promise.reject(new Error('the bucket is gone'))
    service.replace({ objects: { check } })
    slicerIs('ready')
    const response = await service.fetch('/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        ok: false,
        checks: { database: 'ok', storage: 'failed', geometry: 'ok', slicer: 'ok' },
        parts,
      },
    ])
  })

  test('/readyz of a worker is 503 once no round was completed for three minutes', async () => {
    slicerIs('ready')
    const { orders } = service.deps
    const worker = await service.service.startWorker()
    const read = async () => {
      const response = await service.fetch('/readyz')
      return [response.status, (await response.json()).checks.worker]
    }
    try {
      expect(await read()).toEqual([200, 'ok'])
      let rounds = 0
      const claimUnsettled = () => {
        rounds += 1
        return Promise.reject(new Error('no round is completed'))
      }
      service.replace({ orders: { claimUnsettled } })
      await until(() => rounds > 0)
      service.advance(181)
      expect(await read()).toEqual([503, 'stalled'])
      service.replace({ orders: { claimUnsettled: orders.claimUnsettled } })
      await until(async () => (await read())[0] === 200)
    } finally {
      await worker.stop()
    }
    expect(await read()).toEqual([200, undefined])
  })

  test.each([
    [
      'a trigger raises an error',
      "create or replace function add_order_search() returns trigger language plpgsql as $$ begin raise 'refused by a test'; end $$",
    ],
    [
      'a function that a trigger calls is missing',
      'alter function order_search_words(text, text[]) rename to lost_words',
    ],
  ])('/readyz is 503 while orders cannot be written: %s', async (_what, breakIt) => {
    const own = await openTestService()
    const { pool } = own.service.database
    const read = async () => {
      const response = await own.fetch('/readyz')
      return [response.status, (await response.json()).checks.database]
    }
    const { rows } = await pool.query(
      "select pg_get_functiondef('add_order_search()'::regprocedure) as text",
    )
    await pool.query(breakIt)
    expect(await read()).toEqual([503, 'failed'])
    if (breakIt.startsWith('alter')) {
      await pool.query('alter function lost_words(text, text[]) rename to order_search_words')
    }
    await pool.query(String(rows[0]?.text))
    await waitUntil('it is ready again', async () => (await read())[0] === 200)
    // Files of the attempt are deleted.
    for (const table of ['orders', 'accounts', 'order_events'] as const) {
      expect(await own.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    await own.close()
  })

  test('/readyz is correct for a role that only writes rows, and on a read-only server', async () => {
    const own = await openTestService({ separateRoles: true })
    const state = async () => (await (await own.fetch('/readyz')).json()).checks.database
    expect(await state()).toBe('ok')
    await own.close()
    const other = await openTestService()
    const { pool } = other.service.database
    const name = new URL(other.databaseUrl).pathname.slice(1)
    await pool.query(`alter database ${name} set default_transaction_read_only = on`)
    // Only new sessions begin with this setting.
    const ended = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
    await service.service.database.pool.query(ended, [name])
    const response = await other.fetch('/readyz')
    expect([response.status, (await response.json()).checks.database]).toEqual([503, 'failed'])
    await other.close()
  })

  verifies('decision.readyz-down', async () => {
    const own = await openTestService()
    // The database refuses new connections and drops existing ones.
    const name = new URL(own.databaseUrl).pathname.slice(1)
    await service.service.database.pool.query(`alter database ${name} allow_connections false`)
    await service.service.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
    const response = await own.fetch('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      ok: false,
      checks: { database: 'failed', storage: 'ok' },
    })
    expect((await own.fetch('/healthz')).status).toBe(200)
    await service.service.database.pool.query(`alter database ${name} allow_connections true`)
    await waitUntil('it is ready again', async () => (await own.fetch('/readyz')).status === 200)
    await own.close()
  })
})

test('no configured secret appears in the log of a complete order', async () => {
  await placed(submit(service, account, { headers: { 'x-api-key': account.apiKey } }))
  const text = JSON.stringify(service.logs())
  expect(text.length).toBeGreaterThan(100)
  for (const secret of [
    account.apiKey,
    service.internalKey,
    service.webhookSecret,
    service.stripe.secretKey,
  ]) {
    expect(text).not.toContain(secret)
  }
})
