// The measured call, and its expected result.
import * as v from 'valibot'
import { metaKeys, modernVersion } from '../../mcp/era.ts'

export const tool = 'estimate_price'
export const args = { grams: 42, material: 'petg', quantity: 3, color: 'Black' }
/** Calculated manually: 42 g x $0.12 x 3 = $15.12, and $7 of postage within the US. */
const expected = { print: 15.12, total: 22.12 }
/** Text in every correct response, for a client that does not parse JSON. */
export const expectedText = `"print":${expected.print}`

export const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': modernVersion,
  'mcp-method': 'tools/call',
  'mcp-name': tool,
}

export const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {
    name: tool,
    arguments: args,
    _meta: { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: {} },
  },
})

export const targetOf = (base: string) =>
  ({ url: `${base}/api/mcp`, method: 'POST', headers, body, check: isRight }) as const

/** Sends the call once. Throws when the result is wrong. */
export async function checkResult(base: string): Promise<void> {
  const response = await fetch(`${base}/api/mcp`, { method: 'POST', headers, body })
  const text = await response.text()
  if (!isRight(text)) throw new Error(`${base} returned ${response.status}: ${text}`)
}

const responseSchema = v.object({
  id: v.literal(7),
  result: v.object({
    structuredContent: v.object({
      print: v.literal(expected.print),
      domestic: v.object({ total: v.literal(expected.total) }),
    }),
  }),
})

const isRight = (text: string): boolean =>
  text.startsWith('{') && v.is(responseSchema, JSON.parse(text))
