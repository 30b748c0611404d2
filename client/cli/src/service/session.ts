// The service that a command calls, and the keys that it may use there.

import { createClient, type Retry, type SvcClient } from '../../../typescript/src/index.ts'
import { startDeadline } from '../../../typescript/src/shared.ts'
import { CliError, exitCodes, usageError } from '../terminal/exit-codes.ts'
import {
  type CallTool,
  createRepeatingCaller,
  createToolCaller,
  maxRetries,
} from './agent-tools.ts'
import {
  type Credentials,
  credentialsPath,
  readCredentials,
  type SecretKind,
  secretForms,
} from './credentials.ts'
import { createFetch, type Fetch } from './fetch.ts'
import { unreachable } from './unreachable.ts'

export type Secret = {
  readonly value: string
  /** Variable or file that the key comes from. */
  readonly source: string
}

export type Session = {
  readonly baseUrl: string
  readonly apiKey: Secret | null
  readonly extensionToken: Secret | null
  readonly fetch: Fetch
  readonly client: SvcClient
  readonly callTool: CallTool
  /** For tools that change and spend nothing: repeats calls whose response was lost. */
  readonly callAgain: CallTool
}

export type SessionOptions = {
  readonly environment: NodeJS.ProcessEnv
  /** Value of `--url`. */
  readonly url: string | undefined
  /** Value of `--timeout`, for each request including its retries. undefined leaves the limit to the command. */
  readonly timeoutMs: number | undefined
  readonly version: string
  readonly onServiceVersion?: (serviceVersion: string) => void
  readonly onRetry?: (retry: Retry) => void
}

const secretNames: Readonly<Record<SecretKind, string>> = {
  apiKey: 'an API key: svc_live_ and 48 hexadecimal digits',
  extensionToken: 'an extension token: svc_ext_ and 48 hexadecimal digits',
}

const localUrl = 'http://localhost:3000'

/** Opens a session. A key in the file is used only for the address for which it was stored. */
export async function openSession({
  environment,
  url,
  timeoutMs,
  version,
  onServiceVersion,
  onRetry,
}: SessionOptions): Promise<Session> {
  const path = credentialsPath(environment)
  const fromEnvironment = environment['SVC_API_KEY']?.trim()
  const tokenFromEnvironment = environment['SVC_EXTENSION_TOKEN']?.trim()
  const needsFile = !fromEnvironment || !tokenFromEnvironment || !(url ?? environment['SVC_URL'])
  const stored = needsFile ? await readCredentials(path) : null
  const baseUrl = readBaseUrl(url ?? (environment['SVC_URL'] || (stored?.url ?? localUrl)))
  const own: Partial<Credentials> =
    stored !== null && readBaseUrl(stored.url) === baseUrl ? stored : {}
  const apiKey = secretOf({
    kind: 'apiKey',
    variable: 'SVC_API_KEY',
    set: fromEnvironment,
    kept: own.apiKey,
    path,
  })
  const extensionToken = secretOf({
    kind: 'extensionToken',
    variable: 'SVC_EXTENSION_TOKEN',
    set: tokenFromEnvironment,
    kept: own.extensionToken,
    path,
  })
  if (apiKey !== null || extensionToken !== null) refusePlainHttp(baseUrl, environment)
  const send = createFetch(version, onServiceVersion)
  const callOnce = createToolCaller(baseUrl, apiKey?.value ?? null, send)
  const callTool: CallTool = (name, args, ms) => callOnce(name, args, timeoutMs ?? ms)
  const callRepeatedly = createRepeatingCaller(callOnce, { onRetry })
  return {
    baseUrl,
    apiKey,
    extensionToken,
    fetch: send,
    client: createClient({
      baseUrl,
      apiKey: apiKey?.value,
      extensionToken: extensionToken?.value,
      fetch: send,
      timeoutMs,
      onRetry,
      // The command line reports its own version.
      onOtherVersion: () => {},
      // A user at a terminal is told within seconds that nothing serves the address.
      retries: maxRetries,
    }),
    callTool,
    callAgain: (name, args, ms, signal) => callRepeatedly(name, args, timeoutMs ?? ms, signal),
  }
}

type SecretPlaces = {
  readonly kind: SecretKind
  readonly variable: string
  readonly set: string | undefined
  readonly kept: string | undefined
  readonly path: string
}

function secretOf({ kind, variable, set, kept, path }: SecretPlaces): Secret | null {
  if (set && !secretForms[kind].test(set)) {
    throw new CliError(exitCodes.credentials, `${variable} does not hold ${secretNames[kind]}.`)
  }
  if (set) return { value: set, source: variable }
  return kept === undefined ? null : { value: kept, source: path }
}

/** Returns the address without a path and without a trailing slash. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.username !== ''
  ) {
    throw usageError(
      `"${text}" is not the address of a service: it must look like https://print.example.com`,
    )
  }
  return url.origin
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Throws for an unencrypted connection, on which a key could be intercepted. */
export function refusePlainHttp(baseUrl: string, environment: NodeJS.ProcessEnv): void {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:' || isLoopback(hostname) || environment['SVC_ALLOW_HTTP'] === '1') return
  throw usageError(
    `${baseUrl} is not encrypted, so the key was not sent. Use https://, or set SVC_ALLOW_HTTP=1 on a network that you trust.`,
  )
}

export function requireKey({ apiKey, baseUrl }: Session): string {
  if (apiKey !== null) return apiKey.value
  throw new CliError(
    exitCodes.credentials,
    `There is no API key for ${baseUrl}. Issue one at ${baseUrl}/account, then run svc login, or set SVC_API_KEY.`,
  )
}

/**
 * Whether the service accepts the key. Reading a nonexistent order code returns 404 with a valid key, and 401
 * otherwise.
 */
export async function isKeyValid(
  { baseUrl, fetch }: Pick<Session, 'baseUrl' | 'fetch'>,
  key: string,
  timeoutMs = 15_000,
): Promise<boolean> {
  const deadline = startDeadline(timeoutMs)
  const response = await fetch(`${baseUrl}/api/print/orders/SVC-000000`, {
    headers: { authorization: `Bearer ${key}` },
    signal: deadline.signal,
  })
    .catch(() => {
      throw new CliError(exitCodes.unavailable, unreachable(baseUrl))
    })
    .finally(deadline.release)
  if (response.status === 401) return false
  if (response.status === 404) return true
  throw new CliError(
    exitCodes.unavailable,
    `${baseUrl} returned status ${response.status}, so the key could not be checked.`,
  )
}
