// Misbehaving servers on loopback: slow, endless, broken, lying, redirecting.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { SemaphoreLimits } from '../../../server/adapters/downloader/per-caller-semaphore.ts'
import type { DownloadRefusal, DownloadRequest } from '../../../server/domain/models/downloads.ts'
import { until } from '../../../testing/service/until.ts'
import { openDownloads, portOf, removeDownloadsAtTheEnd } from './downloads.ts'

removeDownloadsAtTheEnd()

const content = randomBytes(3 * 1024 * 1024 + 17)
const seen: IncomingMessage[] = []
let closed = 0

const page = '<!DOCTYPE html><html><body>Sign in</body></html>'
type Answer = (res: ServerResponse, req: IncomingMessage) => void
const responses: Readonly<Record<string, Answer>> = {
  '/models/part%20one.stl': (res) => res.end(content),
  '/plain': (res) => res.end('solid'),
  '/no-length': (res) => {
    res.writeHead(200, { 'content-type': 'model/stl' })
    res.write('solid ')
    setTimeout(() => res.end('end'), 20)
  },
  '/empty': (res) => res.end(),
  '/hang': () => {},
  '/slow-head': (_res, req) => void req.socket.write('HTTP/1.1 200 OK\r\nx-a: '),
  '/slow-loris': (res, req) => {
    res.writeHead(200, { 'content-length': '1000000' })
    const timer = setInterval(() => res.write('x'), 50)
    req.socket.on('close', () => clearInterval(timer))
  },
  '/endless': (res, req) => {
    const timer = setInterval(() => res.write(Buffer.alloc(65_536)), 1)
    req.socket.on('close', () => clearInterval(timer))
  },
  '/endless-head': (_res, req) => {
    req.socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => req.socket.write(`x-filler: ${'a'.repeat(8_000)}\r\n`), 1)
    req.socket.on('close', () => clearInterval(timer))
  },
  '/says-too-large': (res) => {
    res.writeHead(200, { 'content-length': String(10 ** 12) })
    res.write('x')
  },
  '/says-less': (_res, req) => {
    req.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nsolid and more')
  },
  '/says-more': (_res, req) => {
    req.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsolid')
  },
  '/cut-chunked': (_res, req) => {
    req.socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nsolid\r\n')
  },
  '/bad-chunk': (_res, req) => {
    req.socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nsolid\r\n0\r\n\r\n')
  },
  '/two-lengths': (_res, req) => {
    req.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\nsolid')
  },
  '/reset': (res, req) => {
    res.writeHead(200, { 'content-length': '100' })
    res.write('solid')
    setTimeout(() => req.socket.resetAndDestroy(), 20)
  },
  '/no-http': (_res, req) => void req.socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  '/gzip': (res) => {
    res.writeHead(200, { 'content-encoding': 'gzip' })
    res.end(gzipSync(Buffer.alloc(64 * 1024 * 1024)))
  },
  '/brotli': (res) => {
    res.writeHead(200, { 'content-encoding': 'br' })
    res.end('x')
  },
  '/gzip-transfer': (_res, req) => {
    req.socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n')
  },
  '/page': (res) => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    res.end(page)
  },
  '/page-as-model.stl': (res) => {
    res.writeHead(200, { 'content-type': 'model/stl' })
    res.end(`\ufeff \n${page}`)
  },
  '/missing': (res) => {
    res.writeHead(404)
    res.end()
  },
  '/private': (res) => {
    res.writeHead(403)
    res.end()
  },
  '/part': (res) => {
    res.writeHead(206, { 'content-range': 'bytes 0-4/100' })
    res.end('solid')
  },
  '/nothing': (res) => {
    res.writeHead(204)
    res.end()
  },
  '/redirect-nowhere': (res) => {
    res.writeHead(302)
    res.end()
  },
}

const server = createServer((req, res) => {
  seen.push(req)
  req.socket.once('close', () => {
    closed += 1
  })
  const url = req.url ?? ''
  const hops = /^\/hops\/(\d+)$/.exec(url)?.[1]
  const to = url.startsWith('/to?') ? decodeURIComponent(url.slice(4)) : undefined
  if (hops !== undefined || to !== undefined) {
    const left = Number(hops)
    res.writeHead(left % 2 ? 301 : 307, {
      location: to ?? (left > 1 ? `/hops/${left - 1}` : '/plain'),
      'set-cookie': 'session=secret',
    })
    res.end()
  } else {
    ;(responses[url] ?? responses['/missing'])?.(res, req)
  }
})

