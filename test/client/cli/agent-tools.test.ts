// Calls of tools of the agent endpoint, on a scripted network.
import { expect, test } from 'bun:test'
import { createToolCaller } from '../../../client/cli/src/service/agent-tools.ts'
import { failedFetch } from '../typescript/scripted-client.ts'

test('a call asks for no pictures', async () => {
  const sent: Headers[] = []
  const call = createToolCaller('https://print.example.com', null, async (_, { headers }) => {
    sent.push(new Headers(headers))
    return Response.json({ result: { content: [{ type: 'text', text: 'Done.' }] } })
  })
  expect(await call('list_materials', {}, 1_000)).toMatchObject({ kind: 'fields', text: 'Done.' })
  expect(sent.map((headers) => headers.get('x-pictures'))).toEqual(['off'])
})

test.each([
  ['EHOSTUNREACH', 'read', true],
  ['ENETUNREACH', 'write', true],
  ['ECONNRESET', 'read', true],
  ['EHOSTUNREACH', 'connect', false],
  ['ECONNREFUSED', 'connect', false],
])('a call that ends with %s of %s may have been sent: %p', async (code, syscall, wasSent) => {
  const call = createToolCaller('https://print.example.com', null, () =>
    Promise.reject(failedFetch(code, syscall)),
  )
  expect(await call('create_print_order', {}, 1_000)).toMatchObject({ kind: 'lost', wasSent })
})
