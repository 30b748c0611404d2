// svc against a service whose responses are scripted: what it prints of web orders, limits and pauses.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { pauseText } from '../../../client/cli/src/program.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { API_KEY } from '../scripted-client.ts'
import { useCli } from './run-cli.ts'

const cli = useCli(() => ({ SVC_API_KEY: API_KEY }))

async function against<Value>(
  respond: () => Response,
  run: (options: { env: { SVC_URL: string } }) => Promise<Value>,
): Promise<Value> {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => respond() })
  try {
    return await run({ env: { SVC_URL: `http://127.0.0.1:${server.port}` } })
  } finally {
    await server.stop(true)
  }
}

const toolResult = (fields: object) => () =>
  Response.json({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: 'A sentence.' }], structuredContent: fields },
  })

const listed = {
  order_code: 'CART-ABC234',
  reference: 'SKU-1',
  store: 'web',
  quote_id: null,
  status: 'RECEIVED',
  status_label: 'Received',
  paid: true,
  charge: null,
  amount: 21,
  file_name: '0.stl',
  quantity: 2,
  line_count: 2,
  created_at: '2026-11-28T10:00:00.000Z',
}

test('an order of several models is listed with their number and whether it is paid', async () => {
  const respond = toolResult({ count: 1, orders: [listed] })
  const { stdout } = await against(respond, (options) => cli.run(['orders'], options))
  expect(stdout).toContain('2 parts of 2 models')
  expect(stdout).toMatch(/\$21\.00\s+paid\s/)
  expect(stdout).not.toContain('0.stl')
  expect(await against(respond, (options) => cli.json(0, ['orders'], options))).toMatchObject([
    { code: 'CART-ABC234', reference: 'SKU-1', lineCount: 2, total: 21, charge: null },
  ])
})

test('a website order has the field names of every other order, and those of the tool', async () => {
  const respond = toolResult({
    order_code: 'CART-ABC234',
    status: 'SHIPPED',
    status_label: 'Shipped',
    tracking: { carrier: 'DHL', shipped_at: '2026-11-28T10:00:00.000Z' },
    lines: [{ file_name: 'a.stl' }],
  })
  const order = await against(respond, (options) => cli.json(0, ['track', 'CART-ABC234'], options))
  const shippedAt = '2026-11-28T10:00:00.000Z'
  expect(order).toEqual({
    code: 'CART-ABC234',
    order_code: 'CART-ABC234',
    status: 'SHIPPED',
    statusLabel: 'Shipped',
    status_label: 'Shipped',
    tracking: { carrier: 'DHL', shippedAt, shipped_at: shippedAt },
    lines: [{ fileName: 'a.stl', file_name: 'a.stl' }],
  })
})

test('an upload beyond the limit states when the next is allowed, and what needs no upload', async () => {
  writeFileSync(cli.at('part.stl'), cubeStl({ sizeMm: 20 }))
  const respond = () =>
    Response.json(
      { error: 'Generation limit reached. Please try again later.' },
      {
        status: 429,
        headers: {
          'retry-after': '1800',
          'x-error-code': 'rate_limited',
          'ratelimit-policy': '"print-upload";q=40;w=3600',
        },
      },
    )
  const failed = await against(respond, (options) => cli.json(5, ['quote', 'part.stl'], options))
  expect(failed).toMatchObject({
    error: expect.stringMatching(/uploads .* in 1800 seconds.* gs:\/\/ .*dryRun/),
    code: 'rate_limited',
    retryAfterSeconds: 1800,
  })
})

test.each([
  ['processing_time_used_up', 'print-upload', 'Your processing time of this hour is used up.'],
  ['rate_limited', 'account-bytes', 'Too many files were stored for your account.'],
])(
  'an upload refused with %s by %s has the sentence of the service',
  async (code, limit, error) => {
    writeFileSync(cli.at('part.stl'), cubeStl({ sizeMm: 20 }))
    const respond = () =>
      Response.json(
        { error },
        {
          status: 429,
          headers: {
            'retry-after': '1800',
            'x-error-code': code,
            'ratelimit-policy': `"${limit}";q=40;w=3600`,
          },
        },
      )
    expect(
      await against(respond, (options) => cli.json(5, ['quote', 'part.stl'], options)),
    ).toMatchObject({ error: `${error} Try again in 1800 seconds.`, code })
  },
)

test('a pause names its reason and length', () => {
  const request = { method: 'POST', path: '/api/print-upload' }
  expect(pauseText({ ...request, status: 429, pauseMs: 49_500 })).toBe(
    'The rate limit of POST /api/print-upload is used up. Trying again in 50 s; Ctrl-C stops.',
  )
  expect(pauseText({ ...request, status: 503, pauseMs: 2_000 })).toContain('status 503')
  expect(pauseText({ ...request, status: null, pauseMs: 2_000 })).toContain(
    'The connection failed. Trying again in 2 s',
  )
})
