// Downloads over https, with a test certificate authority and a trap that redirects public addresses to a local
// server.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { createServer } from 'node:https'
import { selfSigned } from '../../../testing/service/certificate.ts'
import { type SocketTrap, trapSockets } from '../../../testing/service/socket-trap.ts'
import { openDownloads, portOf, removeDownloadsAtTheEnd } from './downloads.ts'

removeDownloadsAtTheEnd()

const { key, cert } = selfSigned(['files.example.net', 'cdn.example.net'])
const server = createServer({ key, cert }, (req, res) => {
  const to = req.url?.startsWith('/to?') ? decodeURIComponent(req.url.slice(4)) : null
  if (to === null) {
    res.end(`solid ${req.headers.host}`)
  } else {
    res.writeHead(302, { location: to })
    res.end()
  }
})
const publicAddress = '93.184.216.34'
let trap: SocketTrap

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  trap = trapSockets((address, port) =>
    address === publicAddress && port === 443 ? portOf(server) : undefined,
  )
})
afterAll(() => {
  trap.remove()
  server.closeAllConnections()
  server.close()
})
afterEach(() => trap.clear())

function get(url: string, answers: Readonly<Record<string, string>> = {}, ca: string = cert) {
  const { downloads } = openDownloads({
    ca,
    allowLoopback: true,
    resolve: async (host) => [{ address: answers[host] ?? publicAddress }],
  })
  return downloads.fetch({ url, hosts: null, caller: 'a', maxBytes: 1_000, timeoutMs: 3_000 })
}

test('a file is fetched from the checked address, under its name', async () => {
  const outcome = await get('https://files.example.net./a.stl')
  expect(outcome).toMatchObject({
    kind: 'downloaded',
    file: { fileName: 'a.stl', sizeBytes: 'solid files.example.net'.length },
  })
  expect(trap.attempts).toEqual([`${publicAddress}:443`])
})

test('a certificate for another name, or of an unknown authority, is refused', async () => {
  const unreachable = { kind: 'refused', reason: 'unreachable' }
  expect(await get('https://other.example.net/a.stl')).toMatchObject(unreachable)
  const { cert: stranger } = selfSigned(['files.example.net'])
  expect(await get('https://files.example.net/a.stl', {}, stranger)).toMatchObject(unreachable)
})

test('a redirect to another host is resolved and checked again', async () => {
  const to = encodeURIComponent('https://cdn.example.net/b')
  expect(await get(`https://files.example.net/to?${to}`)).toMatchObject({
    kind: 'downloaded',
    file: { sizeBytes: 'solid cdn.example.net'.length },
  })
  trap.clear()
  const inside = await get(`https://files.example.net/to?${to}`, { 'cdn.example.net': '10.0.0.1' })
  expect(inside).toMatchObject({ kind: 'refused', reason: 'private_address' })
  expect(trap.attempts).toEqual([`${publicAddress}:443`])
})

test.each([
  ['http://files.example.net/a.stl', 'not_https'],
  ['http://127.0.0.1:3000/a.stl', 'not_https'],
  ['https://files.example.net:8443/a.stl', 'not_https'],
  ['https://[64:ff9b::7f00:1]/a.stl', 'private_address'],
  ['https://2130706433/a.stl', 'private_address'],
] as const)('a redirect of a public host to %p is refused as %p', async (to, reason) => {
  const outcome = await get(`https://files.example.net/to?${encodeURIComponent(to)}`)
  expect(outcome).toMatchObject({ kind: 'refused', reason })
  expect(trap.attempts).toEqual([`${publicAddress}:443`])
})
