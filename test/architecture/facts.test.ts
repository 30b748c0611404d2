// Facts with a constant do not stand in sentences or statements as literals: one that changes would leave them behind.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp}/**/*.{ts,tsx}'
const folders = /^(server\/(http|pages|web|db)|mcp)\//

type Fact = { readonly literal: RegExp; readonly constant: string }

const facts: readonly Fact[] = [
  { literal: /\b340\b/, constant: 'buildVolumeMm, catalog/build-volume.ts' },
  { literal: /\bmm, cm\b/, constant: 'lengthUnits, models/format.ts' },
  { literal: /\bpla, petg\b|\bPLA, PETG\b|\bfive materials\b/, constant: 'catalog/materials.ts' },
  { literal: /\$0\.20/, constant: 'customColorRateText, pricing/custom-color.ts' },
  { literal: /\b\d+ an hour\b/, constant: 'limits/table.ts' },
  { literal: /\b90 days\b/, constant: 'keptDays, base/retention.ts' },
  {
    literal: /interval '24 hours|within 24 hours|after 24 hours/,
    constant: 'keyHours, openCheckoutHours',
  },
  { literal: /\/ 100\)\.toFixed\(2\)/, constant: 'pricing/dollars.ts' },
]

/** Literals that are no copy of the fact, by file and literal. */
const others = new Set([
  'server/pages/operators/settings.tsx: 40 an hour',
  'server/pages/reference/prices.tsx: / 100).toFixed(2)',
  'server/pages/quote/price-lines.tsx: / 100).toFixed(2)',
])

/** Without comments: they explain, and say the numbers where it helps. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const straysIn = (path: string, text: string): readonly string[] =>
  facts.flatMap(({ literal, constant }) => {
    const found = literal.exec(codeOf(text))?.[0]
    if (found === undefined || others.has(`${path}: ${found}`)) return []
    return [`${path}: ${found} (${constant})`]
  })

test('no sentence or statement has a literal of its own', async () => {
  const paths = [...new Bun.Glob(sources).scanSync(root)].filter(
    (path) => folders.test(path) && !path.includes('/migrations/'),
  )
  expect(paths.length).toBeGreaterThan(500)
  const found = await Promise.all(
    paths.map(async (path) => straysIn(path, await Bun.file(join(root, path)).text())),
  )
  expect(found.flat()).toEqual([])
})

test.each([
  "const text = 'Mails are kept for 90 days.'",
  'const sentence = `larger than 340 mm`',
  "where: sql`created_at < now() - interval '24 hours'`",
])('finds %s', (line) => {
  expect(straysIn('server/pages/x.ts', line)).toHaveLength(1)
})

test('leaves comments alone', () => {
  expect(straysIn('server/pages/x.ts', '/** 340 mm. */\nconst a = 1 // 90 days')).toEqual([])
})
