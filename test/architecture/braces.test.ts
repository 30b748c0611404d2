// A statement below an `if`, a loop or an `else` has braces: without them, a second line that is added later always
// runs. A statement on the same line needs none, unless another branch of the same `if` has braces.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Node, parseSync, type Statement, Visitor } from 'oxc-parser'

const root = join(import.meta.dir, '../..')
const sources =
  '{server,mcp,geometry,slicer-bridge,client,bench,test,testing,lab,deploy,docs}/**/*.{ts,tsx,mjs}'
const notOurs = /node_modules|\/(?:dist|target)\/|^geometry\/pkg\/|\/migrations\//
/** Returns the statement of an `else`: for an `else if`, its first branch. */
const first = (node: Statement): Statement => (node.type === 'IfStatement' ? node.consequent : node)

/** Returns `path:line` of each statement that is below its condition without braces. */
function unbraced(path: string, source: string): string[] {
  const found: string[] = []
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  const check = (headEnd: number, body: Node | null) => {
    if (body === null || body.type === 'BlockStatement') return
    if (lineOf(headEnd) !== lineOf(body.start)) found.push(`${path}:${lineOf(body.start)}`)
  }
  new Visitor({
    IfStatement: ({ test: condition, consequent, alternate }) => {
      const branches = alternate === null ? [consequent] : [consequent, first(alternate)]
      const bare = branches.filter(({ type }) => type !== 'BlockStatement')
      const [only] = bare
      if (only !== undefined && bare.length < branches.length) {
        found.push(`${path}:${lineOf(only.start)}`)
      }
      check(condition.end, consequent)
      if (alternate?.type !== 'IfStatement') check(consequent.end, alternate)
    },
    ForOfStatement: ({ right, body }) => check(right.end, body),
    ForInStatement: ({ right, body }) => check(right.end, body),
    ForStatement: ({ start, body }) => check(start, body),
    WhileStatement: ({ test: condition, body }) => check(condition.end, body),
  }).visit(parseSync(path, source).program)
  return [...new Set(found)]
}

test('no statement is below its condition without braces, and no branch differs from the other', async () => {
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
  ['if (a) b()\nelse {\n  c()\n}', ['x.ts:1']],
  ['if (a) {\n  b()\n} else if (c) d()', ['x.ts:3']],
  ['if (a) {\n  b()\n} else if (c) {\n  d()\n}', []],
])('the check: %j', (source, lines) => {
  expect(unbraced('x.ts', source)).toEqual(lines)
})
