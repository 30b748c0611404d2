// A client on a scripted network and a separate clock: each attempt takes the next step of the script.
import { createClientOn } from '../../client/typescript/src/client.ts'
import type { Retry } from '../../client/typescript/src/types.ts'
import type { Versions } from '../../client/typescript/src/version.ts'

export type Step =
  | {
      readonly status: number
      readonly body?: unknown
      readonly headers?: Record<string, string>
      /** Number of bytes that arrive instead of the complete body. */
      readonly firstBytes?: number
    }
  /** Error that fetch throws. */
  | { readonly throws: Error }
  /** Nothing arrives until the signal is aborted. */
  | { readonly hangs: () => void }

export type Sent = {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly text: string
  readonly redirect: string | undefined
}

export const API_KEY = `svc_live_${'0'.repeat(48)}`
export const EXTENSION_TOKEN = `svc_ext_${'1'.repeat(48)}`

export const connectionReset = () => new TypeError('fetch failed', { cause: coded('ECONNRESET') })
export const connectionRefused = () =>
  new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })
/** Returns the error that Node's fetch throws when the system call fails. */
export const failedFetch = (code: string, syscall: string) =>
  new TypeError('fetch failed', { cause: Object.assign(coded(code), { syscall }) })
const coded = (code: string) => Object.assign(new Error(`read ${code}`), { code })

export function scriptedClient(
  steps: readonly Step[],
  {
    onRetry,
    ...options
  }: {
    readonly retries?: number
    readonly timeoutMs?: number
    readonly onRetry?: (retry: Retry) => void
    readonly onOtherVersion?: (versions: Versions) => void
  } = {},
) {
  const sent: Sent[] = []
  const slept: number[] = []
  let nowMs = 0
  const client = createClientOn(
    {
      fetch: async (url, init) => {
        const step = steps[sent.length]
        sent.push({
          url,
          method: init.method ?? 'GET',
          headers: new Headers(init.headers),
          text: await new Response(init.body ?? null).text(),
          redirect: init.redirect,
        })
        if (step === undefined) throw new Error('The script has no such step.')
        if ('throws' in step) throw step.throws
        if ('hangs' in step) return hang(step.hangs, init.signal)
        return responseOf(step)
      },
      sleep: async (ms) => {
        slept.push(ms)
        nowMs += ms
      },
      random: () => 1,
      now: () => nowMs,
      onRetry,
    },
    {
      baseUrl: 'https://print.example.com/',
      credentials: { apiKey: API_KEY, extensionToken: EXTENSION_TOKEN },
      ...options,
    },
  )
  return { client, sent, slept }
}

function responseOf({
  body = {},
  firstBytes,
  ...init
}: Extract<Step, { status: number }>): Response {
  if (firstBytes === undefined) return Response.json(body, init)
  const headers = { 'content-type': 'application/json', ...init.headers }
  return new Response(JSON.stringify(body).slice(0, firstBytes), { ...init, headers })
}

function hang(started: () => void, signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    started()
  })
}
