// contract.md 9.3, at the interfaces: each counter is set to one below its limit, one more request is admitted, the
// next is refused. Numbers, windows and subjects are copied from the contract manually.
import { beforeEach, describe, expect } from 'bun:test'
import { limits } from '../../../server/domain/limits/table.ts'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { openGenerationService, type TestPerson } from '../../../testing/engines/generation.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { countersOf, setCounter, windowNow } from '../../../testing/service/counters.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { use } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'
import type { RequirementId } from '../../requirements.ts'

beforeEach(() => awayFromWindowEnd())

const service = use(openGenerationService)

const hour = 3600
const quarterHour = 900

type Answer = { readonly refused: boolean; readonly waitSeconds: number; readonly text: string }
type Limited = {
  readonly scope: string
  readonly subject: string
  readonly limit: number
  readonly windowSeconds: number
  readonly ask: () => Promise<Answer>
}

/** Runs everything within one window of the database's clock, and repeats what the end of a window interrupts. */
async function expectLimit({ ask, limit, ...counter }: Limited): Promise<readonly Answer[]> {
  const { db } = service
  const before = await windowNow(db, counter.windowSeconds)
  await setCounter(db, counter, limit - 1)
  const responses = [await ask(), await ask()] as const
  const counted = await countersOf(db, counter)
  const after = await windowNow(db, counter.windowSeconds)
  if (before.opened !== after.opened) return expectLimit({ ask, limit, ...counter })
  expect(responses.map(({ refused }) => refused)).toEqual([false, true])
  // There is one row, so the set counter is the effective one. The refusal is not counted.
  expect(counted.at(-1)).toBe(limit)
  const [, { waitSeconds }] = responses
  expect(waitSeconds).toBeLessThanOrEqual(before.secondsLeft)
  expect(waitSeconds).toBeGreaterThanOrEqual(Math.max(1, after.secondsLeft))
  return responses
}

const DEFAULT = '{"error":"Generation limit reached. Please try again later."}'

type EndpointRow = {
  readonly id: RequirementId | readonly RequirementId[]
  readonly scope: string
  readonly limit: number
  readonly ask: (person: TestPerson) => Promise<Response>
  /** The account's email by default. */
  readonly subject?: () => string
  /** An hour by default. */
  readonly windowSeconds?: number
  /** The default message when omitted. */
  readonly text?: string
}

const namedRows = {
  'model-import': [
    requirement('limits.table.model-import'),
    requirement('limits.enforced.model-import'),
  ],
  'detect-colors': [
    requirement('limits.table.detect-colors'),
    requirement('limits.enforced.detect-colors'),
  ],
  'images-generate': [requirement('limits.table.images'), requirement('limits.enforced.images')],
  'images-edit': [requirement('limits.table.images'), requirement('limits.enforced.images')],
  'cart-reprice': [
    requirement('limits.table.cart-reprice'),
    requirement('limits.enforced.cart-reprice'),
  ],
  'agent-order': [
    requirement('limits.table.agent-order'),
    requirement('limits.enforced.agent-order'),
  ],
  'agent-support': [
    requirement('limits.table.agent-support'),
    requirement('limits.enforced.agent-support'),
  ],
  'gift-cards-check': [
    requirement('limits.table.gift-cards'),
    requirement('limits.enforced.gift-cards'),
  ],
  'gift-cards-purchase': [
    requirement('limits.table.gift-cards'),
    requirement('limits.enforced.gift-cards'),
  ],
}

const supportIds = [
  requirement('limits.table.support-assistant'),
  requirement('limits.enforced.support-assistant'),
]