let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${portOf(server)}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function get(path: string, request: Partial<DownloadRequest> = {}) {
  const { downloads, left } = openDownloads({ allowLoopback: true })
  const outcome = await downloads.fetch({
    url: `${base}${path}`,
    hosts: null,
    caller: 'a',
    maxBytes: 8 * 1024 * 1024,
    timeoutMs: 60_000,
    ...request,
  })
  return { outcome, left: left() }
}

test('a file arrives with its bytes, hash and name', async () => {
  const { outcome, left } = await get('/models/part%20one.stl')
  if (outcome.kind !== 'downloaded') throw new Error(outcome.message)
  const { path, ...file } = outcome.file
  expect(file).toEqual({
    fileName: 'part one.stl',
    sizeBytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  expect(readFileSync(path).equals(content)).toBe(true)
  expect(left).toHaveLength(1)
})

test('a file of unknown length arrives', async () => {
  const { outcome } = await get('/no-length')
  expect(outcome).toMatchObject({
    kind: 'downloaded',
    file: { sizeBytes: 9 },
    contentType: 'model/stl',
  })
})

test('a declared length below the real one truncates the file there', async () => {
  expect((await get('/says-less')).outcome).toMatchObject({
    kind: 'downloaded',
    file: { sizeBytes: 5 },
  })
})

test('the server receives only the URL, even after a redirect', async () => {
  seen.length = 0
  expect((await get('/hops/1')).outcome).toMatchObject({ kind: 'downloaded' })
  expect(seen).toHaveLength(2)
  for (const { headers } of seen) {
    expect(headers).toEqual({
      host: base.slice('http://'.length),
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'svc-downloader/1',
      connection: 'close',
    })
  }
})

const refusals: readonly (readonly [string, DownloadRefusal['reason']])[] = [
  ['/empty', 'empty'],
  ['/hang', 'timed_out'],
  ['/slow-head', 'timed_out'],
  ['/slow-loris', 'timed_out'],
  ['/endless', 'too_large'],
  ['/endless-head', 'unreachable'],
  ['/says-too-large', 'too_large'],
  ['/says-more', 'unreachable'],
  ['/cut-chunked', 'unreachable'],
  ['/bad-chunk', 'unreachable'],
  ['/two-lengths', 'unreachable'],
  ['/reset', 'unreachable'],
  ['/no-http', 'unreachable'],
  ['/gzip', 'not_a_file'],
  ['/brotli', 'not_a_file'],
  ['/gzip-transfer', 'not_a_file'],
  ['/page', 'not_a_file'],
  ['/page-as-model.stl', 'not_a_file'],
  ['/missing', 'http_status'],
  ['/private', 'http_status'],
  ['/part', 'http_status'],
  ['/nothing', 'http_status'],
  ['/redirect-nowhere', 'http_status'],
  ['/hops/4', 'too_many_redirects'],
  ['/hops/1000', 'too_many_redirects'],
]

test.each([...refusals])(
  '%p is refused as %p, and its connection is closed',
  async (path, reason) => {
    closed = 0
    const { outcome, left } = await get(path, reason === 'timed_out' ? { timeoutMs: 1_000 } : {})
    expect(outcome).toMatchObject({ kind: 'refused', reason })
    expect(outcome.kind === 'refused' && outcome.message).toMatch(/^[A-Z].*\.$/)
    expect(left).toEqual([])
    await until(() => closed > 0)
  },
)

test('three redirects are followed', async () => {
  expect((await get('/hops/3')).outcome).toMatchObject({ kind: 'downloaded' })
})

test.each([
  ['http://127.0.0.2/a.stl', 'not_https'],
  ['http://localhost/a.stl', 'not_https'],
  ['https://127.0.0.1/a.stl', 'private_address'],
  ['https://10.0.0.1/a.stl', 'private_address'],
  ['https://[::ffff:127.0.0.1]/a.stl', 'private_address'],
  ['//169.254.169.254/latest/meta-data', 'not_https'],
  ['https://metadata.google.internal/', 'private_address'],
  ['file:///etc/passwd', 'bad_url'],
  ['https://user:pw@example.org/', 'bad_url'],
] as const)('a redirect to %p is refused as %p', async (to, reason) => {
  const { outcome } = await get(`/to?${encodeURIComponent(to)}`)
  expect(outcome).toMatchObject({ kind: 'refused', reason })
})

test('a redirect away from the allowed hosts is refused', async () => {
  const { outcome } = await get(`/to?${encodeURIComponent('https://example.org/a.stl')}`, {
    hosts: ['127.0.0.1'],
  })
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'host_not_allowed' })
})

test('a lookup that never returns ends with the timeout', async () => {
  const { downloads } = openDownloads({ resolve: () => new Promise(() => {}) })
  const url = 'https://silent.attacker.com/a.stl'
  const outcome = await downloads.fetch({
    url,
    hosts: null,
    caller: 'a',
    maxBytes: 100,
    timeoutMs: 100,
  })
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'timed_out' })
})

