// Event streams: one reading for all listeners, only changed parts, and a defined end for every stream.
import { afterEach, describe, expect, test } from 'bun:test'
import type { Fragments } from '../../server/http/live/event-stream.ts'
import { createLiveHub, type LiveHub, type StreamRequest } from '../../server/http/live/live-hub.ts'
import { openStream } from '../../server/http/live/open-stream.ts'
import { waitUntil } from '../../testing/service/real-server.ts'

type Shown = { parts: Fragments; readings: number; fails: boolean }

const logged: string[] = []
const openHubs: LiveHub[] = []
/** Value of the gauge `events_stream_listeners`. */
let listenerCount = 0
afterEach(() => {
  for (const hub of openHubs.splice(0)) hub.close()
  expect(listenerCount).toBe(0)
  logged.length = 0
})

function hubOf(shown: Shown, options: Partial<Parameters<typeof createLiveHub>[0]> = {}): LiveHub {
  const hub = createLiveHub({
    meter: {
      adjust: (_name, _labels, by) => {
        listenerCount += by
      },
    },
    topicOf: (name) =>
      name === 'page'
        ? {
            read: async () => {
              shown.readings += 1
              if (shown.fails) throw new Error('no database')
              return shown.parts
            },
            everyMs: 5,
          }
        : null,
    log: { error: (event) => logged.push(event) },
    ...options,
  })
  openHubs.push(hub)
  return hub
}

const shownOf = (parts: Fragments): Shown => ({ parts, readings: 0, fails: false })

type Listening = { text: string; hasEnded: boolean; leave: () => void; status: number }

/** Returns the request of a client. */
const asked = (changes: Partial<StreamRequest> = {}): StreamRequest => ({
  topic: 'page',
  client: '192.0.2.1',
  signal: new AbortController().signal,
  stillAllowed: async () => true,
  ...changes,
})

function listen(hub: LiveHub, changes: Partial<StreamRequest> = {}): Listening {
  const leaving = new AbortController()
  const response = hub.open(asked({ signal: leaving.signal, ...changes }))
  if (typeof response === 'string') throw new Error(response)
  const listening: Listening = {
    text: '',
    hasEnded: false,
    status: response.status,
    leave: () => leaving.abort(),
  }
  void (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) listening.text += decoder.decode(bytes)
    listening.hasEnded = true
  })()
  return listening
}

const shows = (listening: Listening, text: string) =>
  waitUntil(`the stream has ${text}`, () => listening.text.includes(text), 5_000)
const ends = (listening: Listening) => waitUntil('the stream ends', () => listening.hasEnded, 5_000)

describe('an event stream', () => {
  test.each([
    ['GET', 1],
    ['HEAD', 0],
  ])('requested with %s has %i listeners', async (method, listeners) => {
    const live = hubOf(shownOf({}))
    const request = new Request('http://farm.example/operator/live?page=page', { method })
    const http = { clientAddress: () => '192.0.2.1' }
    const response = openStream(live, http, { request, topic: 'page' })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect([response.body === null, live.listeners()]).toEqual([listeners === 0, listeners])
  })

  test('begins with every part, then sends the parts that change', async () => {
    const shown = shownOf({ one: '<p id="one">1</p>', two: '<p id="two">a\nb</p>' })
    const listening = listen(hubOf(shown))
    await shows(listening, 'id="two"')
    expect(listening.text).toBe(
      'retry: 2000\n\nevent: fragment\ndata: <p id="one">1</p>\n\n' +
        'event: fragment\ndata: <p id="two">a\ndata: b</p>\n\n',
    )
    const { readings } = shown
    await waitUntil('it was read again', () => shown.readings > readings + 3)
    listening.text = ''
    shown.parts = { ...shown.parts, one: '<p id="one">2</p>' }
    await shows(listening, '>2<')
    expect(listening.text).toBe('event: fragment\ndata: <p id="one">2</p>\n\n')
  })

  test('all listeners share one reading, and without listeners there is none', async () => {
    const shown = shownOf({ one: '<p id="one">1</p>' })
    const hub = hubOf(shown)
    const many = Array.from({ length: 20 }, () => listen(hub))
    for (const each of many) await shows(each, '>1<')
    expect(hub.listeners()).toBe(20)
    // A hub with one listener and the same interval serves as a clock.
    const clock = shownOf({ one: '<p id="one">1</p>' })
    listen(hubOf(clock))
    const pass = async (intervals: number) => {
      const end = clock.readings + intervals
      await waitUntil(`${intervals} intervals pass`, () => clock.readings >= end)
    }
    await pass(1)
    const [before, clockBefore] = [shown.readings, clock.readings]
    await pass(10)
    // Twenty loops would read twenty times as often as the clock's loop.
    expect(shown.readings - before).toBeLessThan(5 * (clock.readings - clockBefore))
    for (const each of many) each.leave()
    await waitUntil('all listeners leave', () => hub.listeners() === 0)
    // A reading that has already begun ends.
    await pass(3)
    const after = shown.readings
    await pass(10)
    expect(shown.readings).toBe(after)
  })

  test('a later listener gets every part, including unchanged ones', async () => {
    const shown = shownOf({ one: '<p id="one">1</p>' })
    const hub = hubOf(shown)
    await shows(listen(hub), '>1<')
    await shows(listen(hub), '>1<')
  })

  test('sends a comment when nothing changes, so that no proxy cuts the connection', async () => {
    const listening = listen(hubOf(shownOf({}), { commentMs: 20 }))
    await shows(listening, ':\n\n')
  })

  test('ends once its user may no longer read the page', async () => {
    let allowed = true
    let checks = 0
    const listening = listen(hubOf(shownOf({ one: '<p id="one">1</p>' }), { recheckMs: 10 }), {
      stillAllowed: async () => {
        checks += 1
        return allowed
      },
    })
    await shows(listening, '>1<')
    await waitUntil('access is checked three times', () => checks >= 3)
    expect(listening.hasEnded).toBe(false)
    allowed = false
    await ends(listening)
  })

  test('ends when the page cannot be read, and works again afterwards', async () => {
    const shown = shownOf({ one: '<p id="one">1</p>' })
    const hub = hubOf(shown)
    const first = listen(hub)
    await shows(first, '>1<')
    shown.fails = true
    await ends(first)
    expect(logged).toContain('live.read_failed')
    shown.fails = false
    await shows(listen(hub), '>1<')
  })

  test('ends with the service, which then opens no other', async () => {
    const hub = hubOf(shownOf({ one: '<p id="one">1</p>' }))
    const listening = listen(hub)
    await shows(listening, '>1<')
    hub.close()
    await ends(listening)
    expect(hub.open(asked())).toBe('full')
  })

  test('is limited in number, and refused for an unknown page', () => {
    const hub = hubOf(shownOf({}), { maxListeners: 2 })
    const ask = (topic: string) => hub.open(asked({ topic }))
    expect(ask('other')).toBe('unknown')
    for (let count = 0; count < 2; count++) expect(ask('page')).toBeInstanceOf(Response)
    expect(ask('page')).toBe('full')
  })
})

