// Bodies far beyond every limit, over a real socket: every path returns a response of the service, and unread bytes
// are not stored.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { readDemo } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { use, useRealServer } from '../../testing/use.ts'

const MB = 1024 * 1024
const SENT_BYTES = 150 * MB
setDefaultTimeout(slowTestMs)
const TOO_LARGE = { status: 413, body: '{"error":"File too large (max 100MB)."}' }

const server = useRealServer()
const demo = use(() => readDemo(server))

type Framing = 'declared' | 'chunked'

describe.each(['declared', 'chunked'] as const)('150 MB, %s', (framing) => {
  test('as an order are refused with the contract’s sentence, in constant memory', async () => {
    const before = peakMemory(server.pid())
    for (let time = 0; time < 3; time += 1) {
      const response = await post('/api/print/orders', framing, {
        'x-api-key': demo.apiKey,
        'content-type': 'multipart/form-data; boundary=x',
      })
      expect(response).toMatchObject(TOO_LARGE)
    }
    expect(peakMemory(server.pid()) - before).toBeLessThan(SENT_BYTES)
  })

  test.each([
    ['/api/price', 413, 'Body too large (max 65536 bytes).'],
    ['/api/billing/webhook', 413, 'Body too large (max 1048576 bytes).'],
    ['/api/auth/sign-in/email', 413, 'Body too large (max 16384 bytes).'],
    ['/api/nothing/here', 404, 'Not found'],
    ['/api/account/extension-tokens', 401, 'Authentication required'],
  ])('to %s are answered %i by the service, in constant memory', async (path, status, error) => {
    const before = peakMemory(server.pid())
    const response = await post(path, framing, { 'content-type': 'application/json' })
    expect(response).toMatchObject({ status, body: JSON.stringify({ error }) })
    expect(peakMemory(server.pid()) - before).toBeLessThan(SENT_BYTES / 2)
  })

  test.each([
    '/account/sign-in',
    '/account/sign-up',
    '/account/reset',
    '/account',
    '/docs/reference',
  ])('to the page %s are answered with a page, in constant memory', async (path) => {
    const before = peakMemory(server.pid())
    const response = await post(path, framing, {
      origin: server.baseUrl,
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.body).not.toBe('')
    expect(peakMemory(server.pid()) - before).toBeLessThan(SENT_BYTES / 2)
  })
})

test('a sender that never stops sending still gets a response', async () => {
  for (const path of ['/api/price', '/api/auth/sign-in/email', '/api/nothing/here']) {
    const headers = { 'content-type': 'application/json' }
    const response = await post(path, 'chunked', headers, Number.POSITIVE_INFINITY)
    expect([path, response.status]).toEqual([path, path.endsWith('here') ? 404 : 413])
  }
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
})

type Answer = { status: number; body: string }

/**
 * Sends one request on a separate connection, which the sender closes when it has the complete response and has sent
 * everything.
 */
async function post(
  path: string,
  framing: Framing,
  headers: Record<string, string>,
  bytes: number = SENT_BYTES,
): Promise<Answer> {
  const lines = Object.entries({
    ...headers,
    ...(framing === 'declared'
      ? { 'content-length': String(bytes) }
      : { 'transfer-encoding': 'chunked' }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // One character per byte.
  let response = ''
  let left = bytes
  const socket = connect(server.port, '127.0.0.1', () => {
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${new URL(server.baseUrl).host}\r\n${lines.join('')}\r\n`,
    )
    write(
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.stl"\r\n\r\n'),
    )
    send()
  })
  const write = (chunk: Buffer) => {
    left -= chunk.length
    if (framing === 'declared') return socket.write(chunk)
    socket.write(`${chunk.length.toString(16)}\r\n`)
    socket.write(chunk)
    return socket.write('\r\n')
  }
  const send = () => {
    while (left > 0 && !socket.destroyed) {
      const chunk = Buffer.alloc(Math.min(MB, left))
      if (left === chunk.length) chunk.write('\r\n--x--\r\n', chunk.length - 9)
      if (!write(chunk)) return void socket.once('drain', send)
    }
    if (framing === 'chunked') socket.write('0\r\n\r\n')
    settleWhenDone()
  }
  const settleWhenDone = () => {
    const [head = '', body = ''] = response.split('\r\n\r\n', 2)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined || body.length < Number(length)) return
    if (left > 0 && Number.isFinite(left)) return
    resolve({ status: Number(head.split(' ')[1]), body })
    socket.destroy()
  }
  socket.on('data', (data) => {
    response += data.toString('latin1')
    settleWhenDone()
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error(`closed with ${left} bytes to send: ${response}`)))
  return promise
}

/** Returns the peak memory of the process, in bytes; 0 on systems that do not report it. */
function peakMemory(pid: number): number {
  if (process.platform !== 'linux') return 0
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (peak === undefined) throw new Error('the system does not tell the peak memory')
  return Number(peak) * 1024
}
