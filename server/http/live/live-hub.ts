// Event streams of pages: one reading a second for each topic and process, shared by all its listeners, and none while there
// are no listeners. Only the parts that changed are sent.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '../../domain/base/meter.ts'
import type { Log } from '../../domain/base/ports.ts'

/** Parts of a page by the id of their element; each is HTML with that element as its root. */
export type Fragments = Readonly<Record<string, string>>

export type LiveHub = {
  /**
   * A stream of the topic's parts, as they are now and as they change. `full`: this process is stopping, or has as many listeners as
   * it takes. `stillAllowed` is asked every minute unless the topic says otherwise; the stream ends once it says no.
   */
  readonly open: (
    topic: string,
    signal: AbortSignal,
    stillAllowed: () => Promise<boolean>,
  ) => Response | 'unknown' | 'full'
  readonly listeners: () => number
  /** Ends every stream; later ones are refused. */
  readonly close: () => void
}

export type LiveTopic = {
  readonly read: () => Promise<Fragments>
  /** Pause between two readings; a second unless given, and less than `commentMs`. */
  readonly everyMs?: number
  /** Pause between two questions whether a listener may still read. */
  readonly recheckMs?: number
}

export type LiveHubOptions = {
  /** null: there is no topic of that name. */
  readonly topicOf: (name: string) => LiveTopic | null
  readonly log: Pick<Log, 'error'>
  readonly meter: Pick<Meter, 'adjust'>
  /** Bun cuts connections that are silent for ten seconds. */
  readonly commentMs?: number
  readonly recheckMs?: number
  readonly maxListeners?: number
}

type Listener = {
  readonly send: (chunk: Uint8Array) => void
  readonly end: () => void
  readonly stillAllowed: () => Promise<boolean>
  isNew: boolean
  checkedAt: number
}

type RunningTopic = LiveTopic & {
  readonly meter: LiveHubOptions['meter']
  readonly listeners: Set<Listener>
  /** As last sent, by id. */
  sent: Fragments
}

/** A listener that lets this much pile up is cut off; its browser connects again and gets every part again. */
const maxBacklogBytes = 512 * 1024
/** How long browsers wait before they connect again. */
const retryMs = 2_000

const encoder = new TextEncoder()
const comment = encoder.encode(':\n\n')

export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { topicOf, commentMs = 8_000, recheckMs = 60_000, maxListeners = 200, log, meter } = options
  /** Those that have listeners. */
  const topics = new Map<string, RunningTopic>()
  const stopping = new AbortController()
  const listeners = () => [...topics.values()].reduce((sum, topic) => sum + topic.listeners.size, 0)

  const run = async (name: string, topic: RunningTopic): Promise<void> => {
    let commentedAt = Date.now()
    while (topic.listeners.size > 0 && !stopping.signal.aborted) {
      const isQuiet = Date.now() - commentedAt >= commentMs - (topic.everyMs ?? secondMs)
      if (isQuiet) commentedAt = Date.now()
      await tick(topic, isQuiet)
      recheck(topic)
      await pause(topic, stopping.signal)
    }
    topics.delete(name)
  }

  const tick = async (topic: RunningTopic, isQuiet: boolean): Promise<void> => {
    try {
      const now = await topic.read()
      const changed = encodeParts(now, topic.sent)
      const all = hasNew(topic.listeners) ? encodeParts(now, {}) : changed
      for (const listener of topic.listeners) {
        const chunk = listener.isNew ? all : changed
        if (chunk.byteLength > 0) listener.send(chunk)
        else if (isQuiet) listener.send(comment)
        listener.isNew = false
      }
      topic.sent = now
    } catch (error) {
      // The pages say that they are not current; their browsers connect again.
      log.error('live.read_failed', { error })
      for (const listener of topic.listeners) listener.end()
    }
  }

  const recheck = (topic: RunningTopic): void => {
    for (const listener of topic.listeners) {
      if (Date.now() - listener.checkedAt < (topic.recheckMs ?? recheckMs)) continue
      listener.checkedAt = Date.now()
      listener.stillAllowed().then(
        (allowed) => {
          if (!allowed) listener.end()
        },
        () => listener.end(),
      )
    }
  }

  return {
    open: (name, signal, stillAllowed) => {
      if (stopping.signal.aborted || listeners() >= maxListeners) return 'full'
      const running = topics.get(name)
      if (running !== undefined) return streamOf(running, signal, stillAllowed)
      const found = topicOf(name)
      if (found === null) return 'unknown'
      const topic = { ...found, meter, listeners: new Set<Listener>(), sent: {} }
      topics.set(name, topic)
      const stream = streamOf(topic, signal, stillAllowed)
      void run(name, topic)
      return stream
    },
    listeners,
    close: () => {
      stopping.abort()
      for (const { listeners: all } of topics.values()) for (const one of all) one.end()
    },
  }
}

const secondMs = 1_000

/** Until the next reading; a new listener does not wait for a slow topic. */
async function pause({ everyMs = secondMs, listeners }: RunningTopic, stopping: AbortSignal) {
  const end = Date.now() + everyMs
  do {
    const ms = Math.min(secondMs, everyMs)
    await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
  } while (Date.now() < end && listeners.size > 0 && !hasNew(listeners) && !stopping.aborted)
}

const hasNew = (listeners: ReadonlySet<Listener>) => [...listeners].some(({ isNew }) => isNew)

function streamOf(
  topic: RunningTopic,
  signal: AbortSignal,
  stillAllowed: () => Promise<boolean>,
): Response {
  return new Response(listen(topic, signal, stillAllowed), { headers: eventStreamHeaders })
}

const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies that collect a response before they pass it on.
  'x-accel-buffering': 'no',
}

function listen(
  topic: RunningTopic,
  signal: AbortSignal,
  stillAllowed: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  let end = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        end = () => {
          if (!topic.listeners.delete(listener)) return
          topic.meter.adjust('events_stream_listeners', {}, -1)
          // The reader may have closed it already.
          try {
            controller.close()
          } catch {}
        }
        const send = (chunk: Uint8Array) => {
          if ((controller.desiredSize ?? 0) <= 0) end()
          else controller.enqueue(chunk)
        }
        const listener = { send, end, stillAllowed, isNew: true, checkedAt: Date.now() }
        topic.listeners.add(listener)
        topic.meter.adjust('events_stream_listeners', {}, 1)
        controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
        signal.addEventListener('abort', end, { once: true })
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBacklogBytes }),
  )
}

/** The parts of `now` that differ from `before`, as events. */
function encodeParts(now: Fragments, before: Fragments): Uint8Array {
  const changed = Object.entries(now).filter(([id, html]) => before[id] !== html)
  return encoder.encode(changed.map(([, html]) => eventOf(html)).join(''))
}

const eventOf = (html: string): string =>
  `event: fragment\n${html
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`

/** For HEAD: a stream that is never read would not end, and take the place of a listener. Null for other methods. */
export const headOfStream = ({ method }: Request): Response | null =>
  method === 'HEAD' ? new Response(null, { headers: eventStreamHeaders }) : null
