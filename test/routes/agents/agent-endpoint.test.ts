// Addresses that reach the agent endpoint before the router.
import { describe, expect, test } from 'bun:test'
import { isAgentEndpoint } from '../../../server/http/requests/paths.ts'

describe('isAgentEndpoint', () => {
  for (const [url, is] of [
    ['http://localhost/api/mcp', true],
    ['http://127.0.0.1:3000/api/mcp', true],
    ['https://farm.example/api/mcp?x=/api/price', true],
    ['http://localhost/api/mcp?', true],
    ['http://localhost/api/mcp/', false],
    ['http://localhost/api/mcps', false],
    ['http://localhost/api/mc', false],
    ['http://localhost/api/%6dcp', false],
    ['http://localhost/x/api/mcp', false],
    ['http://localhost/?/api/mcp', false],
    ['http://localhost/', false],
  ] as const) {
    test(`${url}: ${is}`, () => {
      expect(isAgentEndpoint(url)).toBe(is)
    })
  }
})
