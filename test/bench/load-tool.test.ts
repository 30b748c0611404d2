import { expect, test } from 'bun:test'
import { requestsPerSecond } from '../../bench/lib/load.ts'

const load = { connections: 2, seconds: 1 }

/**
 * Returns the rate, or the message of the refusal, for a server that gives the response of `first` to its first requests
 * and that of `later` to all others.
 */
async function measured(first: () => Response, later: () => Response): Promise<number | string> {
  let requests = 0
  const fetch = () => (++requests < 20 ? first() : later())
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  const target = {
    url: `http://127.0.0.1:${server.port}/price`,
    method: 'GET',
    check: (text: string) => text === 'right',
  } as const
  try {
    return await requestsPerSecond(target, load).catch((error: Error) => error.message)
  } finally {
    await server.stop(true)
  }
}

const right = () => new Response('right')
const wrong = () => new Response('wrong')
const broken = () => new Response('right', { status: 500 })

test('a rate needs valid responses: before the load, during it, and with a status of success', async () => {
  expect(await measured(wrong, wrong)).toContain('wrong response 200: wrong')
  const [fromLater, rate, refused] = await Promise.all([
    measured(right, wrong),
    measured(right, right),
    measured(right, broken),
  ])
  expect(fromLater).toContain('wrong response 200: wrong')
  expect(rate).toBeGreaterThan(0)
  expect(refused).toMatch(/Non-2xx|non-2xx|wrong response 500/)
})
