// Bodies of words: how long they may take to arrive.
import { afterEach, expect, jest, test } from 'bun:test'
import { receiveBody } from '../../server/http/requests/raw-body.ts'

// An instance of its own: the timer of the shared one may be running since another file's tests, in real time.
const own = '../../server/http/requests/body.ts?own-timer'
const { readJson, readText }: typeof import('../../server/http/requests/body.ts') = await import(
  own
)

afterEach(() => void jest.useRealTimers())

const late = { ok: false, failure: { kind: 'body_late' } } as const

/** A request whose body begins and never ends. */
function unfinished(headers: Record<string, string> = {}) {
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    cancel: () => {
      cancelled = true
    },
  })
  const request = new Request('http://localhost/', { method: 'POST', headers, body })
  return { request, isCancelled: () => cancelled }
}

/** Everything that waits only for promises happens. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

for (const [name, read] of [
  ['readJson', readJson],
  ['readText', readText],
] as const) {
  for (const headers of [{}, { 'content-length': '100' }]) {
    test(`${name} gives up after 25 s at the latest ${JSON.stringify(headers)}`, async () => {
      jest.useFakeTimers()
      let outcome: unknown = 'waiting'
      void read(unfinished(headers).request).then((result) => {
        outcome = result
      })
      await settle()
      jest.advanceTimersByTime(12_000)
      await settle()
      expect(outcome).toBe('waiting')
      jest.advanceTimersByTime(13_000)
      await settle()
      expect(outcome).toEqual(late)
    })
  }
}

test('a body of words on its way to a file is given up as well, and read no further', async () => {
  const { request, isCancelled } = unfinished()
  const upload = { path: '/dev/null/none', take: () => null, close: async () => {} }
  const log = { error: () => {} }
  const received = await receiveBody(request, upload, { limitBytes: 100, timeoutMs: 1, log })
  // The file cannot even be opened here, and that comes first.
  expect(received).toEqual({ ok: false, failure: { kind: 'storage_failed' } })
  const again = unfinished()
  const path = `/tmp/svc-body-${crypto.randomUUID()}`
  const options = { limitBytes: 100, timeoutMs: 1, log }
  expect(await receiveBody(again.request, { ...upload, path }, options)).toEqual(late)
  expect([isCancelled(), again.isCancelled()]).toEqual([true, true])
  await Bun.file(path).delete()
})

test('the words "late" and "broken" are JSON like any other', async () => {
  for (const word of ['late', 'broken']) {
    const body = JSON.stringify(word)
    const headers = { 'content-length': String(body.length) }
    const request = new Request('http://localhost/', { method: 'POST', headers, body })
    expect(await readJson(request)).toEqual({ ok: true, value: word })
  }
})
