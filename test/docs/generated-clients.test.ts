// The guide to generated clients has the versions and the programs that `npm run judge` checks.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guidePrograms } from '../../lab/foreign/generators/programs.ts'
import { versions } from '../../lab/foreign/places.ts'

const root = join(import.meta.dir, '../..')
const baseUrl = 'https://parts.example.com'
const guide = readFileSync(join(root, 'docs/guides/generated-clients.md'), 'utf8')
const requirements = readFileSync(join(root, 'lab/foreign/generators/requirements.txt'), 'utf8')

const pinned = (name: string): string =>
  new RegExp(`^${name}==(\\S+)$`, 'm').exec(requirements)?.[1] ?? 'none'

const judged = [
  ['hey-api', versions.heyApi],
  ['orval', versions.orval],
  ['openapi-generator, TypeScript', pinned('openapi-generator-cli')],
  ['openapi-generator, Java', pinned('openapi-generator-cli')],
  ['openapi-generator, Python', pinned('openapi-generator-cli')],
  ['openapi-python-client', pinned('openapi-python-client')],
  ['oapi-codegen, Go', versions.oapiCodegen],
] as const

test.each(judged)('names the version of %s that is judged', (generator, version) => {
  expect(guide).toContain(`\n| ${generator} | ${version} | `)
})

test('installs and runs the generators in these versions', () => {
  for (const command of [
    `npx -p @hey-api/openapi-ts@${versions.heyApi} -p typescript@5 openapi-ts `,
    `npx orval@${versions.orval} `,
    `pip install openapi-generator-cli==${pinned('openapi-generator-cli')} openapi-python-client==${pinned('openapi-python-client')}\n`,
    `cmd/oapi-codegen@${versions.oapiCodegen}\n`,
  ]) {
    expect(guide).toContain(command)
  }
})

test('has programs that call the service’s address', () => {
  // The address of the client of orval is in its configuration.
  const { orval, ...addressed } = guidePrograms(baseUrl)
  for (const code of Object.values(addressed)) expect(code).toContain(baseUrl)
  expect(orval).not.toContain('localhost')
})
