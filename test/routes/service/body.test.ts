// Reading a request's body: the time limit for its arrival, the size limit, failed storage, and JSON of one word.
import { afterEach, expect, jest, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { ok } from '../../../server/domain/base/result.ts'
import { receiveBody } from '../../../server/http/requests/raw-body.ts'
import { withGenerationBody } from '../../../server/http/routes/generation/generation-body.ts'

// A separate instance: the timer of the shared one may be running since another file's tests, in real time.
const own = '../../../server/http/requests/body.ts?own-timer'
const { readJsonBody, readText }: typeof import('../../../server/http/requests/body.ts') =
  await import(own)

afterEach(() => void jest.useRealTimers())

const late = { ok: false, failure: { kind: 'body_late' } } as const

/** Returns a request whose body begins and never ends. */
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

/** Runs everything that waits only for promises. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

for (const [name, read] of [
  ['readJsonBody', readJsonBody],
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

test('a form with a refused file is not read to its end', async () => {
  const { request, isCancelled } = unfinished()
  const upload = { path: '/dev/null/none', take: () => null, close: async () => {} }
  const log = { error: () => {} }
  const received = await receiveBody(request, upload, { limitBytes: 100, log })
  expect(received).toEqual({ ok: false, failure: { kind: 'storage_failed' } })
  expect(isCancelled()).toBe(true)
})

test('a form beyond its limit is refused and not read to its end', async () => {
  const { request, isCancelled } = unfinished()
  const path = `/tmp/svc-body-${crypto.randomUUID()}`
  const upload = { path, take: () => null, close: async () => {} }
  try {
    const received = await receiveBody(request, upload, { limitBytes: 0, log: { error: () => {} } })
    expect(received).toEqual({ ok: false, failure: { kind: 'body_too_large', limitBytes: 0 } })
    expect(isCancelled()).toBe(true)
  } finally {
    rmSync(path, { force: true })
  }
})

test('the JSON of a generation takes no space on the disk', async () => {
  const opened: unknown[] = []
  const uploads = {
    open: (...call: unknown[]) => {
      opened.push(call)
      throw new Error('no upload is expected')
    },
  }
  const caller = { kind: 'anonymous', address: '192.0.2.1' } as const
  const request = new Request('http://localhost/', { method: 'POST', body: '{"prompt":"é"}' })
  const deps = { uploads, log: { debug() {}, info() {}, warn() {}, error() {} } }
  const read = await withGenerationBody(request, { deps, caller }, async (body) => ok(body))
  expect(read).toMatchObject(ok({ source: { text: '{"prompt":"é"}' }, sizeBytes: 15 }))
  expect(opened).toEqual([])
})

test('the words "late" and "broken" are JSON like any other', async () => {
  for (const word of ['late', 'broken']) {
    const body = JSON.stringify(word)
    const headers = { 'content-length': String(body.length) }
    const request = new Request('http://localhost/', { method: 'POST', headers, body })
    expect(await readJsonBody(request)).toEqual({ ok: true, value: word })
  }
})
