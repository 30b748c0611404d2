// A check that is added with a column is verified by reading the complete table under the lock that blocks every
// request: server/db/README.md.
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dir, '../../../server/db/migrations')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\d{4}-[^/]+\.ts$/.test(name),
)
const numberOf = (name: string) => Number(/(\d{4})-[^/]+$/.exec(name)?.[1])
/** A separate statement adds a check as `not valid`. */
const columnWithCheck = /alter table[^;`']*?add column (?:(?!add column)[^;`'])*?\bcheck\s*\(/i
const withCheck = files.filter((name) =>
  columnWithCheck.test(readFileSync(join(folder, name), 'utf8')),
)

test('recognizes 0086, which databases have already run', () => {
  expect(withCheck.map(numberOf)).toContain(86)
})

test('no later migration adds a column with a check to a table that has rows', () => {
  expect(withCheck.filter((name) => numberOf(name) > 89)).toEqual([])
})
