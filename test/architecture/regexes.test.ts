// No regular expression takes a number of steps that grows faster than a text of strangers. The steps are judged from the pattern's
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
// structure (regexes/growth.ts), never by a clock; patterns that only a bound makes safe are listed in regexes/bounded.ts.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Bounded, bounded } from './regexes/bounded.ts'
import { type Growth, growthOf } from './regexes/growth.ts'
import { regexesOf, type Site } from './regexes/sites.ts'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp,client,slicer-bridge,geometry}/**/*.{ts,tsx,js,mjs}'

const textOf = (path: string) => Bun.file(join(root, path)).text()

const growths = new Map<string, Growth>()

function growth({ source, flags }: { readonly source: string; readonly flags: string }): Growth {
  const key = `/${source}/${flags}`
  const known = growths.get(key) ?? growthOf(source, flags)
  growths.set(key, known)
  return known
}

const entryOf = ({ path, text }: Site): Bounded | undefined =>
  bounded.find((entry) => entry.path === path && text.startsWith(entry.text))

/** Returns why an expression needs an entry in the table; null when it needs none. */
function problemOf(site: Site): string | null {
  if (site.pattern === null) return 'built from values'
  const found = growth(site.pattern)
  return found === 'linear' ? null : found
}

const sites = await Promise.all(
  [...new Bun.Glob(sources).scanSync(root)]
    .filter((path) => !path.includes('node_modules'))
    .map(async (path) => regexesOf({ path, source: await textOf(path) })),
).then((found) => found.flat())

test('every regular expression is linear, or the table states the bound of its input', () => {
  expect(sites.length).toBeGreaterThan(400)
  const unlisted = sites.flatMap((site) => {
    const problem = problemOf(site)
    return problem === null || entryOf(site) !== undefined
      ? []
      : [`${site.path}:${site.line}: ${problem}: ${site.text}`]
  })
  expect(unlisted).toEqual([])
}, 120_000)

test('the table lists no expression that needs no bound, and its references exist', async () => {
  const needed = new Set(
    sites.flatMap((site) => (problemOf(site) === null ? [] : (entryOf(site) ?? []))),
  )
  expect(
    bounded.filter((entry) => !needed.has(entry)).map(({ path, text }) => [path, text]),
  ).toEqual([])
  for (const { enforced, examples = [] } of bounded) {
    if (enforced !== undefined) expect(await textOf(enforced.path)).toContain(enforced.name)
    for (const source of examples) {
      expect([source, growth({ source, flags: '' })]).toEqual([source, 'linear'])
    }
  }
}, 120_000)

const judged: Readonly<Record<Growth, readonly RegExp[]>> = {
  linear: [
    /a+/g,
    /^a+$/,
    /^[^@]+@[^@]+$/,
    /^[ ]*foo/m,
    /a(?:b*c)?/g,
    /^([a-z]+\.)*[a-z]+$/,
    /\d+(\.\d+)?/,
    /x{1,30}$/,
    /^(.*)(?:ed|ing)$/,
  ],
  polynomial: [
    /a+$/,
    /^\s+|\s+$/gu,
    /<[^>]*>/g,
    /^(a*)(b*)(a*)$/,
    /^\s*foo/m,
    /(?=.*x)y/,
    /"(?:\\.|[^"\\])*"/,
    /^\d+\.?\d*$/,
    /^[^@]+@[^@]+\.[^@]+$/,
    /[ ]{1,1000}$/,
  ],
  exponential: [/(a+)+$/, /^(a*)*b/, /^(a|a)*b/, /^(?:<!--.*?-->\s*)*<html/s, /^(\w|\d)*!$/],
  unknown: [/(a)\1$/, /(?<!\d\s*)x/],
}

test.each(Object.entries(judged))('the judge recognizes what is %s', (expected, patterns) => {
  for (const pattern of patterns) {
    const found: string = growthOf(pattern.source, pattern.flags)
    expect(`${pattern} ${found}`).toBe(`${pattern} ${expected}`)
  }
})

test('an expression that is not in the table is named with its line', () => {
  const source = "const a = 'x'\nconst tail = /\\s+$/\nconst b = new RegExp(`${a}+$`)\n"
  const found = regexesOf({ path: 'server/new.ts', source })
  expect(found.map((site) => [site.line, problemOf(site)])).toEqual([
    [2, 'polynomial'],
    [3, 'polynomial'],
  ])
})