describe('endpoints', () => {
  const post = (path: string, headers: Record<string, string>, body: string | FormData) =>
    service.fetch(path, { method: 'POST', headers, body })
  const json = { 'content-type': 'application/json' }

  /** Each request passes the limiter and then fails for another reason: 400. */
  const rows: readonly EndpointRow[] = [
    {
      id: requirement('limits.table.generate'),
      scope: 'generate',
      limit: 20,
      ask: ({ session }: TestPerson) => post('/api/generate', { ...session, ...json }, ''),
    },
    {
      id: requirement('limits.table.generate-start'),
      scope: 'generate-start',
      limit: 20,
      ask: ({ token }: TestPerson) => post('/api/generate/start', { ...token, ...json }, ''),
    },
    {
      id: requirement('limits.table.slice-quote'),
      scope: 'slice-quote',
      limit: 30,
      ask: ({ session }: TestPerson) => post('/api/slice-quote', { ...session, ...json }, '{}'),
      text: '{"error":"Too many slice requests — try again shortly."}',
    },
    {
      id: requirement('limits.table.retexture'),
      scope: 'retexture',
      limit: 30,
      ask: ({ session }: TestPerson) => post('/api/retexture', { ...session, ...json }, '{}'),
    },
    {
      id: requirement('limits.table.print-upload'),
      scope: 'print-upload',
      limit: 40,
      ask: ({ session }: TestPerson) => post('/api/print-upload', { ...session }, new FormData()),
    },
    ...(['/sign', '/complete'] as const).map((path) => ({
      id: requirement('limits.table.print-upload'),
      scope: 'print-upload',
      limit: 40,
      ask: ({ session }: TestPerson) =>
        post(`/api/print-upload${path}`, { ...session, ...json }, '{}'),
    })),
    ...(
      [
        ['model-import', 'model-import', 20],
        ['detect-colors', 'detect-colors', 30],
        ['images-generate', 'images/generate', 40],
        ['images-edit', 'images/edit', 40],
        ['cart-reprice', 'cart-reprice', 60],
        ['agent-order', 'agent/order', 12],
        ['agent-support', 'agent/support', 12],
        ['gift-cards-check', 'gift-cards/check', 20],
        ['gift-cards-purchase', 'gift-cards/purchase', 20],
      ] as const
    ).map(([scope, path, limit]) => ({
      id: namedRows[scope],
      scope,
      limit,
      ask: ({ session }: TestPerson) => post(`/api/${path}`, { ...session, ...json }, '{}'),
    })),
    {
      id: requirement('limits.table.printability'),
      scope: 'printability-signed-in',
      limit: 60,
      ask: ({ session }: TestPerson) => post('/api/printability', { ...session }, new FormData()),
    },
    {
      id: requirement('limits.table.printability'),
      scope: 'printability-anonymous',
      limit: 12,
      // Address of requests without a socket.
      subject: () => 'unknown',
      ask: () => post('/api/printability', {}, new FormData()),
    },
    {
      id: supportIds,
      scope: 'support-assistant-signed-in',
      limit: 60,
      ask: ({ session }: TestPerson) => post('/api/support', { ...session, ...json }, '{}'),
    },
    {
      id: supportIds,
      scope: 'support-assistant-anonymous',
      limit: 20,
      subject: () => 'unknown',
      ask: () => post('/api/support', json, '{}'),
    },
    {
      id: requirement('limits.table.code-send'),
      scope: 'code-send',
      limit: 3,
      windowSeconds: quarterHour,
      ask: ({ email }: TestPerson) =>
        post(
          '/api/auth/sign-up/email',
          { ...json, origin: service.baseUrl },
          JSON.stringify({ email, password: 'a good password', image: 7 }),
        ),
      text: '{"error":"Too many codes were requested. Wait a few minutes and try again."}',
    },
  ]
  for (const { id, scope, limit, windowSeconds = hour, subject, ask, text = DEFAULT } of rows) {
    verifies(id, `${scope}: ${limit} in ${windowSeconds} s`, async () => {
      const person = await service.person()
      const responses = await expectLimit({
        scope,
        subject: subject?.() ?? person.email,
        limit,
        windowSeconds,
        ask: async () => {
          const response = await ask(person)
          expect([400, 429]).toContain(response.status)
          return {
            refused: response.status === 429,
            waitSeconds: Number(response.headers.get('retry-after')),
            text: await response.text(),
          }
        },
      })
      expect(responses[1]?.text).toBe(text)
    })
  }
})