test('a caller that disconnects ends the download; nothing is left behind', async () => {
  const { downloads, left } = openDownloads({ allowLoopback: true })
  const leaving = new AbortController()
  const request = {
    url: `${base}/slow-loris`,
    hosts: null,
    caller: 'a',
    maxBytes: 2_000_000,
    timeoutMs: 5_000,
  }
  seen.length = 0
  const pending = downloads.fetch({ ...request, signal: leaving.signal })
  await until(() => seen.length === 1)
  leaving.abort(new Error('left'))
  await expect(pending).rejects.toThrow('left')
  expect(left()).toEqual([])
})

const places = (limits: Partial<SemaphoreLimits>): SemaphoreLimits => ({
  running: 24,
  runningPerCaller: 24,
  waiting: 200,
  waitingPerCaller: 200,
  ...limits,
})

/** Makes a request of its own. All downloads that began before it have reached the server by then. */
async function roundTrip(): Promise<void> {
  await fetch(`${base}/nothing`)
}

test('the number of concurrent downloads is limited, and a finished one frees its place', async () => {
  const { downloads } = openDownloads({
    allowLoopback: true,
    slots: places({ running: 2, waiting: 3 }),
  })
  const request = { hosts: null, caller: 'a', maxBytes: 1_000, timeoutMs: 1_000 }
  seen.length = 0
  const slow = [1, 2].map(() => downloads.fetch({ ...request, url: `${base}/hang` }))
  const waiting = [1, 2, 3].map(() =>
    downloads.fetch({ ...request, url: `${base}/plain`, timeoutMs: 5_000 }),
  )
  const oneTooMany = await downloads.fetch({ ...request, url: `${base}/plain` })
  expect(oneTooMany).toMatchObject({ kind: 'refused', reason: 'unreachable' })
  await until(() => seen.length === 2)
  await roundTrip()
  expect(seen.map(({ url }) => url)).toEqual(['/hang', '/hang', '/nothing'])
  for (const outcome of await Promise.all(slow)) {
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'timed_out' })
  }
  for (const outcome of await Promise.all(waiting)) expect(outcome.kind).toBe('downloaded')
})

test('a caller with slow links delays only itself', async () => {
  const { downloads } = openDownloads({ allowLoopback: true })
  const leaving = new AbortController()
  const request = { hosts: null, maxBytes: 2_000_000, timeoutMs: 8_000 }
  seen.length = 0
  const drips = Array.from({ length: 30 }, () =>
    downloads
      .fetch({
        ...request,
        url: `${base}/slow-loris`,
        caller: 'one address',
        signal: leaving.signal,
      })
      .catch((error: unknown) => error),
  )
  await until(() => seen.length === 3)
  await roundTrip()
  expect(seen).toHaveLength(4)
  for (const caller of ['another', null]) {
    const outcome = await downloads.fetch({ ...request, url: `${base}/plain`, caller })
    expect(outcome.kind).toBe('downloaded')
  }
  leaving.abort(new Error('left'))
  const ends = await Promise.all(drips)
  // Three ran and twenty waited.
  expect(ends.filter((end) => end instanceof Error)).toHaveLength(23)
  const refused = ends.filter((end) => !(end instanceof Error))
  expect(refused).toHaveLength(7)
  for (const one of refused) expect(one).toMatchObject({ reason: 'unreachable' })
})

test('a generated model is fetched although callers occupy all places', async () => {
  const { downloads } = openDownloads({ allowLoopback: true, slots: places({ running: 1 }) })
  const leaving = new AbortController()
  const request = { hosts: null, maxBytes: 1_000, timeoutMs: 10_000 }
  const hanging = downloads.fetch({
    ...request,
    url: `${base}/hang`,
    caller: 'a',
    signal: leaving.signal,
  })
  const own = await downloads.fetch({ ...request, url: `${base}/plain`, caller: null })
  expect(own.kind).toBe('downloaded')
  leaving.abort(new Error('left'))
  await expect(hanging).rejects.toThrow('left')
})

test.each(['/slow-loris', '/hang'])(
  'a server that sends too slowly loses its place: %p',
  async (path) => {
    const pace = { windowMs: 100, bytesPerWindow: 1_000, slowAtFirst: 4, slowLater: 2 }
    const { downloads, left } = openDownloads({ allowLoopback: true, pace })
    const request = { hosts: null, caller: 'a', maxBytes: 1_000_000, timeoutMs: 10_000 }
    const outcome = await downloads.fetch({ ...request, url: `${base}${path}` })
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'timed_out' })
    expect(outcome.kind === 'refused' && outcome.message).toContain('too slowly')
    expect(left()).toEqual([])
  },
)
