// Guards the auth library. Decides which of its paths are open, limits code sending and password attempts, checks new
// passwords and turns refusals into sentences. Both /api/auth and the forms of the account page use this gate.
import * as v from 'valibot'
import {
  findKnownDevice,
  forgetDevices,
  rememberDevice,
} from '../../domain/accounts/known-devices.ts'
import { passwordProblem } from '../../domain/accounts/password-rules.ts'
import { ok, type Result } from '../../domain/base/result.ts'
import { errorCodeHeader } from '../../domain/errors/catalog.ts'
import { jsonObjectSentence } from '../../domain/errors/sentences.ts'
import { isCrossSitePost } from '../middleware/authenticate.ts'
import type { HttpDeps } from '../middleware/deps.ts'
import { refuseMethod } from '../middleware/methods.ts'
import type { Failure } from '../refusals/failure.ts'
import { failureToResponse } from '../refusals/refusal-of.ts'
import { readJsonBody } from '../requests/body.ts'
import { appendCookies } from '../requests/cookies.ts'
import { codeHeader, refusedWith } from '../responses/error-code.ts'
import { logAuthCall } from './auth-events.ts'
import { type AnyPath, formPaths, type PostPath, postPaths } from './auth-paths.ts'
import { authSentence, passwordRefusal, signInCode } from './auth-sentences.ts'
import { type AuthCaller, returnNetworkSlot, takeAuthSlots } from './auth-slots.ts'
import { deviceCookie, readDeviceTokens } from './device-cookie.ts'
import { busy, type PasswordGate } from './password-gate.ts'

export type AuthGateDeps = {
  readonly deps: Pick<
    HttpDeps,
    | 'baseUrl'
    | 'accounts'
    | 'sessions'
    | 'rateCounters'
    | 'production'
    | 'log'
    | 'ids'
    | 'knownDevices'
    | 'isCommonPassword'
  >
  /** Handler of the auth library. */
  readonly handler: (request: Request) => Promise<Response>
  /** Client address of the request, if known. */
  readonly clientAddress: (request: Request) => string
  readonly passwordGate: PasswordGate
  /**
   * Pause that starts together with a call that sends a code. The response waits for both. Defaults to `codePauseMs`.
   */
  readonly codePause?: () => Promise<void>
}

export type AuthGate = {
  /** Responds to a request under /api/auth. */
  readonly respond: (request: Request) => Promise<Response>
  /** Calls one library path on behalf of a form in `request`. */
  readonly post: (request: Request, path: AnyPath, body: object) => Promise<Response>
}

export const authBase = '/api/auth'
export const crossSiteSentence = 'Requests from another site are not accepted here.'
/** Maximum body size of a request to the auth library, in bytes. */
export const authBodyBytes = 16 * 1024

/**
 * Minimum duration of a call that sends a code, in milliseconds. Creating an account writes more rows than finding one,
 * so without the pause the response time would reveal whether the account exists.
 */
const codePauseMs = 500

const allPaths = { ...postPaths, ...formPaths }

/** Calls from a session, or from a sign-in that waits for its second factor. */
const isSecondFactor = (path: AnyPath) => path.startsWith('/two-factor/')

/**
 * Paths that hash a password. Passwords for unknown addresses are hashed too, so that the response time does not reveal
 * accounts.
 */
const hashingPaths: ReadonlySet<AnyPath> = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/email-otp/reset-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/** Paths that set a password. */
const newPasswordPaths: ReadonlySet<AnyPath> = new Set([
  '/sign-up/email',
  '/email-otp/reset-password',
])
/** Paths that prove the caller's identity, after which the device is known. */
const identityPaths: ReadonlySet<AnyPath> = new Set([
  '/sign-in/email',
  '/email-otp/verify-email',
  '/email-otp/reset-password',
])

export function createAuthGate(parts: AuthGateDeps): AuthGate {
  return {
    post: (request, path, body) => postToLibrary(parts, request, path, body),
    respond: async (request) => {
      const path = new URL(request.url).pathname.slice(authBase.length)
      if (path === '/get-session') return await respondWithSession(parts, request)
      if (!isPostPath(path)) return refusedWith('not_found', 404, 'Not found')
      if (request.method !== 'POST') return refuseMethod(request, ['POST'])
      if (isCrossSitePost(request)) return refusedWith('cross_site', 403, crossSiteSentence)
      const body = await readBody(request, path)
      return body.ok
        ? withErrorOnly(await postToLibrary(parts, request, path, body.value))
        : failureToResponse(body.failure)
    },
  }
}

async function respondWithSession(parts: AuthGateDeps, request: Request): Promise<Response> {
  if (!isRead(request)) return refuseMethod(request, ['GET'])
  const read = await parts.handler(libraryRequest(parts, request, '/get-session', null))
  return withErrorOnly(await withoutToken(await withSentence(read)))
}

