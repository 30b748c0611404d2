// Web processes with more than their share of the requests close connections.
import { expect, test } from 'bun:test'
import {
  closingShare,
  createConnectionShare,
  readLoad,
} from '../../server/process/share-connections.ts'

test.each([
  // 53 and 11 requests: the mean is 32, and 21 of 53 are too many.
  [53, 32, 21 / 53],
  [11, 32, 0],
  // Within a quarter and two requests of the mean.
  [42, 32, 0],
  [43, 32, 11 / 43],
  [2, 1, 0],
  [0, 0, 0],
])('%p running beside a mean of %p close %p of their connections', (running, mean, share) => {
  expect(closingShare(running, mean)).toBeCloseTo(share, 12)
})

test('a process closes connections while it is ahead, and keeps status and body', async () => {
  const held = Promise.withResolvers<Response>()
  const share = createConnectionShare(() => 0.5)
  const handle = share.wrap(() => held.promise)
  const requests = Array.from({ length: 10 }, () => handle(new Request('http://localhost/')))
  expect(share.running()).toBe(10)
  // 8 of 10 are closed, and 0.5 is below that.
  share.compare(2)
  held.resolve(new Response('held', { status: 201, headers: { 'x-kept': 'yes' } }))
  const response = await requests[0]
  expect(response?.headers.get('connection')).toBe('close')
  expect([response?.status, response?.headers.get('x-kept'), await response?.text()]).toEqual([
    201,
    'yes',
    'held',
  ])
  await Promise.all(requests)
  expect(share.running()).toBe(0)

  share.compare(0)
  const next = await share.wrap(() => new Response('next'))(new Request('http://localhost/'))
  expect(next.headers.get('connection')).toBeNull()
})

test('a request that fails is not counted any more', async () => {
  const share = createConnectionShare()
  const failing = share.wrap(() => Promise.reject(new Error('broken')))
  await expect(failing(new Request('http://localhost/'))).rejects.toThrow('broken')
  expect(share.running()).toBe(0)
})

test.each([
  [{ kind: 'load', running: 3 }, 3],
  [{ kind: 'mean_load', running: 3 }, null],
  [{ kind: 'load', running: '3' }, null],
  ['load', null],
  [null, null],
])('the load in %p is %p', (message, load) => {
  expect(readLoad(message, 'load')).toBe(load)
})
