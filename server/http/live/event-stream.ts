// The body of an event stream, and what is sent in it.

/** Parts of a page by the id of their element; each is HTML with that element as its root. */
export type Fragments = Readonly<Record<string, string>>

export type Listener = {
  readonly send: (chunk: Uint8Array) => void
  /** A repeat does nothing. */
  readonly end: () => void
}

/** A listener with this much unread data is cut off; its browser reconnects and gets every part again. */
const maxBacklogBytes = 512 * 1024
/** How long browsers wait before they connect again. */
const retryMs = 2_000

const encoder = new TextEncoder()
export const comment = encoder.encode(':\n\n')

const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // For proxies that buffer a response before they pass it on.
  'x-accel-buffering': 'no',
}

/** For HEAD: a stream that is never read would not end and would occupy a listener's slot. Null for other methods. */
export const headOfStream = ({ method }: Request): Response | null =>
  method === 'HEAD' ? new Response(null, { headers: eventStreamHeaders }) : null

/**
 * `onEnd` is called once, however the stream ends: by `end`, by the request's signal, by its reader, or because the reader is too
 * slow.
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
    // The reader may have closed it already.
    try {
      close()
    } catch {}
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
        // A signal that is already aborted fires no event.
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

/** The parts of `now` that differ from `before`, as events. */
export function encodeParts(now: Fragments, before: Fragments): Uint8Array {
  const changed = Object.entries(now).filter(([id, html]) => before[id] !== html)
  return encoder.encode(changed.map(([, html]) => eventOf(html)).join(''))
}

const eventOf = (html: string): string =>
  `event: fragment\n${html
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`
