// Which secret is sent to which endpoint.

export type Credentials = {
  readonly apiKey: string | undefined
  readonly extensionToken: string | undefined
}

const forms = {
  apiKey: /^svc_live_[0-9a-f]{48}$/,
  extensionToken: /^svc_ext_[0-9a-f]{48}$/,
} as const

/** Throws a TypeError that does not show the secret, which may belong to another service. */
export function checkCredentials(credentials: Credentials): void {
  for (const name of ['apiKey', 'extensionToken'] as const) {
    const value = credentials[name]
    if (value === undefined || forms[name].test(value)) continue
    const prefix = name === 'apiKey' ? 'svc_live_' : 'svc_ext_'
    throw new TypeError(`${name} has to be ${prefix} followed by 48 hexadecimal characters.`)
  }
}

/** Public paths, which receive no secret. */
const open: ReadonlySet<string> = new Set(['/api/price', '/api/printability'])

/**
 * Returns the secret for a path. Generations accept an extension token but no key. Paths that accept both receive the
 * key.
 */
export function secretFor(
  path: string,
  { apiKey, extensionToken }: Credentials,
): string | undefined {
  if (open.has(path)) return undefined
  if (/^\/api\/(generate|retexture)\b/.test(path)) return extensionToken
  return apiKey ?? extensionToken
}
