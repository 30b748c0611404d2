// The generated types match the document, and refuse at compile time what the service would refuse.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaSource } from '../../../client/typescript/schema-source.ts'
import { verifies } from '../../helpers/verifies.ts'

const root = join(import.meta.dir, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

verifies(
  'client.ts.types',
  'the committed types match the document, otherwise run npm run build:client',
  async () => {
    expect(await schemaSource()).toBe(read('client/typescript/src/schema.ts'))
  },
)

verifies('client.ts.compile-time', () => {
  const { exitCode, stdout } = Bun.spawnSync(
    [process.execPath, 'run', 'tsc', '--noEmit', '-p', join(import.meta.dir, 'tsconfig.json')],
    { cwd: root },
  )
  expect([exitCode, stdout.toString()]).toEqual([0, ''])
})

test('the package has the version of the service, and the dependency that is tested here', () => {
  const service = JSON.parse(read('package.json'))
  const client = JSON.parse(read('client/typescript/package.json'))
  expect(client.version).toBe(service.version)
  const { 'openapi-fetch': tested } = service.devDependencies
  expect(client.dependencies).toEqual({ 'openapi-fetch': tested })
})