/** Calls the library and logs the call. */
async function postToLibrary(
  parts: AuthGateDeps,
  request: Request,
  path: AnyPath,
  body: object,
): Promise<Response> {
  const { deps, clientAddress } = parts
  const session = path === '/sign-out' ? await deps.sessions.read(request.headers) : null
  const { response, caller } = await callLibrary(parts, request, path, body)
  await logAuthCall(deps, {
    path,
    response,
    client: clientAddress(request),
    email: caller?.email ?? null,
    isKnownDevice: Boolean(caller?.device),
    signedIn: session?.accountId ?? null,
  })
  return response
}

type LibraryCall = { readonly response: Response; readonly caller: AuthCaller | null }

async function callLibrary(
  parts: AuthGateDeps,
  request: Request,
  path: AnyPath,
  body: object,
): Promise<LibraryCall> {
  const { deps } = parts
  // Checked before attempts are counted: a caller refused because of load from others keeps its attempts.
  const refused = bodyRefusal(deps, path, body) ?? loadRefusal(parts, path)
  if (refused !== null) return { response: refused, caller: null }
  const caller = isSecondFactor(path)
    ? await sessionCallerOf(parts, request)
    : await callerOf(parts, request, body)
  const slots = caller === null ? ok(null) : await takeAuthSlots(deps, allPaths[path], caller)
  if (!slots.ok) return { response: failureToResponse(slots.failure), caller }
  const called = await askLibrary(parts, request, path, body)
  if (!called.ok) return { response: failureToResponse(called.failure), caller }
  const response = await withSentence(called.value)
  if (response.ok && caller !== null && identityPaths.has(path)) {
    await returnNetworkSlot(deps, allPaths[path], caller)
    const cookie = await knownDeviceCookie(parts, request, path, caller)
    appendCookies(response.headers, [cookie])
  }
  return { response, caller }
}

const loadRefusal = ({ passwordGate }: AuthGateDeps, path: AnyPath): Response | null =>
  hashingPaths.has(path) && passwordGate.isFull() ? failureToResponse(busy) : null

/** Passes the call on. A call that sends a code takes at least as long as its pause. */
async function askLibrary(
  parts: AuthGateDeps,
  request: Request,
  path: AnyPath,
  body: object,
): Promise<Result<Response, Failure>> {
  const { handler, passwordGate, codePause = () => Bun.sleep(codePauseMs) } = parts
  const kind = allPaths[path]
  let pause: Promise<void> | undefined
  const ask = () => {
    if (kind === 'sign_up' || kind === 'code') pause = codePause()
    return handler(libraryRequest(parts, request, path, libraryBody(path, body)))
  }
  const called = hashingPaths.has(path) ? await passwordGate.run(ask) : ok(await ask())
  await pause
  return called
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function isPostPath(path: string): path is PostPath {
  return Object.hasOwn(postPaths, path)
}

async function readBody(request: Request, path: PostPath): Promise<Result<object, Failure>> {
  // JSON with cookies can only come from our pages: a form on another site cannot set this content type.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    return path === '/sign-out'
      ? ok({})
      : { ok: false, failure: { kind: 'field_invalid', message: jsonObjectSentence } }
  }
  const json = await readJsonBody(request, authBodyBytes)
  if (!json.ok) return json
  return typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value)
    ? ok(json.value)
    : { ok: false, failure: { kind: 'field_invalid', message: 'Send a JSON object.' } }
}

/** Drops other second-factor options of the library, such as trusting a device. */
function libraryBody(path: AnyPath, body: object): object {
  const parsed = v.safeParse(factorRequest, body)
  if (!isSecondFactor(path) || !parsed.success) return body
  const { code, password, issuer } = parsed.output
  if (code !== undefined) return { code }
  // Only the service's form reaches this path, so no other caller chooses the name that the app shows.
  return path === '/two-factor/enable' ? { password, issuer } : { password }
}

const factorRequest = v.object({
  code: v.optional(v.string()),
  password: v.optional(v.string()),
  issuer: v.optional(v.string()),
})
const codeRequest = v.object({ type: v.literal('email-verification') })
const passwordRequest = v.object({ password: v.string(), email: v.optional(v.string(), '') })

