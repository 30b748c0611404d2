// Sends the event stream of a page to an admitted caller.
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { plainText } from '../responses/plain-text.ts'
import { headOfStream } from './event-stream.ts'
import type { LiveHub } from './live-hub.ts'

type StreamContext = {
  readonly clientAddress: (request: Request) => string
  readonly keepOpen?: (request: Request) => void
}

type StreamRequest = {
  readonly request: Request
  readonly topic: string
  /** Called every minute, or as often as the topic says. */
  readonly stillAllowed?: () => Promise<boolean>
}

/**
 * Returns 429 when the client or the page has too many streams, and 503 when the process has. Pages then poll for their
 * state.
 */
export function openStream(
  hub: LiveHub,
  { clientAddress, keepOpen }: StreamContext,
  { request, topic, stillAllowed = async () => true }: StreamRequest,
): Response {
  const head = headOfStream(request)
  if (head !== null) return head
  const { signal } = request
  const stream = hub.open({ topic, client: clientAddress(request), signal, stillAllowed })
  switch (stream) {
    case 'unknown':
      return plainText(404, 'There is no event stream for such a page.')
    case 'full':
      return plainText(503, `Too many pages are open. ${remedy}`, retryLater)
    case 'too_many':
      return plainText(
        429,
        `Too many pages are open in your network, or this one is open too often. ${remedy}`,
        retryLater,
      )
    default:
      keepOpen?.(request)
      return stream
  }
}

const remedy = 'Reload the page to see what has changed.'
const retryLater = { 'retry-after': String(retryHintSeconds.changes) }
