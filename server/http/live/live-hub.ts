// Event streams of pages. Reads each topic once per second and process for all listeners, and not at all without
// listeners. Sends only the parts that changed.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '../../domain/base/metrics/meter.ts'
import type { Log } from '../../domain/base/ports.ts'
import {
  comment,
  encodeParts,
  type Fragments,
  openEventStream,
  type Listener as Stream,
} from './event-stream.ts'

export type StreamRequest = {
  readonly topic: string
  /** Client address, which stream limits apply to. */
  readonly client: string
  readonly signal: AbortSignal
  /** Called every minute unless the topic sets another interval. The stream closes once the result is false. */
  readonly stillAllowed: () => Promise<boolean>
}

export type LiveHub = {
  /**
   * Opens a stream of the topic's parts: the current state, then every change. `full`: this process is stopping or has
   * its maximum number of listeners. `too_many`: the client or the topic has its maximum number.
   */
  readonly open: (request: StreamRequest) => Response | 'unknown' | 'full' | 'too_many'
  readonly listeners: () => number
  /** Closes all streams and refuses later ones. */
  readonly close: () => void
}

export type LiveTopic = {
  readonly read: () => Promise<Fragments>
  /** Pause between readings, in milliseconds. One second by default, always less than `commentMs`. */
  readonly everyMs?: number
  /** Pause between checks of a listener's access, in milliseconds. */
  readonly recheckMs?: number
}

export type LiveHubOptions = {
  /** Returns null for an unknown topic. */
  readonly topicOf: (name: string) => LiveTopic | null
  readonly log: Pick<Log, 'error'>
  readonly meter: Pick<Meter, 'adjust'>
  /** Interval of keep-alive comments, in milliseconds. Bun closes connections that are silent for ten seconds. */
  readonly commentMs?: number
  readonly recheckMs?: number
  readonly maxListeners?: number
  /** Limit per client address; defaults to `maxListeners`. */
  readonly maxPerClient?: number
  /** Limit per topic; defaults to `maxListeners`. */
  readonly maxPerTopic?: number
}

type Listener = Stream & {
  readonly stillAllowed: () => Promise<boolean>
  isNew: boolean
  checkedAt: number
}

type RunningTopic = LiveTopic & {
  readonly listeners: Set<Listener>
  /** Fragments sent last, by id. */
  lastSent: Fragments
}

export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { topicOf, commentMs = 8_000, recheckMs = 60_000, maxListeners = 200, log } = options
  const { maxPerClient = maxListeners, maxPerTopic = maxListeners } = options
  /** Topics with listeners. */
  const topics = new Map<string, RunningTopic>()
  const streams = countStreams(options.meter)
  const stopping = new AbortController()
  // A topic outlives the request that starts it, so it must not inherit that request's context, such as its prices.
  const outsideRequests = AsyncLocalStorage.snapshot()
  const countListeners = () =>
    [...topics.values()].reduce((sum, topic) => sum + topic.listeners.size, 0)

  const run = async (name: string, topic: RunningTopic): Promise<void> => {
    let commentedAt = Date.now()
    while (topic.listeners.size > 0 && !stopping.signal.aborted) {
      const isQuiet = Date.now() - commentedAt >= commentMs - (topic.everyMs ?? secondMs)
      if (isQuiet) commentedAt = Date.now()
      await sendChanges(topic, isQuiet, log)
      recheck(topic, recheckMs)
      await pause(topic, stopping.signal)
    }
    topics.delete(name)
  }

  return {
    open: (request) => {
      const { topic: name, client } = request
      if (stopping.signal.aborted || countListeners() >= maxListeners) return 'full'
      const running = topics.get(name)
      if (streams.of(client) >= maxPerClient) return 'too_many'
      if (running !== undefined) {
        return running.listeners.size < maxPerTopic ? listen(running, request, streams) : 'too_many'
      }
      const source = topicOf(name)
      if (source === null) return 'unknown'
      const topic = { ...source, listeners: new Set<Listener>(), lastSent: {} }
      topics.set(name, topic)
      const stream = listen(topic, request, streams)
      void outsideRequests(run, name, topic)
      return stream
    },
    listeners: countListeners,
    close: () => {
      stopping.abort()
      for (const { listeners: all } of topics.values()) for (const one of all) one.end()
    },
  }
}

type StreamCounts = {
  readonly of: (client: string) => number
  readonly add: (client: string, by: 1 | -1) => void
}

/** Counts streams by client address. Addresses without streams are not kept. */
function countStreams(meter: LiveHubOptions['meter']): StreamCounts {
  const clients = new Map<string, number>()
  return {
    of: (client) => clients.get(client) ?? 0,
    add: (client, by) => {
      const count = (clients.get(client) ?? 0) + by
      if (count === 0) {
        clients.delete(client)
      } else {
        clients.set(client, count)
      }
      meter.adjust('events_stream_listeners', {}, by)
    },
  }
}

function listen(
  { listeners }: RunningTopic,
  { client, signal, stillAllowed }: StreamRequest,
  streams: StreamCounts,
): Response {
  let listener: Listener | null = null
  return openEventStream(signal, {
    onStart: (stream) => {
      listener = { ...stream, stillAllowed, isNew: true, checkedAt: Date.now() }
      listeners.add(listener)
      streams.add(client, 1)
    },
    onEnd: () => {
      if (listener !== null) listeners.delete(listener)
      streams.add(client, -1)
    },
  })
}

/** Reads the topic and sends what changed. `isQuiet`: listeners without a change get a comment. */
async function sendChanges(
  topic: RunningTopic,
  isQuiet: boolean,
  log: LiveHubOptions['log'],
): Promise<void> {
  try {
    const now = await topic.read()
    const changed = encodeParts(now, topic.lastSent)
    const all = hasNew(topic.listeners) ? encodeParts(now, {}) : changed
    for (const listener of topic.listeners) {
      const chunk = listener.isNew ? all : changed
      if (chunk.byteLength > 0) listener.send(chunk)
      else if (isQuiet) listener.send(comment)
      listener.isNew = false
    }
    topic.lastSent = now
  } catch (error) {
    // The pages show that they are outdated, and their browsers reconnect.
    log.error('live.read_failed', { error })
    for (const listener of topic.listeners) listener.end()
  }
}

/** Ends the streams of listeners that have lost their access. */
function recheck(topic: RunningTopic, recheckMs: number): void {
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

const secondMs = 1_000

/** Waits until the next reading is due. A new listener ends the wait, so it does not wait for a slow topic. */
async function pause({ everyMs = secondMs, listeners }: RunningTopic, stopping: AbortSignal) {
  const end = Date.now() + everyMs
  do {
    const ms = Math.min(secondMs, everyMs)
    await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
  } while (Date.now() < end && listeners.size > 0 && !hasNew(listeners) && !stopping.aborted)
}

const hasNew = (listeners: ReadonlySet<Listener>) => [...listeners].some(({ isNew }) => isNew)
