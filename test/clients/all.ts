// `npm run test:clients`: foreign MCP clients against the whole service. No part of `npm test`: it installs what it drives.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { use } from '../helpers/use.ts'
import { openFarm, SECONDS } from './farm.ts'
import {
  aiSdk,
  goSdk,
  inspector,
  install,
  lastLine,
  type Program,
  python,
  run,
} from './programs.ts'

const LIMIT_MS = 150_000
const folder = install()
const home = mkdtempSync(join(tmpdir(), 'svc-clients-'))

const farm = use(openFarm)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Frameworks that hand a model the text of a result and nothing else. */
const frameworks = (mode: string): readonly Program[] => [
  python(folder, 'openai-agents', 'openai-agents 0.24.0', ['openai_agents.py', mode]),
  python(folder, 'langchain', 'langchain-mcp-adapters 0.3.2', ['langchain_agent.py', mode]),
  aiSdk(folder, '@ai-sdk/mcp 2.0.99', mode),
]

describe('a buyer whose model sees only text: rates, a model, quotes, an order, where it is', () => {
  for (const program of frameworks('story')) {
    test.skipIf(!program.isInstalled)(
      program.name,
      async () => {
        const { said } = lastLine(await run(program, farm))
        // 100 cm3 of pla: 126 g x $0.12 = $15.12, and $7 of postage.
        expect(JSON.parse(String(said))).toEqual({
          order_code: expect.stringMatching(/^SVC-[A-HJKMNP-Z2-9]{6}$/),
          paid: true,
          amount: 22.12,
          material: 'pla',
          color: 'Black',
          stage: 'Received — in review',
        })
      },
      LIMIT_MS,
    )
  }
})

describe("the endpoint's allowance is used up: the caller is told the seconds", () => {
  const refused = () => ({ ...farm, key: farm.usedUpKey })
  const told = `Wait ${SECONDS} seconds, then try again.`
  const programs: readonly Program[] = [
    ...frameworks('refused'),
    python(folder, 'mcp-1', 'Python mcp 1.30.0', ['mcp_1.py']),
    ...['legacy', 'auto', '2026-07-28'].map((mode) =>
      python(folder, 'mcp-2', `Python mcp 2.3.0, ${mode}`, ['mcp_2.py', mode]),
    ),
    ...['legacy', 'auto'].map((mode) =>
      python(folder, 'fastmcp', `fastmcp-slim 4.1.6, ${mode}`, ['fastmcp_client.py', mode]),
    ),
    ...['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'].map((version) =>
      goSdk(folder, version),
    ),
  ]
  for (const program of programs) {
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
    const isInstalled = inspector(folder, era, { url: '', key: '', home }, []).isInstalled
    test.skipIf(!isInstalled)(
      `Inspector CLI 2.12.0, ${era}`,
      async () => {
        const call = ['--method', 'tools/call', '--tool-name', 'list_materials']
        const called = await run(inspector(folder, era, parts(), call), refused())
        expect(called.output + called.errors).toContain(told)
        // Its exit code for a tool's error.
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
