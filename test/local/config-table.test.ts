// The configuration table of the documentation has exactly the variables, defaults and descriptions of server/config.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configNames, parseConfig } from '../../server/config/config.ts'
import { configurationTable } from '../../server/config/table.ts'

const root = join(import.meta.dir, '../..')
const [header = ''] = configurationTable().split('\n')

/** README.md or a file of docs, whichever has the table. */
function documentWithTable(): string {
  const paths = ['README.md', ...new Bun.Glob('docs/**/*.md').scanSync(root)]
  const found = paths.filter((path) => readFileSync(join(root, path), 'utf8').includes(header))
  expect(found).toHaveLength(1)
  return readFileSync(join(root, found[0] ?? ''), 'utf8')
}

test('the table is the one that `bun server/config/table.ts` prints', () => {
  const [, fromHeader = ''] = documentWithTable().split(`${header}\n`)
  const [rows] = fromHeader.split('\n\n')
  expect(`${header}\n${rows}`).toBe(configurationTable())
})

test('it names every variable once; NODE_ENV is described above it', () => {
  const named = [
    ...configurationTable().matchAll(/`([A-Z][A-Z0-9_]+)`(?=[^|]*\|[^|]*\|[^|]*\|$)/gm),
  ]
  const names = named.map(([, name]) => name)
  expect(names.toSorted()).toEqual(configNames.filter((name) => name !== 'NODE_ENV').toSorted())
})

test('the variables with a star are those whose absence stops a production start', () => {
  const parsed = parseConfig({ NODE_ENV: 'production' })
  const missing = parsed.ok ? [] : parsed.failure.map((problem) => problem.split(' ')[0])
  const starred = [...configurationTable().matchAll(/`([A-Z0-9_]+)` \*/g)].map(([, name]) => name)
  expect(starred).toEqual(missing)
})
