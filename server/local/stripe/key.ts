// Reads the secret key of a request: `Authorization: Bearer`, or the user name of Basic, as Stripe does.
import { createHash, timingSafeEqual } from 'node:crypto'

export function isAuthorized(request: Request, secretKey: string): boolean {
  const given = keyOf(request)
  return given !== null && timingSafeEqual(digest(given), digest(secretKey))
}

/** Responds with 401 in Stripe's words, with all but the ends of the key masked. */
export function respondUnauthorized(request: Request, requestId: string): Response {
  const given = keyOf(request)
  const message =
    given === null
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${maskKey(given)}`
  return Response.json(
    { error: { type: 'invalid_request_error', message } },
    {
      status: 401,
      headers: { 'request-id': requestId, 'www-authenticate': 'Basic realm="Stripe"' },
    },
  )
}

function keyOf(request: Request): string | null {
  const [scheme, value] = request.headers.get('authorization')?.split(' ') ?? []
  if (value === undefined || value === '') return null
  if (scheme === 'Bearer') return value
  if (scheme !== 'Basic') return null
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? null
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const maskKey = (key: string): string =>
  key.length < 16
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
