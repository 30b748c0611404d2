// Requests that no library sends, over a real socket: hosts of a few letters or none, and bodies that never end.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { bodyTimeoutMs } from '../../server/domain/base/time/timeout-wheel.ts'
import { readDemo } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { useRealServer } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

setDefaultTimeout(slowTestMs)

// The wheel of timeouts turns in half the time limit (server/domain/base/time/timeout-wheel.ts). Only the wait is shorter
// here.
const server = useRealServer({
  env: {
    BUN_OPTIONS: `--preload=${join(import.meta.dir, '../../testing/service/short-body-timeout.ts')}`,
  },
})

/** Returns everything that the server sends until it closes the connection, or until `enough` has arrived. */
function exchange(
  text: string,
  enough: (received: string) => boolean,
  localAddress = '127.0.0.1',
): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const address = { host: '127.0.0.1', port: server.port, localAddress }
    const socket = connect(address, () => socket.write(text))
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (enough(received)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}
const hasBody = (received: string) => {
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
  return body.length >= length
}

describe('a host of a few letters, or none at all', () => {
  for (const [name, start] of [
    ['a', 'HTTP/1.1\r\nhost: a'],
    ['web', 'HTTP/1.1\r\nhost: web'],
    ['none', 'HTTP/1.0'],
  ] as const) {
    test(name, async () => {
      const health = await exchange(`GET /healthz ${start}\r\n\r\n`, hasBody)
      expect(health).toStartWith('HTTP/1.1 200 ')
      const missing = await exchange(`GET /nothing ${start}\r\n\r\n`, hasBody)
      expect(missing).toStartWith('HTTP/1.1 404 ')
    })
  }

  test.skipIf(process.platform !== 'linux')('is counted by its client address', async () => {
    const check = 'content-type: text/plain\r\ncontent-length: 2\r\n\r\n{}'
    const request = `POST /api/printability HTTP/1.1\r\nhost: web\r\n${check}`
    const statuses: string[] = []
    // Twelve an hour for an address; the loopback network has many.
    for (let time = 0; time < 13; time += 1) {
      statuses.push((await exchange(request, hasBody, '127.0.0.2')).slice(9, 12))
    }
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => '400'), '429'])
    expect((await exchange(request, hasBody, '127.0.0.3')).slice(9, 12)).toBe('400')
  })
})

verifies('http.body-timeout', async () => {
  expect(bodyTimeoutMs).toBe(25_000)
  const { apiKey } = await readDemo(server)
  const unfinished = (path: string, headers = '') =>
    exchange(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}content-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
      () => false,
    )
  const received = await Promise.all([
    unfinished('/api/price'),
    unfinished('/api/auth/sign-in/email'),
    unfinished('/api/billing/webhook'),
    unfinished('/api/order-status', `x-internal-key: ${internalKey()}\r\n`),
    unfinished('/api/mcp', `x-api-key: ${apiKey}\r\n`),
  ])
  // Each was read to the end of its connection.
  for (const text of received) {
    expect(text).toStartWith('HTTP/1.1 408 ')
    expect(text).toContain('The body did not arrive in time. Send it without pauses.')
  }
})

const internalKey = () => readFileSync(`${server.stateDir}/internal-key`, 'utf8')
