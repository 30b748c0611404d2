// Every interface states the same version: that of package.json.
import { expect, test } from 'bun:test'
import manifest from '../../../package.json'
import { jsonPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

test('OpenAPI and the agent endpoint state the version of the package', async () => {
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/)
  const document = (await (await service.fetch('/openapi.json')).json()) as {
    info: { version: string }
  }
  expect(document.info.version).toBe(manifest.version)
  const response = await service.fetch(
    '/api/mcp',
    jsonPost({ jsonrpc: '2.0', id: 1, method: 'initialize' }),
  )
  const { result } = (await response.json()) as { result: { serverInfo: { version: string } } }
  expect(result.serverInfo.version).toBe(manifest.version)
})

test.each([
  ['svc-cli/0.0.1', manifest.version],
  ['svc-client-python/0.0.1', manifest.version],
  ['svc-client-typescript/0.0.1', manifest.version],
  ['svc-clients/0.0.1', null],
  ['curl/8.14.1', null],
])('a response to %s states the version %p', async (agent, version) => {
  const response = await service.fetch('/api/print/orders/SVC-AAAAAA', {
    headers: { 'user-agent': agent },
  })
  expect(response.headers.get('x-service-version')).toBe(version)
})
