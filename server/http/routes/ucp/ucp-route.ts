// Route of the Universal Commerce Protocol. Counts the request, reads the platform header and the body, runs once per
// Idempotency-Key, and refuses in the protocol's format.
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { LimitScope } from '../../../domain/limits/table.ts'
import { onceByKey } from '../../../domain/ucp/once-by-key.ts'
import { ucpVersion } from '../../../domain/ucp/session.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { idempotencyKeyOf } from '../../middleware/idempotency-key.ts'
import { type NamesIn, paramsOf, type Route } from '../../middleware/route.ts'
import { codeOf } from '../../refusals/codes.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readText } from '../../requests/body.ts'
import { pathOf } from '../../requests/paths.ts'
import { codeHeader } from '../../responses/error-code.ts'
import { ucpPath } from './profile.ts'

export type UcpInput<Names extends string> = {
  readonly request: Request
  readonly params: Readonly<Record<Names, string>>
  readonly address: string
  /** JSON of any shape, or undefined without a body. */
  readonly body: unknown
}

export type UcpResponse = {
  readonly status: number
  readonly json: object
  /** Set when nothing was created or changed. The response is then not stored under a key. */
  readonly isUnchanged?: true
  /** Expiry of the session that the response describes. The response is stored until then. */
  readonly endsAt?: Date
}

type Spec<Path extends string> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: Path
  /** Limit in addition to the limit on all requests. */
  readonly limit?: LimitScope
  /** Pass a named function, so that stack traces identify the route. */
  readonly act: (
    context: HttpContext,
    input: UcpInput<NamesIn<Path>>,
  ) => Promise<Result<UcpResponse, Failure>>
}

/** Builds a route that the document omits, because the protocol publishes its specification. */
export const ucpRoute = <const Path extends string>(spec: Spec<Path>): Route<HttpContext> => ({
  method: spec.method,
  path: `${ucpPath}${spec.path}`,
  contract: null,
  respond: async (context, { request, params }) => {
    const address = context.clientAddress(request)
    const admitted = await admit(context, request, { address, limit: spec.limit })
    if (!admitted.ok) return refuse(admitted.failure)
    const received = spec.method === 'GET' ? ok('') : await readText(request)
    if (!received.ok) return refuse(received.failure)
    const body = parseBody(received.value)
    if (!body.ok) return refuse(body.failure)
    const names = paramsOf<Path>(params)
    const act = () => spec.act(context, { request, params: names, address, body: body.value })
    if (spec.method === 'GET') {
      const response = await act()
      return response.ok ? toResponse(response.value) : refuse(response.failure)
    }
    return await actOnce(context, request, { address, body: received.value }, act)
  },
})

async function admit(
  { deps }: HttpContext,
  { headers }: Request,
  { address, limit }: { readonly address: string; readonly limit: LimitScope | undefined },
): Promise<Result<void, Failure>> {
  const scopes: readonly LimitScope[] =
    limit === undefined ? ['ucp-requests'] : ['ucp-requests', limit]
  for (const scope of scopes) {
    const slot = await consumeRateLimit(deps, scope, address)
    if (!slot.ok) return slot
  }
  return readAgent(headers.get('ucp-agent') ?? '')
}

/**
 * Validates the header `profile="https://platform.example/profile"`, an RFC 8941 dictionary. The profile is not
 * fetched: the service has a single version and capability, and no response depends on the platform's capabilities.
 */
function readAgent(header: string): Result<void, Failure> {
  const [, profile = ''] = /(?:^|[,;])\s*profile="([^"\\]{1,2000})"/.exec(header) ?? []
  if (!URL.canParse(profile)) return fail({ kind: 'ucp_agent_invalid' })
  const { protocol, username, password } = new URL(profile)
  if (protocol !== 'https:' || username !== '' || password !== '') {
    return fail({ kind: 'ucp_agent_invalid' })
  }
  const [, version = ucpVersion] = /[,;]\s*version="([^"\\]{1,40})"/.exec(header) ?? []
  return version === ucpVersion ? ok(undefined) : fail({ kind: 'ucp_version_unsupported' })
}

function parseBody(text: string): Result<unknown, Failure> {
  if (text.trim() === '') return ok(undefined)
  try {
    return ok(JSON.parse(text))
  } catch {
    // JSON.parse throws only for invalid JSON.
    return fail({ kind: 'invalid_json' })
  }
}

async function actOnce(
  { deps }: HttpContext,
  request: Request,
  { address, body }: { readonly address: string; readonly body: string },
  act: () => Promise<Result<UcpResponse, Failure>>,
): Promise<Response> {
  let response: Response | null = null
  const call = {
    address,
    key: idempotencyKeyOf(request),
    operation: `${request.method} ${pathOf(request.url)}`,
    body,
  }
  const replied = await onceByKey(deps, call, async () => {
    const acted = await act()
    response = acted.ok ? toResponse(acted.value) : refuse(acted.failure)
    const { status } = response
    const endsAt = acted.ok ? (acted.value.endsAt ?? null) : null
    const reply = { status, body: await response.clone().text(), endsAt }
    return { reply, isKept: acted.ok && acted.value.isUnchanged !== true }
  })
  if (!replied.ok) return refuse(replied.failure)
  if (response !== null) return response
  const { status, body: text } = replied.value
  const headers = { ...sentHeaders, 'idempotent-replayed': 'true' }
  return new Response(text, { status, headers })
}

const sentHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

const toResponse = ({ status, json }: UcpResponse): Response =>
  new Response(JSON.stringify(json), { status, headers: sentHeaders })

/** Returns a protocol error as the specification defines it: `code` and `content`. */
function refuse(failure: Failure): Response {
  const { status, error, headers } = refusalOf(failure)
  const code = codeOf(failure)
  const json = JSON.stringify({ code: ownCodes.get(failure.kind) ?? code, content: error })
  return new Response(json, {
    status,
    headers: { ...sentHeaders, ...headers, ...codeHeader(code) },
  })
}

/** Error codes that the protocol defines. */
const ownCodes: ReadonlyMap<string, string> = new Map([
  ['ucp_agent_invalid', 'invalid_profile_url'],
  ['ucp_version_unsupported', 'version_unsupported'],
])
