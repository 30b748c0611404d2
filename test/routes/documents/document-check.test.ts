// The comparison of responses with the document detects differences that would affect a client.
import { expect, test } from 'bun:test'
import { checkedByDocument } from '../../../testing/service/document-check.ts'
import { verifies } from '../../helpers/verifies.ts'

const id = { 'x-request-id': 'a-request' }
const send = (response: Response, method = 'GET', path = '/api/account/api-key') =>
  checkedByDocument(() => response)(new Request(`http://localhost${path}`, { method }))
const json = (body: unknown, status = 200, headers: Record<string, string> = id) =>
  Response.json(body, { status, headers })
const refused = (body: unknown, status: number, code: string, more = {}) =>
  json(body, status, { ...id, ...more, 'x-error-code': code })
const key = { exists: false, prefix: null, createdAt: null }

test('a response as described passes', async () => {
  const response = await send(json(key))
  expect(await response.json()).toEqual(key)
  const unknown = refused({ error: 'Authentication required' }, 401, 'session_required')
  expect((await send(unknown)).status).toBe(401)
  expect((await send(new Response('<p>', { status: 200 }), 'GET', '/docs')).status).toBe(200)
  const allow = { allow: 'GET' }
  const other = refused({ error: 'No.' }, 405, 'method_not_allowed', allow)
  expect((await send(other, 'PATCH')).status).toBe(405)
})

verifies('http.document-responses', async () => {
  const wrong: readonly (readonly [Response, string])[] = [
    [json(key, 418), 'the status is not described'],
    [json({ ...key, exists: 'no' }), '/exists must be boolean'],
    [json({ ...key, more: 1 }), 'must NOT have additional properties'],
    [json({ exists: false }), "must have required property 'prefix'"],
    [refused({ message: 'No.' }, 401, 'session_required'), "must have required property 'error'"],
    [json({ error: 'No.' }, 401), 'x-error-code is missing'],
    [refused({ error: 'No.' }, 401, 'no_such_code'), 'no_such_code is not recorded'],
    [refused({ error: 'No.' }, 401, 'rate_limited'), 'rate_limited is not recorded with 401'],
    [refused(key, 200, 'rate_limited'), 'a success has x-error-code'],
    [json(key, 200, { ...id, 'retry-after': '5' }), 'retry-after is not described'],
    [json(key, 200, {}), 'x-request-id is missing'],
    [new Response('<p>', { headers: { ...id, 'content-type': 'text/html' } }), 'text/html'],
  ]
  for (const [response, problem] of wrong) {
    await expect(send(response)).rejects.toThrow(problem)
  }
  await expect(send(json(key), 'PATCH')).rejects.toThrow('the method is not described')
})
