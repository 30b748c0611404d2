// Facts with a constant do not stand in sentences or statements as literals: one that changes would leave them behind.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp}/**/*.{ts,tsx}'
const folders = /^(server\/(http|pages|db|domain|adapters)|mcp)\//

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
  {
    literal: /\b\d[\d,]*(?<!,) (characters|chars)\b/,
    constant: 'base/text-lengths.ts, and beside the rule of a text',
  },
  {
    literal:
      /\b(max|min)[lL]ength[:=] ?\{?"?(8|100|128|150|200|254|255|320|500|[12]_?000|[25]0?_?000)\b/,
    constant: 'lengths of texts',
  },
  { literal: /\b(max|min)Length\((8|100|128|255|500)\b/, constant: 'lengths of texts' },
  {
    literal: /\b1,000 orders\b/,
    constant: 'maxMatches, fulfillment/queue-filter.ts, and maxBulkOrders',
  },
  { literal: /\b10,000 orders\b/, constant: 'maxCandidates, fulfillment/queue-filter.ts' },
  { literal: /\$0\.50\b/, constant: 'minimumTotalCents, pricing/subtotal.ts' },
  { literal: /\btwelve (in|stock|colors)\b/, constant: 'stockColors, catalog/colors.ts' },
  { literal: /\bfor 10 minutes\b/, constant: 'codeMinutes, accounts/mailed-code.ts' },
  { literal: /\/ 100\)\.toFixed\(2\)/, constant: 'pricing/dollars.ts' },
]

/** Literals that are no copy of the fact, by file and literal. */
const others = new Set([
  // The constants themselves.
  'server/domain/catalog/build-volume.ts: 340',
  'server/domain/pricing/dollars.ts: / 100).toFixed(2)',
  'server/domain/desk/throughput-range.ts: 90 days',
  'server/domain/quotes/two-prices.ts: / 100).toFixed(2)',
  'server/http/routes/farm/job-schemas.ts: maxLength(100',
  'server/pages/account/orders-page.tsx: maxlength="100',
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
  "const text = 'Enter a reason in 1 to 200 characters.'",
  'input={{ maxlength: 200, required: true }}',
  "const text = 'More than 10,000 orders match.'",
  "where: sql`created_at < now() - interval '24 hours'`",
])('finds %s', (line) => {
  expect(straysIn('server/pages/x.ts', line)).toHaveLength(1)
})

test('leaves comments alone', () => {
  expect(straysIn('server/pages/x.ts', '/** 340 mm. */\nconst a = 1 // 90 days')).toEqual([])
})