describe('allowances of the agent endpoint', () => {
  const byAccount = ({ accountId }: TestAccount) => `account:${accountId}`
  const byEmail = ({ email }: TestAccount) => email

  const rows = [
    {
      id: requirement('limits.allowance.reads'),
      scope: 'agent-reads',
      limit: 300,
      subject: byAccount,
      calls: [
        ['list_materials', {}],
        ['estimate_price', { grams: 1 }],
        ['get_lead_time', {}],
        ['track_order', { order_code: 'SVC-ZZZZZZ', email: 'a@example.com' }],
        ['list_my_orders', {}],
        ['get_order', { code: 'SVC-ZZZZZZ' }],
        ['get_generation', { job_id: 'none' }],
      ],
    },
    {
      id: requirement('limits.allowance.file-fetches'),
      scope: 'agent-file-fetches',
      limit: 40,
      subject: byAccount,
      calls: [
        ['check_printability', { model_url: 'https://127.0.0.1/a.stl' }],
        ['quote_print', { model_url: 'https://127.0.0.1/a.stl' }],
      ],
    },
    {
      id: requirement('limits.allowance.quote-print'),
      scope: 'agent-quote-print',
      limit: 30,
      subject: byEmail,
      calls: [['quote_print', { model_url: 'https://127.0.0.1/a.stl' }]],
    },
    {
      id: requirement('limits.allowance.credits'),
      scope: 'agent-credits',
      limit: 20,
      subject: byAccount,
      calls: [['generate_model', { prompt: 'a cup', confirm: true }]],
    },
    {
      id: requirement('limits.allowance.money'),
      scope: 'agent-money',
      limit: 10,
      subject: byAccount,
      calls: [
        [
          'create_print_order',
          {
            quote_id: crypto.randomUUID(),
            confirm: true,
            recipient_name: 'Ada',
            email: 'ada@example.com',
            street1: '1 Main Street',
            city: 'Springfield',
            state: 'IL',
            zip: '62701',
            country: 'US',
          },
        ],
      ],
    },
    {
      id: requirement('limits.allowance.endpoint'),
      scope: 'agent-endpoint',
      limit: 600,
      subject: byAccount,
      calls: [['list_materials', {}]],
    },
  ] as const

  for (const { id, scope, limit, subject, calls } of rows) {
    for (const [name, args] of calls) {
      verifies(id, `${scope}: ${name}, ${limit} an hour`, async () => {
        const account = await service.account()
        await expectLimit({
          scope,
          subject: subject(account),
          limit,
          windowSeconds: hour,
          ask: async () => {
            const { text, isError } = await callTool(service, account, name, args)
            const wait = text.match(/ (\d+) seconds?/)
            const refused = isError && /limit|allowance|too many/i.test(text) && wait !== null
            return { refused, waitSeconds: Number(wait?.[1]), text }
          },
        })
      })
    }
  }

  verifies('limits.allowance.unreadable-bodies', async () => {
    const account = await service.account()
    await expectLimit({
      scope: 'agent-unreadable-bodies',
      subject: byAccount(account),
      limit: 30,
      windowSeconds: hour,
      ask: async () => {
        const headers = { 'content-type': 'application/json', ...account.headers }
        const response = await service.fetch('/api/mcp', { method: 'POST', headers, body: '{' })
        expect([400, 429]).toContain(response.status)
        return {
          refused: response.status === 429,
          waitSeconds: Number(response.headers.get('retry-after')),
          text: await response.text(),
        }
      },
    })
  })
})

verifies(
  [
    'limits.none.submit',
    'limits.none.order-read',
    'limits.none.api-key',
    'limits.none.price',
    'limits.none.generate-status',
    'limits.enforced.status-unlimited',
  ],
  'endpoints without a limit respond when every counter of their caller is full',
  async () => {
    const account = await service.account()
    const person = await service.person()
    const { code } = await placed(submit(service, account))
    const started = await service.post('/api/generate/start', person, { prompt: 'a cup' })
    const { jobId } = await started.json()
    const everyone = [account, person].flatMap(({ accountId, email }) => [
      email,
      accountId,
      `account:${accountId}`,
    ])
    for (const [scope, { windowSeconds }] of Object.entries(limits)) {
      for (const subject of [...everyone, 'unknown', 'address:unknown']) {
        await setCounter(service.db, { scope, subject, windowSeconds }, 1_000_000)
      }
    }
    // Proves that the counters are full: an endpoint with a limit refuses.
    expect((await service.post('/api/generate', person, '')).status).toBe(429)

    expect((await placed(submit(service, account))).paid).toBe(true)
    const statusOf = async (path: string, init: RequestInit) =>
      [path, (await service.fetch(path, init)).status] as const
    const status = `/api/generate/status?jobId=${jobId}`
    const body = JSON.stringify({ bboxMm: { x: 10, y: 10, z: 10 } })
    const statuses = [
      await statusOf(`/api/print/orders/${code}`, { headers: account.headers }),
      await statusOf('/api/account/api-key', { headers: person.session }),
      await statusOf('/api/price', { method: 'POST', headers: person.session, body }),
      await statusOf(status, { headers: person.session }),
      await statusOf(status, { headers: person.token }),
    ]
    expect(statuses.filter(([, statusCode]) => statusCode !== 200)).toEqual([])
  },
)
