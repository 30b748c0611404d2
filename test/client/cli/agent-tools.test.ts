// Calls of tools of the agent endpoint, on a scripted network.
import { expect, test } from 'bun:test'
import {
  createRepeatingCaller,
  createToolCaller,
  QuoteExpired,
  toolError,
} from '../../../client/cli/src/service/agent-tools.ts'
import { exitCodes } from '../../../client/cli/src/terminal/exit-codes.ts'
import type { Retry } from '../../../client/typescript/src/index.ts'
import { failedFetch } from '../scripted-client.ts'

test('a call requests no pictures', async () => {
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

test.each<[string, Error, readonly number[]]>([
  ['a refused connection', failedFetch('ECONNREFUSED', 'connect'), [250, 500, 1_000, 2_000, 2_000]],
  ['a lost response', failedFetch('ECONNRESET', 'read'), [250, 500, 1_000, 2_000, 4_000]],
])('a call is repeated after %s, with separate pauses', async (_, error, pauses) => {
  const slept: number[] = []
  const announced: Retry[] = []
  let nowMs = 0
  const once = createToolCaller('https://print.example.com', null, () => Promise.reject(error))
  const call = createRepeatingCaller(once, {
    onRetry: (retry) => void announced.push(retry),
    random: () => 1,
    sleep: async (ms) => {
      slept.push(ms)
      nowMs += ms
    },
    now: () => nowMs,
  })
  expect(await call('list_materials', {}, 120_000)).toMatchObject({ kind: 'lost' })
  expect(slept).toEqual([...pauses])
  const request = { method: 'POST', path: '/api/mcp', status: null }
  expect(announced).toEqual(pauses.map((pauseMs) => ({ ...request, pauseMs })))
  slept.length = 0
  await call('list_materials', {}, 1_000)
  expect(slept).toEqual([250, 500])
})

/** The exit code depends on the code of a refusal, never on its words. */
test.each([
  ['api_key_required', exitCodes.credentials],
  ['try_again', exitCodes.unavailable],
  ['quote_expired', exitCodes.refused],
  ['refused', exitCodes.refused],
  ['a code of a newer service', exitCodes.refused],
  [undefined, exitCodes.refused],
])('a refusal with the code %p ends with %p', async (code, exitCode) => {
  const call = createToolCaller('https://print.example.com', null, async () =>
    Response.json({
      result: {
        content: [{ type: 'text', text: 'This quote expired. Wait 30 seconds.' }],
        isError: true,
        _meta: code === undefined ? undefined : { 'com.svc/code': code, other: 1 },
      },
    }),
  )
  const outcome = await call('create_print_order', {}, 1_000)
  if (outcome.kind !== 'refused') throw new Error(outcome.kind)
  const error = toolError(outcome)
  expect(error.exitCode).toBe(exitCode)
  expect(error instanceof QuoteExpired).toBe(code === 'quote_expired')
})