describe('the limits', () => {
  const pages = (name: string) =>
    name === 'none' ? null : { read: async () => ({ one: `<p id="one">${name}</p>` }), everyMs: 5 }
  const hubOfTwo = () =>
    hubOf(shownOf({}), { topicOf: pages, maxListeners: 10, maxPerClient: 3, maxPerTopic: 4 })
  const kind = (opened: ReturnType<LiveHub['open']>) =>
    opened instanceof Response ? 'open' : opened

  test('apply per client and per page', () => {
    const hub = hubOfTwo()
    const open = (client: string, topic: string) => kind(hub.open(asked({ client, topic })))
    expect([1, 2, 3, 4].map((count) => open('a', `page ${count}`))).toEqual([
      'open',
      'open',
      'open',
      'too_many',
    ])
    expect(['b', 'c', 'd', 'e'].map((client) => open(client, 'page 1'))).toEqual([
      'open',
      'open',
      'open',
      'too_many',
    ])
    expect(open('e', 'page 2')).toBe('open')
    expect(hub.listeners()).toBe(7)
  })

  /** Ways in which a stream ends. */
  const endings: Readonly<Record<string, (hub: LiveHub) => unknown>> = {
    'its client leaves': (hub) => {
      const leaving = new AbortController()
      hub.open(asked({ signal: leaving.signal }))
      leaving.abort()
    },
    'its client has left already': (hub) => hub.open(asked({ signal: AbortSignal.abort() })),
    'its reader stops': async (hub) => {
      const opened = hub.open(asked())
      if (opened instanceof Response) await opened.body?.cancel()
    },
    'its client leaves and its reader stops': async (hub) => {
      const leaving = new AbortController()
      const opened = hub.open(asked({ signal: leaving.signal }))
      leaving.abort()
      if (opened instanceof Response) await opened.body?.cancel()
    },
    'it is not allowed any more': (hub) => hub.open(asked({ stillAllowed: async () => false })),
    'asking whether it is allowed fails': (hub) =>
      hub.open(asked({ stillAllowed: () => Promise.reject(new Error('no database')) })),
    'its page cannot be read': (hub) => hub.open(asked({ topic: 'broken' })),
    'its client reads too slowly': (hub) => hub.open(asked({ topic: 'large' })),
  }

  test.each(Object.entries(endings))('when %s, it is no longer counted', async (_, end) => {
    let size = 0
    const hub = hubOf(shownOf({}), {
      maxListeners: 2,
      maxPerClient: 1,
      recheckMs: 1,
      topicOf: (name) => ({
        read: async () => {
          if (name === 'broken') throw new Error('no database')
          size += 1
          return name === 'large' ? { one: `<p id="one">${'x'.repeat(300_000)}${size}</p>` } : {}
        },
        everyMs: 5,
      }),
    })
    await end(hub)
    await waitUntil('it has ended', () => hub.listeners() === 0, 5_000)
    expect(listenerCount).toBe(0)
    expect(kind(hub.open(asked()))).toBe('open')
    expect(kind(hub.open(asked()))).toBe('too_many')
  })

  test('a refused stream says when to retry', async () => {
    const hub = hubOf(shownOf({}), { maxListeners: 2, maxPerClient: 1 })
    const ask = (client: string, topic = 'page') =>
      openStream(
        hub,
        { clientAddress: () => client },
        { request: new Request('http://farm.example/'), topic },
      )
    expect(ask('a').status).toBe(200)
    for (const [client, status, text] of [
      ['a', 429, 'Too many pages are open in your network, or this one is open too often.'],
      ['b', 200, ''],
      ['c', 503, 'Too many pages are open.'],
    ] as const) {
      const response = ask(client)
      expect([client, response.status]).toEqual([client, status])
      if (status === 200) continue
      expect(response.headers.get('retry-after')).toBe('30')
      expect(await response.text()).toBe(`${text} Reload the page to see what has changed.\n`)
    }
  })
})
