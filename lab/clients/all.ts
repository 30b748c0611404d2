// `npm run test:clients`: third-party MCP clients against the complete service. Not part of `npm test`, because it
// installs the clients.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { use } from '../../testing/use.ts'
import { openFarm, SECONDS } from './farm.ts'
import { type Row, writeMatrix } from './matrix.ts'
import {
  aiSdk,
  goSdk,
  inspector,
  inspectorCall,
  install,
  isIn,
  lastLine,
  type Program,
  python,
  run,
} from './programs.ts'
import { runStory, type Story, sightSchema } from './story.ts'
import { type ServiceAccess, withFirst, withRemote, withSecond } from './typescript.ts'

const LIMIT_MS = 300_000
const folder = install()
const home = mkdtempSync(join(tmpdir(), 'svc-clients-'))

const farm = use(openFarm)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Frameworks: the content that they pass to their model. */
const frameworks = (mode: string): readonly Program[] => [
  python(folder, 'openai-agents', 'openai-agents 0.24.0', ['openai_agents.py', mode]),
  python(folder, 'langchain', 'langchain-mcp-adapters 0.3.2', ['langchain_agent.py', mode]),
  python(folder, 'pydantic-ai', 'pydantic-ai 2.68.0', ['pydantic_agent.py', mode]),
  aiSdk(folder, '@ai-sdk/mcp 2.0.99', mode),
]

const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

const clients = (mode: string): readonly Program[] => [
  python(folder, 'mcp-1', 'Python mcp 1.30.0', ['mcp_1.py', mode]),
  ...['legacy', 'auto', '2026-07-28'].map((era) =>
    python(folder, 'mcp-2', `Python mcp 2.3.0, ${era}`, ['mcp_2.py', mode, era]),
  ),
  ...['legacy', 'auto'].map((era) =>
    python(folder, 'fastmcp', `fastmcp-slim 4.1.6, ${era}`, ['fastmcp_client.py', mode, era]),
  ),
  ...revisions.map((version) => goSdk(folder, version, mode)),
]

type Runner = {
  readonly name: string
  readonly isInstalled: boolean
  readonly story: (place: ServiceAccess) => Promise<Story>
}

const toldSchema = v.object({ said: v.string(), seen: v.record(v.string(), sightSchema) })
const asRunner = (program: Program): Runner => ({
  ...program,
  story: async (place) => v.parse(toldSchema, lastLine(await run(program, place))),
})
const node = isIn(folder, 'node')

const runners: readonly Runner[] = [
  ...frameworks('story').map(asRunner),
  { name: 'MCP TypeScript SDK 1.32.2', isInstalled: true, story: withFirst },
  ...(['legacy', 'auto'] as const).map((mode) => ({
    name: `MCP TypeScript client 2.4.0, ${mode}`,
    isInstalled: true,
    story: (place: ServiceAccess) => withSecond(mode, place),
  })),
  ...clients('story').map(asRunner),
  ...['legacy', 'auto', 'modern'].map((era) => ({
    name: `Inspector CLI 2.12.0, ${era}`,
    isInstalled: node,
    story: (place: ServiceAccess) =>
      runStory(inspectorCall(folder, era, { ...place, home }), place.link),
  })),
  {
    name: 'mcp-remote 0.15.1',
    isInstalled: node,
    story: (place) => withRemote(folder, home, place),
  },
]

describe('a buyer: rates, a check, a model, quotes, an order, its status', () => {
  const rows: Row[] = []
  for (const { name, isInstalled, story } of runners) {
    test.skipIf(!isInstalled)(
      name,
      async () => {
        const { url, link } = farm
        const { said, seen } = await story({ url, link, key: await farm.newKey() })
        // 100 cm3 of pla: 126 g x $0.12 = $15.12, and $7 of postage.
        expect(JSON.parse(said)).toEqual({
          order_code: expect.stringMatching(/^SVC-[A-HJKMNP-Z2-9]{6}$/),
          paid: true,
          amount: 22.12,
          material: 'pla',
          color: 'Black',
          stage: 'Received — in review',
        })
        rows.push({ name, seen })
      },
      LIMIT_MS,
    )
  }
  afterAll(() =>
    writeMatrix(
      rows,
      runners.map(({ name }) => name),
    ),
  )
})

describe("the endpoint's allowance is used up: the caller sees the seconds", () => {
  const refused = () => ({ ...farm, key: farm.usedUpKey })
  const told = `Wait ${SECONDS} seconds, then try again.`
  for (const program of [...frameworks('refused'), ...clients('refused')]) {
    test.skipIf(!program.isInstalled)(
      program.name,
      async () => {
        const seen = lastLine(await run(program, refused()))
        expect(seen['said']).toContain(told)
        expect(seen['tools'] ?? 11).toBe(11)
      },
      LIMIT_MS,
    )
  }

  for (const era of ['legacy', 'auto', 'modern']) {
    const parts = () => ({ url: farm.url, key: farm.usedUpKey, home })
    test.skipIf(!node)(
      `Inspector CLI 2.12.0, ${era}`,
      async () => {
        const call = ['--method', 'tools/call', '--tool-name', 'list_materials']
        const called = await run(inspector(folder, era, parts(), call), refused())
        expect(called.output + called.errors).toContain(told)
        // Its exit code for an error of a tool.
        expect(called.code).toBe(5)
        const listing = inspector(folder, era, parts(), ['--method', 'tools/list', '--strict'])
        const listed = await run(listing, refused())
        expect(listed.output).toContain('get_generation')
        expect(listed.code).toBe(0)
      },
      LIMIT_MS,
    )
  }
})
