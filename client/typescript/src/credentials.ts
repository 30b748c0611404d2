// Which secret goes with which endpoint.

export type Credentials = {
  readonly apiKey: string | undefined
  readonly extensionToken: string | undefined
}

const forms = {
  apiKey: /^svc_live_[0-9a-f]{48}$/,
  extensionToken: /^svc_ext_[0-9a-f]{48}$/,
} as const

/** Throws a TypeError that does not show the secret, which may be one of something else. */
export function checkCredentials(credentials: Credentials): void {
  for (const name of ['apiKey', 'extensionToken'] as const) {
    const value = credentials[name]
    if (value === undefined || forms[name].test(value)) continue
    const prefix = name === 'apiKey' ? 'svc_live_' : 'svc_ext_'
    throw new TypeError(`${name} has to be ${prefix} followed by 48 hexadecimal characters.`)
  }
}

/** Open to everyone: no secret travels there. */
const open: ReadonlySet<string> = new Set(['/api/price', '/api/printability'])

/** Generations take an extension token and no key; where both are accepted, the key is sent. */
export function secretFor(
  path: string,
  { apiKey, extensionToken }: Credentials,
): string | undefined {
  if (open.has(path)) return undefined
  if (/^\/api\/(generate|retexture)\b/.test(path)) return extensionToken
  return apiKey ?? extensionToken
}
