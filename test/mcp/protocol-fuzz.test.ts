// Arbitrary input for the agent endpoint: never a 500, never a thrown exception, always one of the contract's
// responses. `SEED=n` repeats a run.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { toolResult } from '../../mcp/content.ts'
import { classify, legacyVersions, modernVersion, supportedVersions } from '../../mcp/era.ts'
import { decodeHeader } from '../../mcp/headers.ts'
import { readMessage } from '../../mcp/json-rpc.ts'
import type { Tool } from '../../mcp/registry.ts'
import { agentTools } from '../../mcp/tools/list.ts'
import { cases } from '../../testing/depth.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { capabilitiesKey, KEYED, openProtocol, PATH, versionKey } from './protocol-fixture.ts'

const seed = process.env['SEED'] === undefined ? undefined : Number(process.env['SEED'])
const settings = (numRuns: number) => ({ numRuns, ...(seed === undefined ? {} : { seed }) })

class NoPort extends Error {}

/**
 * The service's tools, called for an account: they check their arguments and run until they need a port, which does
 * not exist.
 */
const tools = agentTools.map((tool): Tool => ({ ...tool, auth: 'public', call: callOf(tool) }))

function callOf(tool: Tool): Tool['call'] {
  return async (
    { deps, signal, capabilities, progressNotes, markSpending, returnAllowances },
    args,
  ) => {
    const context = {
      deps: withoutPorts(deps),
      caller: KEYED,
      signal,
      capabilities,
      wantsPictures: false,
      timeLeftMs: () => 90_000,
      progressNotes,
      markSpending,
      returnAllowances,
    }
    try {
      return await tool.call(context, args)
    } catch (error) {
      if (error instanceof NoPort) return toolResult('It got as far as its first port.', {})
      throw error
    }
  }
}

const withoutPorts = <D extends object>(deps: D): D =>
  new Proxy(deps, {
    get: (given, name) => {
      if (!(name in given)) throw new NoPort()
      return Reflect.get(given, name)
    },
  })

const argumentsOf = ({ definition }: Tool): readonly string[] =>
  Object.keys(definition.inputSchema['properties'] ?? {})

const { handle, logged } = openProtocol({
  tools,
  counters: { consume: async () => ({ allowed: true }) },
})

const statuses = new Set([200, 202, 400, 403, 404, 405, 408, 413, 415, 429])
const codes = new Set([-32700, -32600, -32601, -32602, -32020, -32022])

/** Number of checked responses by status. */
const seen = new Map<number, number>()

async function expectContract(request: Request): Promise<void> {
  const response = await handle(request)
  const text = await response.text()
  expect(statuses).toContain(response.status)
  seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
  expect(response.headers.get('cache-control')).toBe('no-store')
  if (text === '') {
    expect(response.status).toBe(202)
    return
  }
  const reply = JSON.parse(text)
  if (response.status === 403) return
  expect(reply.jsonrpc).toBe('2.0')
  expect('result' in reply).toBe(response.status === 200)
  if (response.status !== 200) expect(codes).toContain(reply.error.code)
  expect(
    logged.filter(({ event }) => event.includes('failed') || event.includes('broken')),
  ).toEqual([])
}

const versions = fc.constantFrom<unknown>(...supportedVersions, '2024-11-05', '', 7, null, {})
const methods = fc.constantFrom(
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'prompts/get'],
  ...['resources/read', 'notifications/initialized', '__proto__', 'toString', ''],
)
const names = fc.oneof(
  fc.constantFrom(...agentTools.map(({ definition }) => definition.name)),
  fc.constantFrom('__proto__', 'constructor', ''),
  fc.string(),
)
const json = fc.jsonValue({ maxDepth: 4 })
const arbitraryArgs = fc.oneof(
  json,
  fc.dictionary(
    fc.constantFrom(...new Set(agentTools.flatMap(argumentsOf)), '__proto__', 'x'),
    fc.oneof(json, fc.constantFrom(true, 1, 'pla', 'US', 'gs://x/y.stl', 'a@example.com')),
  ),
)
const meta = fc.oneof(
  json,
  fc.record(
    { [versionKey]: versions, [capabilitiesKey]: fc.oneof(fc.constant({}), json) },
    { requiredKeys: [] },
  ),
)
const params = fc.oneof(
  json,
  fc.record(
    {
      name: fc.oneof(names, json),
      uri: json,
      arguments: arbitraryArgs,
      protocolVersion: versions,
      _meta: meta,
    },
    { requiredKeys: [] },
  ),
)
const message = fc.record(
  {
    jsonrpc: fc.oneof(
      { weight: 8, arbitrary: fc.constant<unknown>('2.0') },
      { weight: 1, arbitrary: json },
    ),
    id: fc.oneof(fc.integer(), fc.string(), json),
    method: fc.oneof({ weight: 8, arbitrary: methods }, { weight: 1, arbitrary: json }),
    params,
  },
  { requiredKeys: [] },
)

