// Documents that are built on first request and then sent to everyone, with an entity tag of their bytes.
import { perTerms } from '../../domain/catalog/terms.ts'
import { entityTagOf, isUnchanged } from './etags.ts'

export type Send = (request: Request) => Promise<Response>

/**
 * Sends the same bytes to every client, or 304 to a client that has them. Rebuilds the document when the terms change,
 * because documents contain prices. Retries a failed `make` on the next request.
 */
export function keep(make: () => Response | Promise<Response>): Send {
  const kept = perTerms((): { document: Promise<Hashed> | null } => ({ document: null }))
  return async (request) => {
    const own = kept()
    own.document ??= hashBody(make).catch((error: unknown) => {
      own.document = null
      throw error
    })
    return sendHashed(request, await own.document)
  }
}

/** Sends an uncached response with its ETag. */
export const sendOnce = async (request: Request, response: Response): Promise<Response> =>
  sendHashed(request, await hashBody(() => response))

type Hashed = {
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
  readonly headers: Headers
}

function sendHashed(request: Request, { body, etag, headers }: Hashed): Response {
  return isUnchanged(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}

async function hashBody(make: () => Response | Promise<Response>): Promise<Hashed> {
  const response = await make()
  const body = new Uint8Array(await response.arrayBuffer())
  const etag = entityTagOf(body)
  const headers = new Headers(response.headers)
  headers.set('etag', etag)
  headers.set('cache-control', 'no-cache')
  return { body, etag, headers }
}
