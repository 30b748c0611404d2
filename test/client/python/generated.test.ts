// The Python client's generated part equals the generator's output for the present document, and its version is the
// service's.
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientDocument } from '../../../client/python/generator/document.ts'
import { generate, generatedFolder } from '../../../client/python/generator/generate.ts'
import { tools } from '../../../client/python/generator/tools.ts'
import { serviceVersion } from '../../../server/domain/base/version.ts'

test.skipIf(!tools.isInstalled())('npm run build:client:python changes nothing', () => {
  const work = mkdtempSync(join(tmpdir(), 'svc-generated-'))
  try {
    const fresh = join(work, 'generated')
    generate(fresh)
    expect(contentsOf(generatedFolder)).toEqual(contentsOf(fresh))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
})

test('the document of the client has the endpoints with a key, and none for users and operators', () => {
  const { paths } = clientDocument()
  expect(Object.keys(Object(paths)).toSorted()).toEqual([
    '/api/agent/order',
    '/api/agent/support',
    '/api/drafts/{id}',
    '/api/generate',
    '/api/generate/start',
    '/api/generate/status',
    '/api/generations',
    '/api/generations/{id}',
    '/api/generations/{id}/cancel',
    '/api/model-import',
    '/api/models/{id}/change',
    '/api/price',
    '/api/print-upload',
    '/api/print-upload/complete',
    '/api/print-upload/sign',
    '/api/print/orders',
    '/api/print/orders/status',
    '/api/print/orders/{code}',
    '/api/print/orders/{code}/invoice',
    '/api/printability',
    '/api/retexture',
    '/models/{id}/file',
  ])
})

test('the package states the version of the service', () => {
  const read = (path: string) => readFileSync(join(tools.project, path), 'utf8')
  expect(read('pyproject.toml')).toContain(`\nversion = "${serviceVersion}"\n`)
  expect(read('src/svc_client/version.py')).toContain(`__version__ = "${serviceVersion}"`)
})

function contentsOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => name.endsWith('.py')).toSorted()
  return Object.fromEntries(sources.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
