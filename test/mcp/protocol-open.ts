// A separate protocol layer for each test, with counters that start at zero.
import { expect } from 'bun:test'
import { toolResult } from '../../mcp/content.ts'
import type { Tool } from '../../mcp/registry.ts'
import { agentTools } from '../../mcp/tools/list.ts'
import {
  type Fixture,
  type FixtureOptions,
  KEY,
  openProtocol,
  type Reply,
  replyOf,
  requestOf,
  rpc,
  type Sent,
} from './protocol-fixture.ts'

export const keyed = { authorization: `Bearer ${KEY}` }

/** Returns the service's tools, each of which only counts its runs. */
export function countingTools(): { tools: readonly Tool[]; runs: string[] } {
  const runs: string[] = []
  const tools = agentTools.map((tool) => ({
    ...tool,
    call: async () => {
      runs.push(tool.definition.name)
      return toolResult('It ran.', {})
    },
  }))
  return { tools, runs }
}

export function open(options: FixtureOptions): Fixture & { send: (sent: Sent) => Promise<Reply> } {
  const fixture = openProtocol(options)
  return {
    ...fixture,
    send: async (sent) => replyOf(await fixture.handle(requestOf(sent))),
  }
}

export const call = (name: string, headers: Record<string, string> = keyed): Sent => ({
  headers,
  body: rpc('tools/call', { name, arguments: {} }),
})

export function expectWait({ status, json }: Reply): void {
  expect(status).toBe(200)
  expect(json.error).toBeUndefined()
  expect(json.result.isError).toBe(true)
  expect(json.result.content[0].text).toContain('1234 seconds')
}
