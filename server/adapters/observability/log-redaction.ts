// What a log line may contain: facts of limited size, without credentials, passwords and people's addresses.

const HIDDEN = '[redacted]'
const STRING_MAX = 2_000
const ENTRIES_MAX = 50
const DEPTH_MAX = 6

/** Always redacted. Compared in lower case without - and _. */
const HIDDEN_NAMES = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'xapikey',
  'apikey',
  'xinternalkey',
  'internalkey',
  'stripesignature',
  'password',
  'newpassword',
  'secret',
  'clientsecret',
  'token',
  'accesstoken',
  'refreshtoken',
  'otp',
  'email',
  'to',
  'recipient',
  'recipientname',
  'street1',
  'street2',
  'city',
  'zip',
  'phone',
  'address',
  'note',
])

/** Redacted anywhere in a text. A key's short prefix, which pages show as well, is kept. */
const HIDDEN_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(svc_(?:live|ext)_)[A-Za-z0-9]{12,}/g, `$1${HIDDEN}`],
  [/\b((?:sk|rk|pk)_(?:live|test)_)[A-Za-z0-9_]{4,}/g, `$1${HIDDEN}`],
  [/\b(whsec_)[A-Za-z0-9+/=_-]{4,}/g, `$1${HIDDEN}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  [/(:\/\/[^\s:@/]{0,100}):[^\s@/]{1,500}@/g, `$1:${HIDDEN}@`],
  [/[^\s@<>"'(),;:=[\]]{1,64}@[^\s@<>"'(),;:=[\]]{1,255}/g, '[email]'],
]
/** A text without any of these matches none of the patterns. */
const MAY_HOLD_SECRET = /[@_]|bearer|basic/i

/** Plain JSON data, safe to write. */
export function redact(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactEntries(facts, 1)
}

function redactEntries(record: object, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  let left = ENTRIES_MAX
  for (const [name, value] of Object.entries(record)) {
    if (left-- === 0) break
    const hidden = HIDDEN_NAMES.has(name.toLowerCase().replace(/[-_]/g, ''))
    clean[name] = hidden && value !== null && value !== undefined ? HIDDEN : clear(value, depth)
  }
  return clean
}

function clear(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return clearText(value)
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? null : clearObject(value, depth)
    case 'function':
    case 'symbol':
      return undefined
    default:
      return value
  }
}

function clearObject(value: object, depth: number): unknown {
  if (value instanceof Error) return clearError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (depth >= DEPTH_MAX) return '[deeper]'
  if (Array.isArray(value)) {
    return value.slice(0, ENTRIES_MAX).map((entry) => clear(entry, depth + 1))
  }
  if (value instanceof URL) return clearText(value.href)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  return redactEntries(value, depth + 1)
}

function clearError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: clearText(error.message),
    ...('code' in error ? { code: clear(error.code, DEPTH_MAX) } : {}),
    stack: clearText(error.stack ?? ''),
    ...(error.cause && depth < DEPTH_MAX ? { cause: clear(error.cause, depth + 1) } : {}),
  }
}

/** The text without secrets, cut to the limit. */
export function clearText(text: string): string {
  // Cut first: the patterns stay fast on long texts, and a secret across the limit loses its end.
  let clean = text.length > STRING_MAX ? `${text.slice(0, STRING_MAX)}...` : text
  if (!MAY_HOLD_SECRET.test(clean)) return clean
  for (const [pattern, replacement] of HIDDEN_TEXTS) clean = clean.replace(pattern, replacement)
  return clean
}
