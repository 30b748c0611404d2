// Responses of the farm and of printers are read up to a limit.
import { expect, test } from 'bun:test'
import { maxTextBytes, requestJson } from '../../../client/farm/http.ts'
import { readBody, readText } from '../../../client/farm/read-body.ts'

/** A response that never ends, in pieces of 1,000 bytes, and the number of pieces that were read. */
function endless() {
  let pieces = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pieces += 1
        controller.enqueue(new Uint8Array(1_000))
      },
      cancel: () => {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { response: new Response(body), pieces: () => pieces, isCancelled: () => isCancelled }
}

test('a body of exactly the limit is read, and an absent one is empty', async () => {
  expect(await readBody(new Response(new Uint8Array([1, 2, 3])), 3)).toEqual(
    new Uint8Array([1, 2, 3]),
  )
  expect(await readText(new Response('3 µm'), 5)).toBe('3 µm')
  expect((await readBody(new Response(null), 3)).length).toBe(0)
})

test('a longer body is refused, and the rest is not read', async () => {
  const { response, pieces, isCancelled } = endless()
  await expect(readBody(response, 2_500)).rejects.toThrow('larger than 2500 bytes')
  expect([pieces(), isCancelled()]).toEqual([3, true])
})

test('a longer response with JSON is refused', async () => {
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(' '.repeat(maxTextBytes + 1)),
  })
  await expect(requestJson(server.url.href)).rejects.toThrow(RangeError)
})