const headerText = fc.stringMatching(/^[\x21-\x7e]{0,40}$/)
const headers = fc.record(
  {
    'mcp-protocol-version': fc.oneof(fc.constantFrom<string>(...supportedVersions), headerText),
    'mcp-method': fc.oneof(methods, headerText),
    'mcp-name': fc.oneof(
      fc.constantFrom('estimate_price', 'list_materials'),
      fc
        .string({ unit: 'binary' })
        .map((text) => `=?base64?${Buffer.from(text).toString('base64')}?=`),
      headerText.map((text) => `=?base64?${text}?=`),
      headerText,
    ),
    authorization: headerText,
    'x-api-key': headerText,
    origin: fc.constantFrom('https://app.example', 'https://evil.example', 'null'),
    'content-length': fc.constantFrom('0', '-1', '9e99', '99999999', 'x', '1,2'),
  },
  { requiredKeys: [] },
)

function requestOf(body: BodyInit, extra: Readonly<Record<string, string>>): Request {
  return new Request(
    `http://localhost${PATH}`,
    rawPost(body, { 'content-type': 'application/json', ...extra }),
  )
}

describe('no input breaks the endpoint', () => {
  test('messages that are almost valid', async () => {
    await fc.assert(
      fc.asyncProperty(message, headers, (body, extra) =>
        expectContract(requestOf(JSON.stringify(body), extra)),
      ),
      {
        ...settings(cases(5_000)),
        // Arbitrary messages are seldom valid.
        examples: [
          [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}],
          [{ jsonrpc: '2.0', method: 'notifications/initialized' }, {}],
          [{ jsonrpc: '2.0', id: 1, method: 'prompts/get' }, {}],
        ],
      },
    )
    // A result, a notification without a body, and errors were checked.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 202, 400]))
  })

  test('any JSON, text or bytes', async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, headers, (body, extra) => expectContract(requestOf(body, extra))),
      settings(1_500),
    )
  })

  test('JSON nested as deeply as a megabyte allows', async () => {
    for (const open of [
      '[',
      '{"a":',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":',
    ]) {
      const deep = open.repeat(Math.floor(1_000_000 / open.length))
      await expectContract(requestOf(deep, {}))
      const levels = 20_000
      const closed =
        open === '['
          ? '['.repeat(levels) + ']'.repeat(levels)
          : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      const nested = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"estimate_price","arguments":{"grams":${closed}}}}`
      await expectContract(requestOf(nested, {}))
    }
  })
})

describe('arguments of every tool', () => {
  const levels = 200_000
  const list = '['.repeat(levels) + ']'.repeat(levels)
  const object = `${'{"a":'.repeat(levels / 2)}1${'}'.repeat(levels / 2)}`
  const long = JSON.stringify('🏺'.repeat(100_000))
  const call = (name: string, args: string) =>
    requestOf(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
      {},
    )

  for (const tool of tools) {
    const { name } = tool.definition
    test(`${name} refuses nested and long values, and does not break`, async () => {
      for (const value of [list, object, long]) {
        await expectRefused(call(name, value))
        for (const argument of [...argumentsOf(tool), 'unknown']) {
          await expectRefused(call(name, `{"${argument}":${value}}`))
        }
      }
    })
  }

  async function expectRefused(request: Request): Promise<void> {
    const { result } = await (await handle(request)).json()
    expect(result.isError).toBe(true)
    expect(result.content[0].text.length).toBeLessThan(2000)
    expect(logged.filter(({ event }) => event.includes('broken'))).toEqual([])
  }
})

describe('the era', () => {
  test('is determined only by message and headers', () => {
    fc.assert(
      fc.property(message, fc.oneof(fc.constant(null), versions.map(String)), (body, header) => {
        const read = readMessage(body)
        if (!read.ok) return
        const era = classify(read.value, header)
        expect(classify(read.value, header)).toEqual(era)
        if (!era.ok) {
          expect([-32602, -32020, -32022]).toContain(era.failure.code)
          return
        }
        const known = era.value.kind === 'modern' ? [modernVersion] : [...legacyVersions]
        expect(known).toContain(era.value.version)
        // Only a client that says so is modern.
        if (era.value.kind === 'modern') {
          expect([header, read.value.meta[versionKey]]).toContain(modernVersion)
        }
      }),
      settings(cases(5_000)),
    )
  })
})

describe('wrapped header values', () => {
  test('wrapped values are unwrapped, and others stay unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeHeader(`=?base64?${Buffer.from(text).toString('base64')}?=`)).toBe(
          Buffer.from(text).toString(),
        )
      }),
      settings(1_000),
    )
    fc.assert(
      fc.property(headerText, (text) => {
        fc.pre(!text.startsWith('=?base64?'))
        expect(decodeHeader(text)).toBe(text)
      }),
      settings(500),
    )
  })
})
