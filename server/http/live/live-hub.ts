// Event streams of pages: one reading a second for each topic and process, shared by all its listeners, and none while there
// are no listeners. Only the parts that changed are sent.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '../../domain/base/meter.ts'
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
  /** The address that the request came from, by which streams are limited. */
  readonly client: string
  readonly signal: AbortSignal
  /** Called every minute unless the topic says otherwise; the stream ends once it returns false. */
  readonly stillAllowed: () => Promise<boolean>
}

export type LiveHub = {
  /**
   * A stream of the topic's parts: their current state, then every change. `full`: this process is stopping, or has as many listeners as
   * it accepts. `too_many`: the client or the topic has the maximum number.
   */
  readonly open: (request: StreamRequest) => Response | 'unknown' | 'full' | 'too_many'
  readonly listeners: () => number
  /** Ends every stream; later ones are refused. */
  readonly close: () => void
}

export type LiveTopic = {
  readonly read: () => Promise<Fragments>
  /** Pause between two readings; a second unless given, and less than `commentMs`. */
  readonly everyMs?: number
  /** Pause between two checks whether a listener may still read. */
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
  /** The fragments that were sent last, by id. */
  lastSent: Fragments
}

export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { topicOf, commentMs = 8_000, recheckMs = 60_000, maxListeners = 200, log, meter } = options
  const { maxPerClient = maxListeners, maxPerTopic = maxListeners } = options
  /** Topics that have listeners. */
  const topics = new Map<string, RunningTopic>()
  /** Streams by client address, where there are any. */
  const clients = new Map<string, number>()
  const stopping = new AbortController()
  const countListeners = () =>
    [...topics.values()].reduce((sum, topic) => sum + topic.listeners.size, 0)

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

  const countStream = (client: string, by: 1 | -1): void => {
    const count = (clients.get(client) ?? 0) + by
    if (count === 0) {
      clients.delete(client)
    } else {
      clients.set(client, count)
    }
    meter.adjust('events_stream_listeners', {}, by)
  }

  const listen = (
    { listeners }: RunningTopic,
    { client, signal, stillAllowed }: StreamRequest,
  ): Response => {
    let listener: Listener | null = null
    return openEventStream(signal, {
      onStart: (stream) => {
        listener = { ...stream, stillAllowed, isNew: true, checkedAt: Date.now() }
        listeners.add(listener)
        countStream(client, 1)
      },
      onEnd: () => {
        if (listener !== null) listeners.delete(listener)
        countStream(client, -1)
      },
    })
  }

  return {
    open: (request) => {
      const { topic: name, client } = request
      if (stopping.signal.aborted || countListeners() >= maxListeners) return 'full'
      const running = topics.get(name)
      if ((clients.get(client) ?? 0) >= maxPerClient) return 'too_many'
      if (running !== undefined) {
        return running.listeners.size < maxPerTopic ? listen(running, request) : 'too_many'
      }
      const source = topicOf(name)
      if (source === null) return 'unknown'
      const topic = { ...source, listeners: new Set<Listener>(), lastSent: {} }
      topics.set(name, topic)
      const stream = listen(topic, request)
      void run(name, topic)
      return stream
    },
    listeners: countListeners,
    close: () => {
      stopping.abort()
      for (const { listeners: all } of topics.values()) for (const one of all) one.end()
    },
  }
}

const secondMs = 1_000

/** Waits until the next reading is due. A new listener ends the wait, so that it does not wait for a slow topic. */
async function pause({ everyMs = secondMs, listeners }: RunningTopic, stopping: AbortSignal) {
  const end = Date.now() + everyMs
  do {
    const ms = Math.min(secondMs, everyMs)
    await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
  } while (Date.now() < end && listeners.size > 0 && !hasNew(listeners) && !stopping.aborted)
}

const hasNew = (listeners: ReadonlySet<Listener>) => [...listeners].some(({ isNew }) => isNew)
