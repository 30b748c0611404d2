// POST /api/print/orders: the multipart body: its type, its size, and truncated bodies.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ADDRESS, orderForm, refusal } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

describe('the body', () => {
  verifies(['orders.submit.error.not-multipart', 'orders.submit.multipart-only'], async () => {
    const response: [number, string] = [400, "Expected multipart/form-data with a 'file' field."]
    const send = (type: string | null, body: string) =>
      refusal(
        service.fetch(
          '/api/print/orders',
          rawPost(body, { ...account.headers, ...(type === null ? {} : { 'content-type': type }) }),
        ),
      )
    expect(await send('application/json', '{"modelUrl":"gs://svc-local/x.stl"}')).toEqual(response)
    expect(await send('application/x-www-form-urlencoded', 'city=X')).toEqual(response)
    expect(await send('multipart/mixed; boundary=x', '--x--')).toEqual(response)
    expect(await send('text/plain', 'multipart/form-data')).toEqual(response)
    const bare = service.fetch('/api/print/orders', { method: 'POST', headers: account.headers })
    expect(await refusal(bare)).toEqual(response)
  })

  verifies('orders.submit.error.no-credential', async () => {
    const response: [number, string] = [
      401,
      'Invalid or missing API key. Generate one on your profile.',
    ]
    const strangers = [
      {},
      { authorization: 'Bearer svc_live_000000000000000000000000000000000000000000000000' },
      { authorization: account.apiKey },
      { 'x-api-key': 'nonsense' },
      { authorization: 'Basic abc' },
    ]
    for (const headers of strangers) {
      const form = { method: 'POST', headers, body: orderForm() }
      expect(await refusal(service.fetch('/api/print/orders', form))).toEqual(response)
      // The content type is checked before the body.
      const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
      const sent = service.fetch('/api/print/orders', { ...json, body: '{}' })
      expect(await refusal(sent)).toEqual(response)
    }
  })

  test('a multipart body that is truncated, has no boundary, or exceeds a limit is 400 with the reason', async () => {
    const send = (contentType: string, body: string) =>
      refusal(
        service.fetch(
          '/api/print/orders',
          rawPost(body, { ...account.headers, 'content-type': contentType }),
        ),
      )
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.stl"\r\n\r\nab\r\n'
    const words = (detail: string): [number, string] => [
      400,
      `The multipart body could not be read: ${detail}`,
    ]
    const type = 'multipart/form-data; boundary=x'
    expect(await send('multipart/form-data; charset=utf-8', '')).toEqual(
      words(
        'its boundary is missing. Let the HTTP client set the Content-Type header, so that it names the boundary.',
      ),
    )
    expect(await send(type, `${file}${file}--x--\r\n`)).toEqual(
      words('it has more than one file. Send one file.'),
    )
    expect(await send(type, `${part('city', 'x'.repeat(17_000))}--x--\r\n`)).toEqual([
      400,
      'The field "city" is longer than 16 kB. Shorten it.',
    ])
    const many = Array.from({ length: 101 }, (_, index) => part(`f${index}`, '1')).join('')
    expect(await send(type, `${many}--x--\r\n`)).toEqual(
      words('it has more than 100 fields. Leave out those that are not needed.'),
    )
    // Truncated inside the file, inside a field, inside the head of a part, and inside a file under an unknown name.
    const other = file.replace('name="file"', 'name="picture"')
    for (const end of [
      file.slice(0, -3),
      part('city', 'X').slice(0, -3),
      part('city', 'X').slice(0, 20),
      other.slice(0, -3),
      file.replace('ab', 'ab'.repeat(500_000)),
    ]) {
      const [status, error] = await send(type, `${part('city', 'X')}${end}`)
      expect(status).toBe(400)
      expect(String(error)).toMatch(
        /^The multipart body could not be read: .*(early|end).*\. Send it again, whole\.$/i,
      )
    }
    expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
  })

  test('an upload whose connection breaks leaves nothing behind', async () => {
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.stl"\r\n\r\n`
    async function* breaking() {
      yield new TextEncoder().encode(head + 'ab'.repeat(100_000))
      throw new Error('the line went dead')
    }
    const response = await refusal(
      service.fetch(
        '/api/print/orders',
        rawPost(streamOf(breaking()), {
          ...account.headers,
          'content-type': 'multipart/form-data; boundary=x',
        }),
      ),
    )
    expect(response[0]).toBe(400)
    expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
  })
})

describe('100 MB', () => {
  const mb = 1024 * 1024

  verifies('orders.submit.file-100-mb', async () => {
    expect(await refusal(sendZeros(100 * mb + 1))).toEqual([413, 'File too large (max 100MB).'])
    const [status, error] = await refusal(sendZeros(100 * mb))
    expect(status).toBe(422)
    expect(String(error)).toStartWith("We couldn't read a printable mesh from that file. ")
  })

  verifies('orders.submit.error.too-large', async () => {
    const response: [number, string] = [413, 'File too large (max 100MB).']
    // Far too large, with other problems: the file is checked first.
    expect(await refusal(sendZeros(101 * mb, { city: '', country: 'XX' }))).toEqual(response)
    // A declared length is refused before anything is read.
    let pulled = 0
    const pull = () => {
      pulled += 1
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const declared = service.fetch(
      '/api/print/orders',
      rawPost(body, {
        ...account.headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(103 * mb),
      }),
    )
    expect(await refusal(declared)).toEqual(response)
    expect(pulled).toBe(0)
  })

  test('the response over a socket is also 413', async () => {
    const sent = fetch(
      `${service.baseUrl}/api/print/orders`,
      rawPost(
        orderForm({}, { name: 'zeros.stl', bytes: new Uint8Array(100 * mb + 1) }),
        account.headers,
      ),
    )
    expect(await refusal(sent)).toEqual([413, 'File too large (max 100MB).'])
  })

  test('a refused upload leaves nothing on the disk', async () => {
    expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
  })

  /** Returns a form with a file of that many zero bytes, generated while it is sent. */
  function sendZeros(bytes: number, fields: Record<string, string> = {}): Promise<Response> {
    const text = new TextEncoder()
    const parts = Object.entries({ ...ADDRESS, ...fields }).map(
      ([name, value]) =>
        `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const head = `${parts.join('')}--x\r\ncontent-disposition: form-data; name="file"; filename="zeros.stl"\r\n\r\n`
    const chunk = new Uint8Array(256 * 1024)
    async function* body() {
      yield text.encode(head)
      for (let left = bytes; left > 0; left -= chunk.byteLength) {
        yield left < chunk.byteLength ? chunk.subarray(0, left) : chunk
      }
      yield text.encode('\r\n--x--\r\n')
    }
    return service.fetch(
      '/api/print/orders',
      rawPost(streamOf(body()), {
        ...account.headers,
        'content-type': 'multipart/form-data; boundary=x',
      }),
    )
  }
})

/** Returns a body that is generated while it is sent. */
function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) {
        controller.close()
      } else {
        controller.enqueue(value)
      }
    },
  })
}
