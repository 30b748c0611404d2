// Body of an event stream, and the events in it.

/** Parts of a page by element id. Each is HTML with that element as its root. */
export type Fragments = Readonly<Record<string, string>>

export type Listener = {
  readonly send: (chunk: Uint8Array) => void
  /** Closes the stream. Idempotent. */
  readonly end: () => void
}

/**
 * Maximum amount of unread data. A listener beyond it is disconnected, and its browser reconnects and receives every
 * part again.
 */
const maxBacklogBytes = 512 * 1024
/** Delay before browsers reconnect, in milliseconds. */
const retryMs = 2_000

const encoder = new TextEncoder()
export const comment = encoder.encode(':\n\n')

const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // For proxies that buffer a response before they forward it.
  'x-accel-buffering': 'no',
}

/**
 * Returns the response to HEAD, or null for other methods. A stream that is never read would not end and would occupy a
 * listener's slot.
 */
export const headOfStream = ({ method }: Request): Response | null =>
  method === 'HEAD' ? new Response(null, { headers: eventStreamHeaders }) : null

/**
 * Opens an event stream. `onEnd` is called exactly once, whether the stream is closed by `end`, by the request's signal
 * or by its reader, or because the reader is too slow.
 */
export function openEventStream(
  signal: AbortSignal,
  {
    onStart,
    onEnd,
  }: {
    readonly onStart: (listener: Listener) => void
    readonly onEnd: () => void
  },
): Response {
  let hasEnded = false
  let close = () => {}
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    signal.removeEventListener('abort', end)
    onEnd()
    try {
      close()
    } catch {
      // The reader has closed the stream already.
    }
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        close = () => controller.close()
        const send = (chunk: Uint8Array) => {
          if ((controller.desiredSize ?? 0) <= 0) {
            end()
          } else {
            controller.enqueue(chunk)
          }
        }
        controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
        onStart({ send, end })
        // An already aborted signal fires no event.
        if (signal.aborted) {
          end()
        } else {
          signal.addEventListener('abort', end, { once: true })
        }
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBacklogBytes }),
  )
  return new Response(body, { headers: eventStreamHeaders })
}

/** Encodes the parts of `now` that differ from `before` as events. */
export function encodeParts(now: Fragments, before: Fragments): Uint8Array {
  const changed = Object.entries(now).filter(([id, html]) => before[id] !== html)
  return encoder.encode(changed.map(([, html]) => eventOf(html)).join(''))
}

const eventOf = (html: string): string =>
  `event: fragment\n${html
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`
