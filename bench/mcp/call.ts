// The call that is measured, and its expected result.
import { metaKeys, modernVersion } from '../../mcp/era.ts'

export const tool = 'estimate_price'
export const args = { grams: 42, material: 'petg', quantity: 3, color: 'Black' }
/** By hand: 42 g x $0.12 x 3 = $15.12, and $7 of postage within the US. */
const expected = { print: 15.12, total: 22.12 }

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
  ({ url: `${base}/api/mcp`, method: 'POST', headers, body }) as const

/** Sends the call once; throws when the result is wrong. Returns the result, so that servers can be compared. */
export async function checkResult(base: string, extra: HeadersInit = {}): Promise<unknown> {
  const init = {
    method: 'POST',
    headers: { ...headers, ...Object.fromEntries(new Headers(extra)) },
    body,
  }
  const response = await fetch(`${base}/api/mcp`, init)
  const text = await response.text()
  if (!text.startsWith('{')) throw new Error(`${base} returned ${response.status}: ${text}`)
  const { result, id } = JSON.parse(text)
  const { print, domestic } = result?.structuredContent ?? {}
  if (id !== 7 || print !== expected.print || domestic?.total !== expected.total) {
    throw new Error(`${base} returned ${response.status}: ${text}`)
  }
  return result
}
