// The protocol layer alone: any tools, counters in memory, no database. Requests go straight into the handler.

import { createMcpHandler, type McpParts } from '../../mcp/handler.ts'
import { createRegistry, type Tool } from '../../mcp/registry.ts'
import type { AccountCaller, AccountId } from '../../server/domain/base/caller.ts'
import type { RateCounters } from '../../server/domain/limits/ports.ts'
import { contractSchedule } from '../../server/domain/terms/schedule.ts'
import type { Deps } from '../../server/wiring/deps.ts'

export const MODERN = '2026-07-28'
export const PATH = '/api/mcp'
export const KEY = `svc_live_${'a'.repeat(48)}`
export const KEYED: AccountCaller = {
  kind: 'account',
  accountId: 'account-1' as AccountId,
  email: 'owner@example.com',
  credential: 'api_key',
}

export const versionKey = 'io.modelcontextprotocol/protocolVersion'
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo'

/** `_meta` of a modern request. */
export const META = { [versionKey]: MODERN, [capabilitiesKey]: {} }

/** Tools that read, which share an allowance and a timeout. */
export const READ_TOOLS = [
  'list_materials',
  'estimate_price',
  'get_lead_time',
  'track_order',
  'list_my_orders',
  'get_order',
  'get_generation',
] as const

export type LogLine = { event: string; facts: Record<string, unknown> | undefined }

export type FixtureOptions = {
  readonly tools?: readonly Tool[]
  readonly address?: (request: Request) => string
  readonly counters?: RateCounters
  readonly parts?: Partial<McpParts>
  readonly deps?: Partial<Deps>
}

export type Fixture = {
  readonly handle: (request: Request) => Promise<Response>
  readonly logged: readonly LogLine[]
  readonly taken: ReadonlyMap<string, number>
}

export function openProtocol(options: FixtureOptions = {}): Fixture {
  const logged: LogLine[] = []
  const note = (event: string, facts?: Record<string, unknown>) =>
    void logged.push({ event, facts })
  const counters = memoryCounters()
  // Tools of tests use none of the ports; a tool that does fails with the name of the missing port.
  const deps = {
    baseUrl: 'http://localhost:3000',
    production: true,
    log: { debug: note, info: note, warn: note, error: note },
    rateCounters: options.counters ?? counters,
    termsSchedule: contractSchedule,
    ...options.deps,
  } as Deps
  const handle = createMcpHandler({
    deps,
    registry: createRegistry(options.tools ?? []),
    authenticate: async (request) =>
      request.headers.get('authorization') === `Bearer ${KEY}` ? KEYED : null,
    clientAddress: options.address ?? (() => '192.0.2.1'),
    allowedOrigins: ['https://app.example'],
    serverInfo: { name: 'svc', title: 'Test', version: '1.0.0' },
    instructions: 'For tests.',
    ...options.parts,
  })
  return { handle, logged, taken: counters.taken }
}

/** Counters with one window that never ends. */
export function memoryCounters(): RateCounters & { readonly taken: ReadonlyMap<string, number> } {
  const taken = new Map<string, number>()
  return {
    taken,
    consume: async (scope, subject, limit) => {
      const key = `${scope} ${subject}`
      const count = taken.get(key) ?? 0
      if (count >= limit) return { allowed: false, retryAfterSeconds: 1234 }
      taken.set(key, count + 1)
      return { allowed: true }
    },
  }
}

export type Sent = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent unchanged. */
  readonly body?: unknown
}

export function requestOf({ method = 'POST', headers = {}, body }: Sent): Request {
  const init: RequestInit = { method, headers: { 'content-type': 'application/json', ...headers } }
  if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
  return new Request(`http://localhost${PATH}`, init)
}

// biome-ignore lint/suspicious/noExplicitAny: what comes back is judged by each test
export type Reply = { status: number; headers: Headers; text: string; json: any }

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? undefined : JSON.parse(text),
  }
}

/** Returns a legacy request without any version, unless the body states one. */
export const rpc = (method: string, params?: object, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
})

/** Returns a modern request with everything that it needs. */
export function modern(method: string, params: Readonly<Record<string, unknown>> = {}): Sent {
  const subject = params['name'] ?? params['uri']
  return {
    headers: {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof subject === 'string' ? { 'mcp-name': subject } : {}),
    },
    body: rpc(method, { ...params, _meta: META }, 'm1'),
  }
}
