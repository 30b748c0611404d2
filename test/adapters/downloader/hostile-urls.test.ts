// Hostile links against the downloader, with a trap at the sockets: a refused link must not cause a connection
// either.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { connect, createServer, type Server } from 'node:net'
import { isPublicAddress } from '../../../server/adapters/downloader/public-address.ts'
import { type SocketTrap, trapSockets } from '../../../testing/service/socket-trap.ts'
import { openDownloads, portOf, removeDownloadsAtTheEnd } from './downloads.ts'
import { hostileUrls, privateAnswers } from './hostile-urls.ts'

removeDownloadsAtTheEnd()

let trap: SocketTrap
let listener: Server
let accepted = 0

beforeAll(async () => {
  listener = createServer((socket) => {
    accepted += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve))
  trap = trapSockets(() => portOf(listener))
})
afterAll(() => {
  trap.remove()
  listener.close()
})
afterEach(() => {
  trap.clear()
  accepted = 0
})

test('the trap detects a connection', async () => {
  const socket = connect({ host: '10.1.2.3', port: 443 })
  await new Promise((resolve) => socket.once('close', resolve))
  expect(trap.attempts).toEqual(['10.1.2.3:443'])
  expect(accepted).toBe(1)
})

test('there are at least 80 distinct hostile links in the table', () => {
  expect(new Set(hostileUrls.map(([url]) => url)).size).toBe(hostileUrls.length)
  expect(hostileUrls.length).toBeGreaterThanOrEqual(80)
})

for (const allowLoopback of [false, true]) {
  const state = allowLoopback ? 'allowed' : 'refused'
  // With loopback allowed, this one link works.
  const links = hostileUrls.filter(([url]) => !allowLoopback || !url.startsWith('http://127.0.0.1'))
  test.each([...links])(`no connection is made for %p (loopback ${state})`, async (url, reason) => {
    const { downloads, left } = openDownloads({
      allowLoopback,
      resolve: async (host) => (privateAnswers[host] ?? []).map((address) => ({ address })),
    })
    const outcome = await downloads.fetch({
      url,
      hosts: null,
      caller: 'a',
      maxBytes: 1_000,
      timeoutMs: 5_000,
    })
    expect(outcome).toMatchObject({ kind: 'refused', reason })
    expect(trap.attempts).toEqual([])
    expect(accepted).toBe(0)
    expect(left()).toEqual([])
  })
}

test.each([
  'https://evil.com/a.stl',
  'https://files.example.com.evil.com/a.stl',
  'https://evilfiles.example.com/a.stl',
  'https://sub.files.example.com/a.stl',
  'https://fıles.example.com/a.stl',
  'https://93.184.216.34/a.stl',
  'https://127.0.0.1/a.stl',
  'https://[::1]/a.stl',
])('a host outside the list is not connected to: %p', async (url) => {
  const { downloads } = openDownloads({})
  const hosts = ['files.example.com', 'cdn.example.com']
  const outcome = await downloads.fetch({
    url,
    hosts,
    caller: 'a',
    maxBytes: 1_000,
    timeoutMs: 5_000,
  })
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'host_not_allowed' })
  expect(outcome.kind === 'refused' && outcome.message).toContain(
    'Files are fetched only from: files.example.com, cdn.example.com.',
  )
  expect(trap.attempts).toEqual([])
})

test('a private address stays refused when its host is on the list', async () => {
  const { downloads } = openDownloads({ resolve: async () => [{ address: '10.0.0.1' }] })
  const request = {
    hosts: ['files.example.com', '127.0.0.1'],
    caller: 'a',
    maxBytes: 1_000,
    timeoutMs: 5_000,
  }
  for (const url of ['https://files.example.com/a.stl', 'https://127.0.0.1/a.stl']) {
    const outcome = await downloads.fetch({ ...request, url })
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'private_address' })
  }
  expect(trap.attempts).toEqual([])
})

test('the connection uses the checked address, although the name resolves differently a moment later', async () => {
  const responses = [['93.184.216.34'], ['127.0.0.1'], ['10.0.0.1']]
  let asked = 0
  const { downloads } = openDownloads({
    resolve: async () => (responses[asked++] ?? []).map((address) => ({ address })),
  })
  const url = 'https://rebinding.attacker.com/a.stl'
  const outcome = await downloads.fetch({
    url,
    hosts: null,
    caller: 'a',
    maxBytes: 1_000,
    timeoutMs: 5_000,
  })
  // The stand-in for the public address has no TLS.
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'unreachable' })
  expect(asked).toBe(1)
  expect(trap.attempts).toEqual(['93.184.216.34:443'])
})

test('no proxy of the environment is used', async () => {
  const names = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'] as const
  const before = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) process.env[name] = 'http://10.9.8.7:3128'
  try {
    const { downloads } = openDownloads({ resolve: async () => [{ address: '93.184.216.34' }] })
    const url = 'https://files.example.net/a.stl'
    await downloads.fetch({ url, hosts: null, caller: 'a', maxBytes: 1_000, timeoutMs: 5_000 })
    expect(trap.attempts).toEqual(['93.184.216.34:443'])
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name]
      } else {
        process.env[name] = value
      }
    }
  }
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '2001:200::1',
])('%p is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
