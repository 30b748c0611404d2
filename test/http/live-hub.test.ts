// Event streams: one reading for all listeners, only what changed, and an end for everything.
import { afterEach, describe, expect, test } from 'bun:test'
import { createLiveHub, type Fragments, type LiveHub } from '../../server/http/live/live-hub.ts'
import { streamOf } from '../../server/http/routes/operators/desk-pages.ts'
import { waitUntil } from '../helpers/real-server.ts'

type Shown = { parts: Fragments; readings: number; fails: boolean }

const logged: string[] = []
const open: LiveHub[] = []
/** The gauge `events_stream_listeners`. */
let listening = 0
afterEach(() => {
  for (const hub of open.splice(0)) hub.close()
  expect(listening).toBe(0)
  logged.length = 0
})

function hubOf(shown: Shown, options: Partial<Parameters<typeof createLiveHub>[0]> = {}): LiveHub {
  const hub = createLiveHub({
    meter: {
      adjust: (_name, _labels, by) => {
        listening += by
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
  open.push(hub)
  return hub
}

const shownOf = (parts: Fragments): Shown => ({ parts, readings: 0, fails: false })

type Listening = { text: string; hasEnded: boolean; leave: () => void; status: number }

function listen(hub: LiveHub, stillAllowed: () => Promise<boolean> = async () => true): Listening {
  const leaving = new AbortController()
  const response = hub.open('page', leaving.signal, stillAllowed)
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
    const response = streamOf({ live }, { request, query: { page: 'page' } }, async () => true)
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
    const before = shown.readings
    const startedAt = Date.now()
    await waitUntil('it was read again', () => shown.readings > before + 5)
    // Twenty loops would read at least twenty times as often as one can.
    expect(shown.readings - before).toBeLessThan((Date.now() - startedAt) / 4 + 10)
    for (const each of many) each.leave()
    await waitUntil('they have left', () => hub.listeners() === 0)
    await Bun.sleep(30)
    const after = shown.readings
    await Bun.sleep(60)
    expect(shown.readings).toBe(after)
  })

  test('a listener that comes later gets every part, also those that did not change', async () => {
    const shown = shownOf({ one: '<p id="one">1</p>' })
    const hub = hubOf(shown)
    await shows(listen(hub), '>1<')
    await shows(listen(hub), '>1<')
  })

  test('says something when nothing changes, so that no one cuts the connection', async () => {
    const listening = listen(hubOf(shownOf({}), { commentMs: 20 }))
    await shows(listening, ':\n\n')
  })

  test('ends once its person may not read the page any more', async () => {
    let allowed = true
    const listening = listen(
      hubOf(shownOf({ one: '<p id="one">1</p>' }), { recheckMs: 10 }),
      async () => allowed,
    )
    await shows(listening, '>1<')
    await Bun.sleep(50)
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
    expect(hub.open('page', new AbortController().signal, async () => true)).toBe('full')
  })

  test('there are so many and no more, and none of an unknown page', () => {
    const hub = hubOf(shownOf({}), { maxListeners: 2 })
    const ask = (topic: string) => hub.open(topic, new AbortController().signal, async () => true)
    expect(ask('other')).toBe('unknown')
    for (let count = 0; count < 2; count++) expect(ask('page')).toBeInstanceOf(Response)
    expect(ask('page')).toBe('full')
  })
})
