// The public conformance suite (@modelcontextprotocol/conformance, pinned) against the endpoint of the complete service,
// and against the same protocol layer with the suite's fixture tools. A scenario must really have checked something.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { useService } from '../../../testing/use.ts'
import { openProtocol } from '../../mcp/protocol-fixture.ts'
import { runScenario } from './conformance-suite.ts'
import { conformanceTools } from './conformance-tools.ts'

const MODERN = '2026-07-28'
const LEGACY = ['2025-11-25', '2025-06-18'] as const

/** Scenario, and the revisions it applies to. */
type Runs = readonly (readonly [scenario: string, versions: readonly string[]])[]

const everyServer: Runs = [
  ['server-initialize', LEGACY],
  ['ping', LEGACY],
  ['tools-list', [MODERN, ...LEGACY]],
  ['http-header-validation', [MODERN]],
  ['dns-rebinding-protection', [MODERN, '2025-11-25']],
  ['server-sse-multiple-streams', [MODERN]],
  ['input-required-result-unsupported-methods', [MODERN]],
  ['server-stateless', [MODERN]],
  ['caching', [MODERN]],
]

const fixtureTools: Runs = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'json-schema-2020-12',
].map((scenario) => [scenario, [MODERN, '2025-11-25']] as const)

/** Lists of prompts and resources: the contract has tools only, so the suite's requests for them are 404. */
const noPromptsNorResources = [
  'sep-2549-prompts-list-caching-hints',
  'sep-2549-resources-list-caching-hints',
  'sep-2549-resources-templates-list-caching-hints',
]

/** Checks that call a fixture tool that the product does not have; with the fixture registry they pass. */
const needFixtureTools = [
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
]

/** Expected failures by scenario; a listed check that passes fails the test. */
type Baseline = Readonly<Record<string, readonly string[]>>

function conforms(url: () => string, runs: Runs, baseline: Baseline): void {
  for (const [scenario, versions] of runs) {
    for (const version of versions) {
      const body = async () => {
        const verdict = await runScenario(url(), scenario, version)
        const allowed = baseline[scenario] ?? []
        const { failures, passed, checks, output } = verdict
        expect({ failures: failures.toSorted(), output: shownOf(verdict, allowed) }).toEqual({
          failures: allowed.toSorted(),
          output: '',
        })
        expect(checks).toBeGreaterThan(allowed.length)
        expect({ passed, output: passed === checks - allowed.length ? '' : output }).toEqual({
          passed: checks - allowed.length,
          output: '',
        })
      }
      test(`${scenario} at ${version}`, body)
    }
  }
}

/** Returns the output of the suite, when it is needed. */
function shownOf(
  { failures, output }: { failures: readonly string[]; output: string },
  allowed: readonly string[],
) {
  return failures.toSorted().join() === allowed.toSorted().join() ? '' : output
}

describe('the service', () => {
  const service = useService()

  conforms(() => `${service.baseUrl}/api/mcp`, everyServer, {
    'server-stateless': needFixtureTools,
    caching: noPromptsNorResources,
  })
})

describe('the protocol layer with the suite’s fixture tools', () => {
  let server: ReturnType<typeof Bun.serve>
  beforeAll(() => {
    let handle = async (_: Request) => new Response(null, { status: 503 })
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => handle(request) })
    const baseUrl = `http://127.0.0.1:${server.port}`
    handle = openProtocol({ tools: conformanceTools, deps: { baseUrl } }).handle
  })
  afterAll(() => server.stop(true))

  conforms(() => `http://127.0.0.1:${server.port}/api/mcp`, [...everyServer, ...fixtureTools], {
    caching: noPromptsNorResources,
  })
})
