// A statement below an `if`, a loop or an `else` stands in braces: without them, a second line that is added later runs in any case. One
// on the same line needs none.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

const root = join(import.meta.dir, '../..')
const sources =
  '{server,mcp,geometry,slicer-bridge,client,bench,test,lab,deploy,docs}/**/*.{ts,tsx,mjs}'
const notOurs = /node_modules|\/(?:dist|target)\/|^geometry\/pkg\/|\/migrations\//
/** `path:line` of each statement that stands below its condition without braces. */
function unbraced(path: string, source: string): string[] {
  const found: string[] = []
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  const check = (headEnd: number, body: Node | null) => {
    if (body === null || body.type === 'BlockStatement') return
    if (lineOf(headEnd) !== lineOf(body.start)) found.push(`${path}:${lineOf(body.start)}`)
  }
  new Visitor({
    IfStatement: ({ test: condition, consequent, alternate }) => {
      check(condition.end, consequent)
      if (alternate?.type !== 'IfStatement') check(consequent.end, alternate)
    },
    ForOfStatement: ({ right, body }) => check(right.end, body),
    ForInStatement: ({ right, body }) => check(right.end, body),
    ForStatement: ({ start, body }) => check(start, body),
    WhileStatement: ({ test: condition, body }) => check(condition.end, body),
  }).visit(parseSync(path, source).program)
  return found
}

test('no statement stands below its condition without braces', async () => {
  const paths = [...new Bun.Glob(sources).scanSync(root)].filter((path) => !notOurs.test(path))
  expect(paths.length).toBeGreaterThan(1000)
  const found = paths.map(async (path) => unbraced(path, await Bun.file(join(root, path)).text()))
  expect((await Promise.all(found)).flat()).toEqual([])
})

test.each([
  ['if (a)\n  b()', ['x.ts:2']],
  ['if (a) {\n  b()\n} else\n  c()', ['x.ts:4']],
  ['for (const a of b)\n  c(a)', ['x.ts:2']],
  ['if (a) b()\nelse if (c) d()\nfor (const a of b) c(a)', []],
  ['while (a) {\n  b()\n}', []],
])('the check itself: %j', (source, lines) => {
  expect(unbraced('x.ts', source)).toEqual(lines)
})