/** Returns the refusal of a body that the library must not receive or would wrongly accept, or null. */
function bodyRefusal(deps: AuthGateDeps['deps'], path: AnyPath, body: object): Response | null {
  const invalid = (message: string) => failureToResponse({ kind: 'field_invalid', message })
  // PostgreSQL cannot store NUL in text.
  if (Object.values(body).some((value) => typeof value === 'string' && value.includes('\0'))) {
    return invalid('Text must not contain NUL.')
  }
  if (isSecondFactor(path) && !v.is(factorRequest, body)) return invalid('code must be text.')
  // Other purposes have separate endpoints or are closed.
  if (path === '/email-otp/send-verification-otp' && !v.is(codeRequest, body)) {
    return invalid('type must be email-verification.')
  }
  const parsed = v.safeParse(passwordRequest, body)
  if (!newPasswordPaths.has(path) || !parsed.success) return null
  const problem = passwordProblem(deps, parsed.output)
  if (problem === null) return null
  const refusal = passwordRefusal(problem)
  return Response.json(
    { ...refusal, error: refusal.message },
    {
      status: 400,
      headers: { 'cache-control': 'no-store', ...codeHeader(signInCode(refusal.code)) },
    },
  )
}

const emailRequest = v.looseObject({ email: v.pipe(v.string(), v.trim(), v.toLowerCase()) })

/**
 * Returns the caller to count, or null for a body without an address. The library refuses such bodies first, so they
 * are not counted.
 */
async function callerOf(
  { deps, clientAddress }: AuthGateDeps,
  request: Request,
  body: object,
): Promise<AuthCaller | null> {
  const parsed = v.safeParse(emailRequest, body)
  if (!parsed.success) return null
  const { email } = parsed.output
  const device = await findKnownDevice(deps, { email, tokens: readDeviceTokens(request, deps) })
  const session = device === null ? await deps.sessions.read(request.headers) : null
  const isSignedIn = session?.email === email
  return { email, clientAddress: clientAddress(request), device, isSignedIn }
}

/**
 * Returns the caller of the session, or null without one. The library counts sign-ins that wait for their second
 * factor.
 */
async function sessionCallerOf(
  { deps, clientAddress }: AuthGateDeps,
  request: Request,
): Promise<AuthCaller | null> {
  const session = await deps.sessions.read(request.headers)
  if (session === null) return null
  const { email } = session
  const device = await findKnownDevice(deps, { email, tokens: readDeviceTokens(request, deps) })
  return { email, clientAddress: clientAddress(request), device, isSignedIn: true }
}

/** Returns the cookie that marks this device as known. A password reset forgets all other devices. */
async function knownDeviceCookie(
  { deps }: AuthGateDeps,
  request: Request,
  path: AnyPath,
  { email, device }: AuthCaller,
): Promise<string> {
  const isReset = path === '/email-otp/reset-password'
  if (isReset) await forgetDevices(deps, email)
  const token = await rememberDevice(deps, { email, known: isReset ? null : device })
  const otherTokens = readDeviceTokens(request, deps).filter((other) => other !== device?.token)
  return deviceCookie([token, ...otherTokens], deps)
}

/** Builds a request with exactly the content that was checked here. */
function libraryRequest(
  { deps }: AuthGateDeps,
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
  // A program sends no Origin but may still hold a cookie. Browsers send Origin with every POST.
  if (!headers.has('origin')) headers.set('origin', new URL(deps.baseUrl).origin)
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

const libraryRefusal = v.looseObject({
  code: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
})

/**
 * Reduces a refusal to `error`, the format of the service's other refusals. The library's codes and messages are for
 * our pages only.
 */
async function withErrorOnly(response: Response): Promise<Response> {
  if (response.ok) return response
  const { error } = v.parse(v.object({ error: v.string() }), await response.json())
  const { status, headers } = response
  return Response.json({ error }, { status, headers })
}

const sessionResponse = v.nullable(v.looseObject({ session: v.looseObject({}) }))

/** Removes the session token from the body. It belongs in the cookie, because no page script needs it. */
async function withoutToken(response: Response): Promise<Response> {
  if (!response.ok) return response
  const read = v.parse(sessionResponse, await response.json())
  const session = { ...read?.session }
  delete session['token']
  return Response.json(read === null ? null : { ...read, session }, { headers: response.headers })
}

/**
 * Adds `error` to the library's response, next to its `code` and `message`, which our pages read. Throws on a 5xx, so
 * that the service logs it as an error.
 */
async function withSentence(response: Response): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' })
  appendCookies(headers, response.headers.getSetCookie())
  if (response.status >= 500) throw new Error(`the auth library returned ${response.status}`)
  if (response.ok) {
    headers.set('content-type', 'application/json')
    return new Response(await response.text(), { status: response.status, headers })
  }
  const refusal = v.parse(libraryRefusal, await response.json().catch(() => ({})))
  const error = authSentence(refusal.code, refusal.message)
  headers.set(errorCodeHeader, signInCode(refusal.code))
  return Response.json({ ...refusal, error }, { status: response.status, headers })
}
