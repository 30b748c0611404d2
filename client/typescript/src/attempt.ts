// A single attempt to send a request and read the complete response.
import { isOwnResponse } from './response-headers.ts'
import { isUnsent } from './retry-rules.ts'
import { isBrowser } from './runtime.ts'
import type { UploadProgress } from './types.ts'

/** The global fetch, or a compatible function. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Request that can be sent any number of times. */
export type Sendable = {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
}

export type Attempt =
  | { readonly kind: 'response'; readonly response: Response }
  /** The request may have arrived, but there is no complete response. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** The request certainly did not arrive. */
  | { readonly kind: 'unsent'; readonly error: unknown }

export type AttemptParts = {
  readonly fetch: Fetch
  readonly signal: AbortSignal
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined
}

export async function attemptOnce(request: Sendable, parts: AttemptParts): Promise<Attempt> {
  if (parts.signal.aborted) return { kind: 'unsent', error: parts.signal.reason }
  try {
    const response = await parts.fetch(request.url, initOf(request, parts))
    const totalBytes = request.body?.byteLength ?? 0
    report(parts.onUploadProgress, { sentBytes: totalBytes, totalBytes })
    return { kind: 'response', response: await readWhole(response, request.method) }
  } catch (error) {
    return { kind: isUnsent(error) ? 'unsent' : 'lost', error }
  }
}

/**
 * Reports the progress. An error in the caller's callback must neither break the upload nor make its outcome unknown.
 */
function report(
  onUploadProgress: AttemptParts['onUploadProgress'],
  progress: UploadProgress,
): void {
  try {
    onUploadProgress?.(progress)
  } catch {}
}

function initOf(
  { method, headers, body }: Sendable,
  { signal, onUploadProgress }: AttemptParts,
): RequestInit & { duplex?: 'half' } {
  // A redirected POST would become a GET. Browsers hide the target of a redirect, so the refusal cannot name it there.
  const redirect = method === 'GET' || method === 'HEAD' ? 'follow' : 'manual'
  const init = { method, headers, redirect, signal } as const
  if (body === null) return init
  // Browsers stream request bodies only over HTTP/2, and some not at all. Node, Bun and Deno always can.
  if (onUploadProgress === undefined || isBrowser()) return { ...init, body }
  return { ...init, body: countUpload(body, onUploadProgress), duplex: 'half' }
}

const pieceBytes = 64 * 1024

function countUpload(
  body: Uint8Array<ArrayBuffer>,
  onUploadProgress: AttemptParts['onUploadProgress'],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const totalBytes = body.byteLength
  let sentBytes = 0
  return new ReadableStream(
    {
      pull: (controller) => {
        const piece = body.subarray(sentBytes, sentBytes + pieceBytes)
        sentBytes += piece.byteLength
        controller.enqueue(piece)
        report(onUploadProgress, { sentBytes, totalBytes })
        if (sentBytes === totalBytes) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** Reads the body to its end, because a connection that breaks loses the response. Throws if the end is missing. */
async function readWhole(response: Response, method: string): Promise<Response> {
  if (response.type === 'opaqueredirect') {
    throw new TypeError(
      'The server redirects this address elsewhere: use the other one as baseUrl.',
    )
  }
  const { status, statusText, headers } = response
  const bytes = await response.arrayBuffer()
  if (method !== 'HEAD' && isOwnResponse(response)) JSON.parse(new TextDecoder().decode(bytes))
  const body = withoutBody.has(status) ? null : bytes
  const read = new Response(body, { status, statusText, headers })
  // URL of the response, which a newly constructed response lacks.
  return Object.defineProperty(read, 'url', { value: response.url })
}
