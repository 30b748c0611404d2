// Stands in front of the auth library: which of its paths are open, the limits on sending codes and on trying passwords,
// and refusals in sentences. Both /api/auth and the forms of the account page come through here.
import * as v from 'valibot'
import type { Failure, LimitFailure } from '../domain/failure.ts'
import type { LimitScope } from '../domain/limits/table.ts'
import { takeSlot } from '../domain/limits/take-slot.ts'
import type { Deps } from '../domain/ports.ts'
import { ok, type Result } from '../domain/result.ts'
import { isCrossSitePost } from './auth.ts'
import { authSentence } from './auth-sentences.ts'
import { readJson } from './body.ts'
import { failureToResponse } from './failure-to-response.ts'
import { answerOtherMethod } from './methods.ts'
import { busy, type PasswordGate } from './password-gate.ts'

export type AuthGateParts = {
  readonly deps: Pick<Deps, 'baseUrl' | 'rateCounters' | 'production' | 'log'>
  /** The auth library. */
  readonly handler: (request: Request) => Promise<Response>
  /** The address that the request came from, as far as it can be told. */
  readonly clientAddress: (request: Request) => string
  readonly passwordGate: PasswordGate
}

export type AuthGate = {
  /** Answers a request under /api/auth. */
  readonly answer: (request: Request) => Promise<Response>
  /** One open path, called for a form that `request` brought. */
  readonly post: (request: Request, path: PostPath, body: object) => Promise<Response>
}

export const authBase = '/api/auth'
const bodyLimitBytes = 16 * 1024

/** Everything else that the library can do is closed. The value says what a call counts as. */
const postPaths = {
  '/sign-up/email': 'code',
  '/email-otp/send-verification-otp': 'code',
  '/email-otp/request-password-reset': 'code',
  '/sign-in/email': 'password',
  // Guessing a code is bounded by the code itself: five tries each, three codes in 15 minutes.
  '/email-otp/verify-email': 'nothing',
  '/email-otp/reset-password': 'nothing',
  '/sign-out': 'nothing',
} as const

export type PostPath = keyof typeof postPaths

/** Unknown addresses are hashed as well, so that the time that an answer takes tells nothing. */
const hashingPaths: ReadonlySet<PostPath> = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/email-otp/reset-password',
])

export function createAuthGate(parts: AuthGateParts): AuthGate {
  const post: AuthGate['post'] = async (request, path, body) => {
    // PostgreSQL cannot hold it, and nobody types it.
    if (Object.values(body).some((value) => typeof value === 'string' && value.includes('\0'))) {
      return failureToResponse({ kind: 'field_invalid', message: 'Text must not contain NUL.' })
    }
    const { passwordGate } = parts
    const hashes = hashingPaths.has(path)
    // Before anything is counted: who is refused for what others do keeps his tries.
    if (hashes && passwordGate.isFull()) return failureToResponse(busy)
    const free = await takeSlots(parts, request, path, body)
    if (!free.ok) return failureToResponse(free.failure)
    const ask = () => parts.handler(libraryRequest(parts, request, path, body))
    if (!hashes) return inSentences(await ask())
    const answer = await passwordGate.run(ask)
    return answer.ok ? inSentences(answer.value) : failureToResponse(answer.failure)
  }
  return {
    post,
    answer: async (request) => {
      const path = new URL(request.url).pathname.slice(authBase.length)
      if (path === '/get-session') {
        if (!isRead(request)) return answerOtherMethod(request, ['GET'])
        return inSentences(await parts.handler(libraryRequest(parts, request, path, null)))
      }
      if (!isPostPath(path)) return Response.json({ error: 'Not found' }, { status: 404 })
      if (request.method !== 'POST') return answerOtherMethod(request, ['POST'])
      if (isCrossSitePost(request)) {
        const error = 'Requests from another site are not accepted here.'
        return Response.json({ error }, { status: 403 })
      }
      const body = await readBody(request, path)
      return body.ok ? post(request, path, body.value) : failureToResponse(body.failure)
    },
  }
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function isPostPath(path: string): path is PostPath {
  return Object.hasOwn(postPaths, path)
}

async function readBody(request: Request, path: PostPath): Promise<Result<object, Failure>> {
  // Only a page of ours can send JSON with cookies: another site's form cannot set this type.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    const message = 'Send a JSON object with content-type: application/json.'
    return path === '/sign-out'
      ? ok({})
      : { ok: false, failure: { kind: 'field_invalid', message } }
  }
  const json = await readJson(request, bodyLimitBytes)
  if (!json.ok) return json
  return typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value)
    ? ok(json.value)
    : { ok: false, failure: { kind: 'field_invalid', message: 'Send a JSON object.' } }
}

const withEmail = v.looseObject({ email: v.pipe(v.string(), v.trim(), v.toLowerCase()) })

/**
 * Counts by the address in the body whether or not it has an account, so that a refusal tells nothing about it. A body
 * without an address is not counted: the library refuses it before it does anything.
 */
async function takeSlots(
  { deps, clientAddress }: AuthGateParts,
  request: Request,
  path: PostPath,
  body: object,
): Promise<Result<void, LimitFailure>> {
  const sent = v.safeParse(withEmail, body)
  if (!sent.success) return ok(undefined)
  const { email } = sent.output
  const slots: Record<(typeof postPaths)[PostPath], readonly (readonly [LimitScope, string])[]> = {
    nothing: [],
    code: [['code-send', email]],
    password: [
      ['sign-in', `${clientAddress(request)} ${email}`],
      ['sign-in-account', email],
    ],
  }
  for (const [scope, subject] of slots[postPaths[path]]) {
    const slot = await takeSlot(deps, scope, subject)
    if (!slot.ok) return slot
  }
  return ok(undefined)
}

/** What the library sees is exactly what was looked at here. */
function libraryRequest(
  { deps }: AuthGateParts,
  request: Request,
  path: string,
  body: object | null,
): Request {
  const headers = new Headers()
  for (const name of ['cookie', 'origin', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const url = `${deps.baseUrl}${authBase}${path}`
  if (body === null) return new Request(url, { headers })
  // A program sends no Origin and may still hold a cookie; browsers name it on every post.
  if (!headers.has('origin')) headers.set('origin', new URL(deps.baseUrl).origin)
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

const libraryRefusal = v.looseObject({
  code: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
})

/**
 * The library's answer, with `error` beside its own `code` and `message`: the service's envelope and what the library's
 * clients read. Throws on a 5xx, so that the one error path of the door logs it.
 */
async function inSentences(response: Response): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  if (response.status >= 500) throw new Error(`the auth library answered ${response.status}`)
  if (response.ok) {
    headers.set('content-type', 'application/json')
    return new Response(await response.text(), { status: response.status, headers })
  }
  const refusal = v.parse(libraryRefusal, await response.json().catch(() => ({})))
  const error = authSentence(refusal.code, refusal.message)
  return Response.json({ ...refusal, error }, { status: response.status, headers })
}
