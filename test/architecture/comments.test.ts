// A comment begins with the thing that it describes: "Limit per client address", and not "Of one client address" or
// "The same for one client address". Its lines have at most 140 characters.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const sources =
  '{server,mcp,slicer-bridge,geometry,client,bench,test,testing,lab,deploy,docs}/**/*.{ts,tsx,mjs,rs,py}'
/** This file, because of the samples below. */
const exceptions = /^test\/architecture\/comments\.test\.ts$/

const genitive = /(?:^|[\s{])(?:(?:\/\/[/!]?|\/\*\*?|\*|#) |""")Of /
/** Docstrings that mean nothing without the one above. */
const dependent =
  /(?:\/\*\* |""")(?:The same(?:,| (?:for|of|in|as|with|without|where|from)\b)|As typed\b)/

const maxCommentLine = 140
/** A line that contains only a comment. */
const comment = /^\s*(?:(?:\/\/|\/\*\*?|\*|#)(?:\s|$)|""")/
/** Files that are generated, or never edited once they are merged. */
const fixed =
  /^(?:client\/typescript\/src\/schema\.ts$|client\/python\/src\/svc_client\/generated\/|server\/db\/migrations\/|geometry\/pkg\/)/

const longLines = (path: string, text: string): string[] =>
  fixed.test(path)
    ? []
    : text
        .split('\n')
        .flatMap((line, i) =>
          comment.test(line) && line.length > maxCommentLine ? [`${path}:${i + 1}: ${line}`] : [],
        )

const linesOf = (path: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, i) =>
      genitive.test(line) || dependent.test(line) ? [`${path}:${i + 1}: ${line}`] : [],
    )

async function sourcePaths(): Promise<readonly string[]> {
  const paths = [...new Bun.Glob(sources).scanSync(root)].filter(
    (path) =>
      !/node_modules|\/(?:dist|target|\.venv|site-packages)\//.test(path) && !exceptions.test(path),
  )
  expect(paths.filter((path) => path.endsWith('.ts')).length).toBeGreaterThan(1000)
  expect(paths.filter((path) => path.endsWith('.rs')).length).toBeGreaterThan(100)
  expect(paths.filter((path) => path.endsWith('.py')).length).toBeGreaterThan(25)
  return paths
}

async function foundIn(find: (path: string, text: string) => readonly string[]) {
  const found = (await sourcePaths()).map(async (path) =>
    find(path, await Bun.file(join(root, path)).text()),
  )
  return (await Promise.all(found)).flat()
}

test('no comment begins with "Of" or "The same for"', async () => {
  expect(await foundIn(linesOf)).toEqual([])
})

test('no line of a comment is too long', async () => {
  expect(await foundIn(longLines)).toEqual([])
})

describe('the check', () => {
  test.each([
    '/** Of one client address. */',
    '  // Of visitors who did not come back.',
    'const a = 1 // Of the median.',
    '   * Of an order of the website; null for others.',
    '{/* Of the whole order. */}',
    '    /// Of each triangle: its number.',
    '//! Of a closed mesh.',
    '    """Of a client.',
    '# Of the whole order.',
    '/** The same for an order with a checkout. */',
    '  /** As typed, by line. */',
  ])('refuses %s', (line) => {
    expect(linesOf('a.ts', `\n${line}`)).toEqual([`a.ts:2: ${line}`])
  })

  test('finds a long line of a comment, and ignores code', () => {
    const long = 'word '.repeat(30).trim()
    expect(longLines('a.ts', `// ${long}`)).toHaveLength(1)
    expect(longLines('a.tsx', `  /** ${long} */`)).toHaveLength(1)
    expect(longLines('a.ts', `const text = '${long}'`)).toEqual([])
    expect(longLines('server/db/migrations/0001.ts', `// ${long}`)).toEqual([])
  })

  test.each(['/** Limit of one client address. */', "'Of course'", '// Offered once.'])(
    'accepts %s',
    (line) => {
      expect(linesOf('a.ts', line)).toEqual([])
    },
  )
})
