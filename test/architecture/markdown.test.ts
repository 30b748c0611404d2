// Lines of documents have at most 140 characters outside tables and code, so that a changed sentence changes only a
// few lines.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const folders = '.ci,server,mcp,geometry,slicer-bridge,client,bench,test,testing,lab,docs,deploy'
const documents = ['*.md', `{${folders}}/**/*.md`]
const maxLine = 140
/** Copies of the specification, line by line. */
const copies = new Set(['docs/contract.md', 'docs/decisions.md'])

/** Returns `path:line: text`; lines of tables and of fenced code are excluded. */
function longLines(path: string, text: string): string[] {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const isLong = line.length > maxLine && !isCode && !/^\s*\|/.test(line)
    return isLong ? [`${path}:${index + 1}: ${line}`] : []
  })
}

test('no line of a document is too long', async () => {
  const paths = documents
    .flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: root, dot: true })])
    .filter((path) => !/node_modules|\/(?:dist|target)\//.test(path) && !copies.has(path))
  expect(paths.length).toBeGreaterThan(70)
  const found = paths.map(async (path) => longLines(path, await Bun.file(join(root, path)).text()))
  expect((await Promise.all(found)).flat()).toEqual([])
})

test('the check finds a long line, and ignores tables and code', () => {
  const long = 'word '.repeat(30)
  expect(longLines('a.md', `short\n${long}\n`)).toEqual([`a.md:2: ${long}`])
  expect(longLines('a.md', `| ${long} |\n\`\`\`\n${long}\n\`\`\`\nshort`)).toEqual([])
})
