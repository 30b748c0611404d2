// The configuration tables of the documentation have exactly the variables, defaults and descriptions of server/config.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configNames, parseConfig } from '../../server/config/config.ts'
import { configurationTables } from '../../server/config/table.ts'

const root = join(import.meta.dir, '../..')

test('the tables equal the output of `bun server/config/table.ts`', () => {
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
  const from = text.indexOf('## ')
  expect(text.slice(from).trimEnd()).toBe(configurationTables())
})

test('the tables name every variable once; NODE_ENV is described above them', () => {
  const named = [
    ...configurationTables().matchAll(/`([A-Z][A-Z0-9_]+)`(?=[^|]*\|[^|]*\|[^|]*\|$)/gm),
  ]
  const names = named.map(([, name]) => name)
  expect(names.toSorted()).toEqual(configNames.filter((name) => name !== 'NODE_ENV').toSorted())
})

test('the variables with a star are those whose absence stops a production start', () => {
  const parsed = parseConfig({ NODE_ENV: 'production' })
  const missing = parsed.ok ? [] : parsed.failure.map((problem) => problem.split(' ')[0])
  const starred = [...configurationTables().matchAll(/`([A-Z0-9_]+)` \*/g)].map(([, name]) => name)
  expect(starred).toEqual(missing)
})
