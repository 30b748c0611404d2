// A comment begins with the thing that it describes: "Limit per client address", and not "Of one client address".
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp,slicer-bridge,geometry,client,bench,test,lab}/**/*.{ts,tsx,rs}'
/** The samples below. */
const exceptions = /^test\/architecture\/comments\.test\.ts$/

const genitive = /(?:^|[\s{])(?:\/\/[/!]?|\/\*\*?|\*) Of /

const linesOf = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, i) => (genitive.test(line) ? [`${path}:${i + 1}: ${line}`] : []))

test('no comment begins with "Of"', async () => {
  const paths = [...new Bun.Glob(sources).scanSync(root)].filter(
    (path) => !/node_modules|\/(?:dist|target)\//.test(path) && !exceptions.test(path),
  )
  expect(paths.filter((path) => path.endsWith('.ts')).length).toBeGreaterThan(1000)
  expect(paths.filter((path) => path.endsWith('.rs')).length).toBeGreaterThan(100)
  const found = await Promise.all(
    paths.map(async (path) => linesOf(path, await Bun.file(join(root, path)).text())),
  )
  expect(found.flat()).toEqual([])
})

describe('the check itself', () => {
  test.each([
    '/** Of one client address. */',
    '  // Of visitors who did not come back.',
    'const a = 1 // Of the median.',
    '   * Of an order of the website; null for others.',
    '{/* Of the whole order. */}',
    '    /// Of each triangle: its number.',
    '//! Of a closed mesh.',
  ])('refuses %s', (line) => {
    expect(linesOf('a.ts', `\n${line}`)).toEqual([`a.ts:2: ${line}`])
  })

  test.each(['/** Limit of one client address. */', "'Of course'", '// Offered once.'])(
    'accepts %s',
    (line) => {
      expect(linesOf('a.ts', line)).toEqual([])
    },
  )
})
