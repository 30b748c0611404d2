// The content that a log line may have: facts of limited size, without credentials, passwords and personal addresses.

const redacted = '[redacted]'
const maxStringCharacters = 2_000
const maxEntries = 50
const maxDepth = 6

/** Always redacted. Compared in lower case, without - and _. */
const hiddenNames = new Set([
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

/** Redacted anywhere in a text. A key's short prefix is kept, because pages show it as well. */
const hiddenTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(svc_(?:live|ext|up)_)[A-Za-z0-9]{12,}/g, `$1${redacted}`],
  [/\b((?:sk|rk|pk)_(?:live|test)_)[A-Za-z0-9_]{4,}/g, `$1${redacted}`],
  [/\b(whsec_)[A-Za-z0-9+/=_-]{4,}/g, `$1${redacted}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${redacted}`],
  [/(:\/\/[^\s:@/]{0,100}):[^\s@/]{1,500}@/g, `$1:${redacted}@`],
  [/[^\s@<>"'(),;:=[\]]{1,64}@[^\s@<>"'(),;:=[\]]{1,255}/g, '[email]'],
]
/** A text without any of these matches none of the patterns. */
const secretHint = /[@_]|bearer|basic/i

/** Returns the facts as plain JSON data that is safe to write. */
export function redact(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactEntries(facts, 1)
}

function redactEntries(record: object, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  let left = maxEntries
  for (const [name, value] of Object.entries(record)) {
    if (left-- === 0) break
    const hidden = hiddenNames.has(name.toLowerCase().replace(/[-_]/g, ''))
    clean[name] = hidden && value !== null && value !== undefined ? redacted : clear(value, depth)
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
  if (depth >= maxDepth) return '[deeper]'
  if (Array.isArray(value)) {
    return value.slice(0, maxEntries).map((entry) => clear(entry, depth + 1))
  }
  if (value instanceof URL) return clearText(value.href)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  return redactEntries(value, depth + 1)
}

function clearError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: clearText(error.message),
    ...('code' in error ? { code: clear(error.code, maxDepth) } : {}),
    stack: clearText(error.stack ?? ''),
    ...(error.cause && depth < maxDepth ? { cause: clear(error.cause, depth + 1) } : {}),
  }
}

/** Returns the text without secrets, cut to the limit. */
export function clearText(text: string): string {
  // Cut first, so that the patterns stay fast on long texts; a secret across the limit loses its end.
  let clean = text.length > maxStringCharacters ? `${text.slice(0, maxStringCharacters)}...` : text
  if (!secretHint.test(clean)) return clean
  for (const [pattern, replacement] of hiddenTexts) clean = clean.replace(pattern, replacement)
  return clean
}
