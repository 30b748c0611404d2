// An object literal is not spread into another one: `{ ...{ a, b }, c }` only hides that it has three fields.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const root = join(import.meta.dir, '../..')
const sources =
  '{server,mcp,geometry,slicer-bridge,client,bench,test,testing,lab,deploy,docs}/**/*.{ts,tsx,mjs}'
const notOurs = /node_modules|\/(?:dist|target)\/|^geometry\/pkg\//

/** Returns `path:line` of each literal that is spread into a literal. */
function spreadLiterals(path: string, source: string): string[] {
  const found: string[] = []
  new Visitor({
    ObjectExpression: ({ properties }) => {
      for (const property of properties) {
        if (property.type === 'SpreadElement' && property.argument.type === 'ObjectExpression') {
          found.push(`${path}:${source.slice(0, property.start).split('\n').length}`)
        }
      }
    },
  }).visit(parseSync(path, source).program)
  return found
}

test('no object literal is spread into another one', async () => {
  const paths = [...new Bun.Glob(sources).scanSync(root)].filter((path) => !notOurs.test(path))
  expect(paths.length).toBeGreaterThan(1000)
  const found = paths.map(async (path) => {
    const source = await Bun.file(join(root, path)).text()
    return source.includes('...{') ? spreadLiterals(path, source) : []
  })
  expect((await Promise.all(found)).flat()).toEqual([])
})

test.each([
  ['const a = { ...{ b, c }, d }', ['x.ts:1']],
  ['const a = {\n  b,\n  ...{\n    c: { d },\n  },\n}', ['x.ts:3']],
  ['const a = { ...b, ...(c && { d }) }', []],
])('the check: %j', (source, lines) => {
  expect(spreadLiterals('x.ts', source)).toEqual(lines)
})
