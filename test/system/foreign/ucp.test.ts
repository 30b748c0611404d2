// spck-conformance on the service: the checks of the Universal Commerce Protocol that apply to its declared profile.
// Most of its checks were written for version 2026-04-08, whose checkout differs little, so it also checks the
// service under that version.
import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foreign, pathOrSkip } from '../../../lab/foreign/places.ts'
import { ucpVersion } from '../../../server/domain/ucp/session.ts'
import { standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { closing, useService } from '../../../testing/use.ts'

const program = pathOrSkip(foreign.spck)

type Report = {
  readonly verdict: { readonly deviations: number }
  readonly checks: readonly { readonly id: string; readonly status: string }[]
}

type Expected = { readonly passed: number; readonly deviations: readonly string[] }

/** Expected results by version. */
const expected: Readonly<Record<string, Expected>> = {
  [ucpVersion]: { passed: 11, deviations: [] },
  // The service under test has no https address.
  '2026-04-08': { passed: 37, deviations: ['checkout.escalation_continue_url_https'] },
}

/** Settings with which it runs more checks. */
const configOf = (cube: string) => ({
  product_id: cube,
  out_of_stock_id: 'none',
  unavailable: { business_outcome: true },
  payment: { escalation_payment: { payment: { instruments: [] } } },
  negotiation: { validates_profile_url: true },
})

describe.skipIf(program === null)('spck-conformance', () => {
  const service = useService()
  let cube = ''
  beforeAll(() => {
    const web = standInWeb(service.deps)
    service.replace({
      downloads: web.downloads,
      // It sends more requests than one client may.
      rateCounters: { consume: async () => ({ allowed: true }) },
    })
    cube = web.publish('cube.stl', cubeStl({ sizeMm: 20 }))
  })

  /** Serves another version, which differs only in its number. */
  const serveAs = (version: string) => {
    const server: Bun.Server<undefined> = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request): Promise<Response> => {
        const { pathname, search } = new URL(request.url)
        const headers = new Headers(request.headers)
        headers.delete('accept-encoding')
        const agent = headers.get('ucp-agent')
        if (agent !== null) headers.set('ucp-agent', agent.replaceAll(version, ucpVersion))
        const response = await service.fetch(`${pathname}${search}`, {
          method: request.method,
          headers,
          ...(request.method !== 'GET' && { body: await request.text() }),
        })
        const text = await response.text()
        const body = text
          .replaceAll(ucpVersion, version)
          .replaceAll(service.baseUrl, `http://localhost:${server.port}`)
        return new Response(body, { status: response.status, headers: response.headers })
      },
    })
    return { url: `http://localhost:${server.port}`, close: () => server.stop(true) }
  }

  test.each(Object.entries(expected))(
    'version %s',
    async (version, { passed, deviations }) => {
      await using served = closing(serveAs(version))
      const folder = mkdtempSync(join(tmpdir(), 'svc-ucp-'))
      try {
        const config = join(folder, 'config.json')
        writeFileSync(config, JSON.stringify(configOf(cube)))
        const args = ['--server', served.url, '--config', config, '--json']
        const child = Bun.spawn([program ?? '', ...args], { stdout: 'pipe', stderr: 'inherit' })
        const report = JSON.parse(await new Response(child.stdout).text()) as Report
        const idsOf = (status: string) =>
          report.checks.filter((check) => check.status === status).map(({ id }) => id)
        expect(idsOf('deviation')).toEqual([...deviations])
        expect(idsOf('clean-pass').length).toBeGreaterThanOrEqual(passed)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    300_000,
  )
})
