// The event stream of a page as a response to a caller who was admitted.
import type { HttpContext } from '../middleware/context.ts'
import { plainText } from '../responses/plain-text.ts'
import { headOfStream, type LiveHub } from './live-hub.ts'

type StreamContext = Pick<HttpContext, 'keepOpen'>

/** `stillAllowed` is asked every minute, or as often as the topic says. */
export function openStream(
  hub: LiveHub,
  { keepOpen }: StreamContext,
  {
    request,
    topic,
    stillAllowed = async () => true,
  }: {
    readonly request: Request
    readonly topic: string
    readonly stillAllowed?: () => Promise<boolean>
  },
): Response {
  const head = headOfStream(request)
  if (head !== null) return head
  const stream = hub.open(topic, request.signal, stillAllowed)
  if (stream === 'unknown') return plainText(404, 'There is no event stream for such a page.')
  if (stream === 'full') {
    const text = 'Too many pages are open. Reload the page to see what has changed.'
    return plainText(503, text, { 'retry-after': '30' })
  }
  keepOpen?.(request)
  return stream
}
