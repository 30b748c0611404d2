// The comparison of responses with the document notices what a client would stumble over.
import { expect, test } from 'bun:test'
import { checkedByDocument } from '../../../testing/service/document-check.ts'
import { verifies } from '../../helpers/verifies.ts'

const id = { 'x-request-id': 'a-request' }
const send = (response: Response, method = 'GET', path = '/api/account/api-key') =>
  checkedByDocument(() => response)(new Request(`http://localhost${path}`, { method }))
const json = (body: unknown, status = 200, headers: Record<string, string> = id) =>
  Response.json(body, { status, headers })
const key = { exists: false, prefix: null, createdAt: null }

test('a response as described passes', async () => {
  const response = await send(json(key))
  expect(await response.json()).toEqual(key)
  expect((await send(json({ error: 'Authentication required' }, 401))).status).toBe(401)
  expect((await send(new Response('<p>', { status: 200 }), 'GET', '/docs')).status).toBe(200)
  const allow = { ...id, allow: 'GET' }
  expect((await send(json({ error: 'No.' }, 405, allow), 'PATCH')).status).toBe(405)
})

verifies('http.document-responses', async () => {
  const wrong: readonly (readonly [Response, string])[] = [
    [json(key, 418), 'the status is not described'],
    [json({ ...key, exists: 'no' }), '/exists must be boolean'],
    [json({ ...key, more: 1 }), 'must NOT have additional properties'],
    [json({ exists: false }), "must have required property 'prefix'"],
    [json({ message: 'No.' }, 401), "must have required property 'error'"],
    [json(key, 200, { ...id, 'retry-after': '5' }), 'retry-after is not described'],
    [json(key, 200, {}), 'x-request-id is missing'],
    [new Response('<p>', { headers: { ...id, 'content-type': 'text/html' } }), 'text/html'],
  ]
  for (const [response, problem] of wrong) {
    await expect(send(response)).rejects.toThrow(problem)
  }
  await expect(send(json(key), 'PATCH')).rejects.toThrow('the method is not described')
})
