// The texts of refusals are in the tables of server/http/refusals, each kind of failure once.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const root = join(import.meta.dir, '../..')
const http = [...new Bun.Glob('server/http/**/*.ts').scanSync(root)]

test('no kind of failure has two rows', async () => {
  const rows: string[] = []
  for (const path of http.filter((each) => each.startsWith('server/http/refusals/'))) {
    const exported: Readonly<Record<string, unknown>> = await import(join(root, path))
    for (const [name, table] of Object.entries(exported)) {
      if (name.endsWith('Refusals') && typeof table === 'object' && table !== null) {
        rows.push(...Object.keys(table))
      }
    }
  }
  expect(rows.length).toBeGreaterThan(250)
  expect(rows.filter((kind, index) => rows.indexOf(kind) !== index)).toEqual([])
})

test('no table takes a sentence from the pages', async () => {
  const tables = http.filter((each) => each.startsWith('server/http/refusals/'))
  const sources = await Promise.all(tables.map((path) => Bun.file(join(root, path)).text()))
  const found = sources.flatMap((source) => source.match(/^import (?!type).*\/pages\/.*$/gm) ?? [])
  expect(sources.length).toBeGreaterThan(20)
  expect(found).toEqual([])
})

/**
 * Pages that show some refusals next to a form field or on a separate page, and the others with the texts of the
 * tables.
 */
const pages = ['server/http/middleware/page-access.ts', 'server/http/routes/quotes/quote-page.ts']

test('no switch enumerates the kinds of failures', async () => {
  const found: string[] = []
  for (const path of http) {
    const source = await Bun.file(join(root, path)).text()
    const { program, errors } = parseSync(path, source)
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
    new Visitor({
      SwitchStatement: ({ discriminant: { start, end } }) => {
        if (/(failure|refusal|problem)\??\.kind$/i.test(source.slice(start, end))) found.push(path)
      },
    }).visit(program)
  }
  expect(found.toSorted()).toEqual(pages)
})
