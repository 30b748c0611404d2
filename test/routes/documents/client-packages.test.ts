// The clients that the service serves. test/system/client-packages.test.ts installs them.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import cli from '../../../client/cli/package.json'
import typescript from '../../../client/typescript/package.json'
import manifest from '../../../package.json'
import { packageNames } from '../../../server/pages/assets/client-packages.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
const root = join(import.meta.dir, '../../..')

test('the guide names each package, at an address that serves it', async () => {
  const guide = await (await service.fetch('/docs/first-order.md')).text()
  const named = [...guide.matchAll(/(http\S+\/clients\/)(\S+)/g)]
  expect(named.map(([, , name]) => name).toSorted()).toEqual([...packageNames].sort())
  for (const [address, base] of named) {
    expect(base).toBe(`${service.baseUrl}/clients/`)
    const path = address.slice(service.baseUrl.length)
    const response = await service.fetch(path)
    expect([path, response.status]).toEqual([path, 200])
    const etag = response.headers.get('etag') ?? ''
    const again = await service.fetch(path, { headers: { 'if-none-match': etag } })
    expect([path, again.status]).toEqual([path, 304])
    const head = await service.fetch(path, { method: 'HEAD' })
    expect(head.headers.get('content-type')).toBe(response.headers.get('content-type'))
  }
  for (const other of [
    'svc-client.tar',
    '..%2fpackage.json',
    'svc_client-9.9.9-py3-none-any.whl',
  ]) {
    expect((await service.fetch(`/clients/${other}`)).status).toBe(404)
  }
})

test('the index lists each package with the version of the service', async () => {
  const index = await service.fetch('/clients')
  expect(await index.json()).toEqual({
    version: manifest.version,
    packages: [
      'svc-client.tgz',
      'svc-cli.tgz',
      `svc_client-${manifest.version}-py3-none-any.whl`,
    ].map((name) => ({ name, url: `${service.baseUrl}/clients/${name}` })),
  })
})

test('every client has the version of the service', () => {
  const python = readFileSync(join(root, 'client/python/pyproject.toml'), 'utf8')
  const versions = [cli.version, typescript.version, /^version = "(.*)"$/m.exec(python)?.[1]]
  expect(new Set(versions)).toEqual(new Set([manifest.version]))
})

test('the packages have the contents of their manifests, and no sources or tests', async () => {
  const packed = async (name: string) => {
    const bytes = gunzipSync(await (await service.fetch(`/clients/${name}`)).bytes())
    const files = await new Bun.Archive(bytes).files()
    return [...files.keys()].toSorted()
  }
  expect(await packed('svc-cli.tgz')).toEqual([
    'package/README.md',
    'package/dist/draco.wasm',
    'package/dist/geometry_bg.wasm',
    'package/dist/svc.js',
    'package/package.json',
  ])
  const client = await packed('svc-client.tgz')
  for (const path of [
    ...Object.values(typescript.exports['.']),
    ...Object.values(typescript.browser),
  ]) {
    expect(client).toContain(`package/${path.replace('./', '')}`)
  }
  const own = /^package\/(?:package\.json|README\.md|dist\/[\w.-]+\.(?:js|d\.ts))$/
  expect(client.filter((path) => !own.test(path))).toEqual([])
})
