// Every route with every credential: who is admitted, as which account, and that a refusal changes nothing.
import { describe, expect, test } from 'bun:test'
import { use, useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'
import type { RequirementId } from '../../requirements.ts'
import { type Cast, type Credential, openCast, type Who } from './credentials-cast.ts'
import { type Row, TABLE } from './credentials-table.ts'

const service = useService()
const shared = use(() => openCast(service))

const keyManagement = [
  requirement('keys.session-required'),
  requirement('auth.session.key-management'),
  requirement('auth.key.not-key-management'),
  requirement('auth.token.not-key-management'),
]
const webhook = [
  requirement('events.billing-webhook-no-signature'),
  requirement('events.billing-webhook-bad-signature'),
]
const operators = [requirement('decision.operator-only'), requirement('decision.operator-emails')]

/** Sentences of the contract about credentials, by the row that tests them. */
const COVERED: Readonly<Record<string, readonly RequirementId[]>> = {
  'POST /api/print/orders': [
    requirement('auth.key.submit'),
    requirement('auth.key.bearer'),
    requirement('auth.key.x-api-key'),
    requirement('auth.key.rule-401'),
    requirement('auth.key.rule-rotation-immediate'),
    requirement('auth.key.rule-revocation-immediate'),
    requirement('auth.token.submit'),
    requirement('auth.token.bearer'),
    requirement('auth.token.x-api-key'),
    requirement('auth.token.revocable'),
    requirement('auth.session.not-submit'),
    requirement('orders.submit.error.no-credential'),
    requirement('orders.absent.sandbox'),
  ],
  'GET /api/print/orders/:code': [
    requirement('auth.key.read'),
    requirement('auth.key.rule-account-orders'),
    requirement('auth.token.not-order-read'),
    requirement('auth.session.not-order-read'),
    requirement('orders.read.unauthorized'),
    requirement('orders.read.foreign'),
  ],
  'GET /api/account/api-key': keyManagement,
  'POST /api/account/api-key': keyManagement,
  'DELETE /api/account/api-key': keyManagement,
  'DELETE /api/account/extension-tokens/:id': [requirement('decision.token-foreign')],
  'GET /api/operator/orders/:code': operators,
  'POST /api/operator/orders/:code/status': operators,
  'POST /api/operator/orders/:code/refund': operators,
  'GET /operator': operators,
  'GET /operator/orders/:code': operators,
  'POST /operator/orders/:code': operators,
  'POST /operator/orders/:code/refund': operators,
  'POST /api/order-status': [requirement('events.order-status-key')],
  'POST /api/billing/webhook': webhook,
  'POST /api/webhook': webhook,
}

test('each sentence of the contract names rows that exist', () => {
  const routes = TABLE.map(({ route }) => route)
  expect(Object.keys(COVERED).filter((route) => !routes.includes(route))).toEqual([])
})

test('every mounted route has a row, and every row a route', () => {
  const mounted = service.app.routes.map(({ method, path }) => `${method} ${path}`)
  expect(TABLE.map(({ route }) => route).toSorted()).toEqual(mounted.toSorted())
})

describe('with every credential', () => {
  for (const row of TABLE) {
    const check = () => checkRow(row)
    const name = `${row.route} lets in whom it should`
    const covered = COVERED[row.route]
    if (covered === undefined) {
      test(name, check)
    } else {
      verifies(covered, name, check)
    }
  }
})

async function checkRow(row: Row): Promise<void> {
  const cast = row.spends === true ? await openCast(service) : shared
  const cells = cast.credentials.map((credential) => {
    const who = admittedAs(row, credential)
    return { credential, who, expected: expectation(row, credential, who) }
  })
  const shut = cells.filter(({ who }) => who === null)
  const admitted = cells.filter(({ who }) => who !== null)
  await row.prepare?.(cast, service)
  const before = await everything()
  expect(await collectResponses(row, cast, shut)).toEqual(expectations(shut))
  if (row.takes !== 'anyone') expect(await everything()).toEqual(before)
  expect(await collectResponses(row, cast, admitted)).toEqual(expectations(admitted))
  if (row.takes !== 'anyone') expect(admitted.length).toBeGreaterThan(0)
}

type Cell = {
  readonly credential: Credential
  readonly who: Who | null
  readonly expected: string
}

/**
 * Returns the account that the route admits, null when it refuses. The first accepted kind in the request decides,
 * even when that secret is invalid. The API refuses an invalid secret whatever the route accepts; the sign-in library
 * does not read it.
 */
function admittedAs({ route, takes }: Row, { proves, dead }: Credential): Who | null {
  if (takes === 'anyone') return null
  const decides = dead !== undefined && (takes.includes(dead) || / \/api\/(?!auth\/)/.test(route))
  if (decides) return null
  const shown = Object.entries(proves).find(([kind]) => takes.some((taken) => taken === kind))
  return shown?.[1] ?? null
}

function expectation(row: Row, { elsewhere }: Credential, who: Who | null): string {
  if (elsewhere === true && row.elsewhere !== undefined) return row.elsewhere
  if (who === null) return row.refused
  const admitted = typeof row.admitted === 'string' ? row.admitted : row.admitted[who]
  return admitted.replace('as themselves', `as the ${who}`)
}

const expectations = (cells: readonly Cell[]) =>
  cells.map(({ credential, expected }) => `${credential.name}: ${expected}`)

async function collectResponses(
  row: Row,
  cast: Cast,
  cells: readonly Cell[],
): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { credential } of cells) {
    lines.push(`${credential.name}: ${await fetchResponse(row, cast, credential)}`)
  }
  return lines
}

/**
 * Returns the status, the text of a refusal, the target of a redirect, and the account when the response names a
 * person.
 */
async function fetchResponse(row: Row, cast: Cast, { headers }: Credential): Promise<string> {
  const [method = '', routePath = ''] = row.route.split(' ')
  const { path = routePath, ...init } = (await row.request?.(cast, service)) ?? {}
  const response = await service.fetch(path, {
    method,
    ...init,
    headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
  })
  const text = await response.text()
  const words = [String(response.status)]
  const location = response.headers.get('location')
  if (location !== null) words.push(location.replace(cast.orderCode, ':code'))
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const error = isJson && response.status >= 400 ? errorOf(JSON.parse(text)) : null
  if (error !== null) words.push(error)
  for (const who of ['owner', 'other', 'operator'] as const) {
    const { marks } = cast.people[who]
    if (marks.some((mark) => text.includes(mark))) words.push(`as the ${who}`)
  }
  return words.join(' ')
}

function errorOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null
  const { error } = body
  // JSON-RPC's errors are objects.
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return String(error.message)
  }
  return String(error)
}

/** Returns the state that a refused request must leave unchanged. */
async function everything(): Promise<unknown> {
  const tables = ['accounts', 'api_keys', 'extension_tokens', 'orders', 'web_orders', 'models']
  return Promise.all(
    tables.map(async (table) => {
      const { pool } = service.service.database
      const found = await pool.query(`select to_jsonb(t) as row from ${table} t order by 1`)
      return found.rows
    }),
  )
}
