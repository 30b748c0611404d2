// Facts with a constant do not stand in sentences or statements as literals: one that changes would leave them behind.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import * as client from '../../client/cli/src/orders/print-options.ts'
import * as clientLimits from '../../client/cli/src/service/service-limits.ts'
import { claimSeconds } from '../../client/farm/run-printer.ts'
import { keyHours as clientKeyHours } from '../../client/typescript/src/shared.ts'
import { faultOrder } from '../../geometry/fault-kinds.ts'
import { megabyte } from '../../server/domain/base/megabytes.ts'
import { keyHours } from '../../server/domain/base/retention.ts'
import {
  buildVolumeMm,
  maxSideMm,
  sizeRangeMm,
  thinnestMm,
} from '../../server/domain/catalog/build-volume.ts'
import {
  infillRange,
  layerHeightPercentRange,
  maxNoteCharacters,
  nozzleDiametersMm,
  quantityRange,
} from '../../server/domain/catalog/options.ts'
import { leaseSeconds } from '../../server/domain/farm/jobs/job.ts'
import { modeCredits, pictureCredits } from '../../server/domain/generation/request/credit-cost.ts'
import { draftsInSet } from '../../server/domain/generation/request/draft-set.ts'
import { maxImageBytes } from '../../server/domain/generation/request/request.ts'
import { wallStepMm } from '../../server/domain/measurement/part-changes.ts'
import { mmPerUnit } from '../../server/domain/models/format.ts'
import { maxModelBytes } from '../../server/domain/models/size-limit.ts'
import { maxCheckedBytes } from '../../server/domain/printability/check-printability.ts'
import { quoteHours } from '../../server/domain/quotes/quote.ts'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp,client,geometry}/**/*.{ts,tsx}'
const folders =
  /^(server\/(http|pages|browser|db|domain|adapters|wiring|local)\/|geometry\/[^/]+$|mcp\/|client\/((cli|typescript)\/src|farm)\/)/
/** Made from the OpenAPI document, or a stand-in with the numbers of Stripe. */
const exceptions = /^client\/typescript\/src\/schema\.ts$|^server\/local\/stripe\/|\/migrations\//

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
  {
    literal: /'RECEIVED', 'ACCEPTED', 'PRINTING'/,
    constant: 'openStatuses and unprintedStatuses, orders/status.ts',
  },
  {
    literal: /\b24 \* (60 \* 60|3_?600)\b|\b86_?400_?000\b/,
    constant: 'daySeconds and dayMs, base/day.ts',
  },
  { literal: /[hH]ours = 23\b/, constant: 'repeatableHours, payments/repeats.ts' },
  {
    literal: /\b(30|180) days\b/,
    constant: 'sessionDays, deviceDays, unpaidDays, and base/retention.ts',
  },
  { literal: /interval '60 days/, constant: 'base/retention.ts' },
  {
    literal: /interval '(15 seconds|15 minutes|25 hours)/,
    constant: 'silentProcessSeconds, lateMinutes, reviewedCheckoutHours',
  },
  { literal: /\b(eight|8) digits\b/, constant: 'codeDigits, accounts/mailed-code.ts' },
  { literal: /\bin (10|15) minutes\b/, constant: 'limits/table.ts' },
  {
    literal: /\b[tT]en wrong\b|\bten minutes of signing in\b/,
    constant: 'secondFactorLock, freshSignInMinutes',
  },
  {
    literal: /\b1(-| to )50\b/,
    constant: 'quantityRange, catalog/options.ts, and maxLines, cart/cart.ts',
  },
  { literal: /\b10(-| to )100\b/, constant: 'infillRange, catalog/options.ts' },
  { literal: /\b20(-| to )75\b/, constant: 'layerHeightPercentRange, catalog/options.ts' },
  { literal: /\b100_?000_?000\b/, constant: 'maxSpendingLimitCents, accounts/spending.ts' },
  { literal: /\blength: 16\b/, constant: 'maxSpools, farm/printers/printer.ts' },
  {
    literal: /\b\d+ ?(MB|MiB)\b/,
    constant: 'a constant of bytes beside its rule, and base/megabytes.ts',
  },
  {
    literal:
      /\bretryAfterSeconds\??[:=] (5|10|15|30)\b|\bretryAfterSeconds = \d|\bretryAfter\(\d|'retry-after': '\d/,
    constant: 'base/retry-hints.ts',
  },
  {
    literal: /\b(five|5) tries\b|\ballowedAttempts: \d/,
    constant: 'codeTries, accounts/mailed-code.ts',
  },
  { literal: /\b[sS]ix digits\b|\\d\{6\}\$/, constant: 'appCode, accounts/sign-in.ts' },
  { literal: /NP-Z2-9\b/, constant: 'orderCodeForm, orders/code.ts' },
  {
    literal: /\b2 to 4 (images|files|photos|pictures)\b/,
    constant: 'multiviewImages, generation/request/request.ts',
  },
  { literal: /\b(25\.4|304\.8)\b/, constant: 'mmPerUnit, models/format.ts' },
  { literal: /\bhours = 48\b/i, constant: 'minuteMetricHours, base/retention.ts' },
  { literal: /'Silver'|\bSilver PLA\b/, constant: 'defaultChoices, quote/default-choices.ts' },
  {
    // Words of a request or of a report that no rule of the domain names are listed below.
    literal: /\bpicklist\(\[\s*'/,
    constant: 'a list of words beside its type, such as stores, orders/read/list-orders.ts',
  },
  { literal: /The refund never reached/, constant: 'neverArrived, payments/repeats.ts' },
  {
    literal: /\b16[_,]?384\b|\b16 \* 1024\b(?! \*)|\b\d+ kB\b/,
    constant: 'authBodyBytes, maxFieldBytes, and kilobytesText of base/megabytes.ts',
  },
  {
    literal: /\b50 million\b|\b50_000_000\b/,
    constant: 'maxPicturePixels, generation/request/picture-pixels.ts',
  },
  {
    literal: /(?<!interval '|within |after )\b24 hours\b/,
    constant: 'quoteHours, openCheckoutHours, keyHours',
  },
  {
    literal: /\ba day after it was\b/,
    constant: 'openCheckoutText, limits/open-checkouts.ts',
  },
  { literal: /\b(7|30) or 0\b/, constant: 'domesticPostage, internationalPostage' },
  {
    literal: /\b0\.4 to 10\b|\b(down )?to 0\.8\b/,
    constant: 'wallRangeMm and wallStepsText, measurement/part-changes.ts',
  },
  {
    literal: /\w(Cents|Centihours)\w*\)? \/ 100\b|\bcenti?(hours|sPer)\w* \/ 100\b/,
    constant: 'dollarsOfCents, pricing/dollars.ts, and hoursOfCentihours, base/centihours.ts',
  },
  {
    literal: /\b(measureT|t)imeoutMs = 30_000\b/,
    constant: 'measureTimeoutMs, measurement/time-limit.ts',
  },
]

/** Literals that are no copy of the fact, by file and literal. */
const others = new Set([
  // The constants themselves.
  "server/pages/quotes/default-choices.ts: 'Silver'",
  'server/domain/models/format.ts: 25.4',
  'server/domain/catalog/build-volume.ts: 340',
  'server/domain/pricing/dollars.ts: / 100).toFixed(2)',
  'server/domain/base/day.ts: 24 * 3_600',
  'server/domain/payments/repeats.ts: Hours = 23',
  'server/domain/payments/repeats.ts: The refund never reached',
  'server/domain/accounts/spending.ts: 100_000_000',
  'server/domain/accounts/sign-in.ts: six digits',
  'client/cli/src/service/service-limits.ts: 340',
  'server/domain/base/centihours.ts: centihours / 100',
  'server/domain/generation/request/picture-pixels.ts: 50_000_000',
  'server/domain/measurement/time-limit.ts: measureTimeoutMs = 30_000',
  'server/http/requests/form-parser.ts: 16 * 1024',
  'server/http/auth/auth-gate.ts: 16 * 1024',
  // Other facts.
  'client/farm/http.ts: timeoutMs = 30_000',
  'server/wiring/doctor/storage.ts: timeoutMs = 30_000',
  'server/pages/operators/mail.tsx: 24 hours',
  'server/domain/printability/check-model.ts: retryAfterSeconds: 30',
  'server/pages/operators/throughput/throughput.tsx: 30 days',
  'server/domain/desk/throughput-range.ts: 30 days',
  'server/domain/pricing/weight.ts: 100_000_000',
  'server/db/books/reading.ts: 30 days',
  'server/db/orders/charge/kept-payments.ts: 30 days',
  'server/db/notifications/sources.ts: in 10 minutes',
  'server/domain/desk/throughput-range.ts: 90 days',
  'server/domain/quotes/two-prices.ts: / 100).toFixed(2)',
  'server/http/routes/farm/job-schemas.ts: maxLength(100',
  'server/pages/accounts/orders-page.tsx: maxlength="100',
  'server/pages/reference/prices.tsx: / 100).toFixed(2)',
  'server/pages/quotes/price-lines.tsx: / 100).toFixed(2)',
  'server/pages/quotes/price-lines.tsx: 10 to 100',
  "server/http/routes/orders/status-schemas.ts: picklist(['",
  "server/http/routes/operators/purchases/purchase-json.ts: picklist(['",
  "server/http/routes/operators/orders/status/order-json.ts: picklist(['",
  "server/http/routes/printability/printability.ts: picklist(['",
  "server/http/live-pages/readiness.ts: picklist(['",
  "server/db/orders/stored-response.ts: picklist(['",
  "server/adapters/engines/task-state.ts: picklist(['",
  "client/cli/src/generations/read-generation.ts: picklist(['",
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
    (path) => folders.test(path) && !exceptions.test(path),
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
  "where: sql`seen_at < now() - interval '30 days'`",
  "where: sql`updated_at > now() - interval '25 hours'`",
  "const open = ['RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED'] as const",
  'const dayMs = 24 * 60 * 60 * 1000',
  "const text = 'Percent, clamped to 10-100.'",
  "const text = '20 to 75% of the nozzle'",
  "const text = 'parts: must be a whole number from 1 to 50'",
  "const store = v.picklist(['agent', 'api', 'web'])",
  "const text = 'The field is longer than 16 kB.'",
  "const text = 'image has too many pixels (max 50 million)'",
  "const text = 'a quote_id, at most 24 hours old'",
  "const text = 'Postage: 7 or 0 in the US'",
  'const hours = price.centihoursPerPart / 100',
  'const total = estimate.totalCents / 100',
])('finds %s', (line) => {
  expect(straysIn('server/pages/x.ts', line)).toHaveLength(1)
})

test('the geometry core has the build volume and the thinnest dimension of the catalog', async () => {
  const source = (path: string) => Bun.file(join(root, 'geometry/src', path)).text()
  const numbersIn = async (path: string, declaration: RegExp) =>
    [...(declaration.exec(await source(path))?.[1] ?? '').matchAll(/[\d.]+/g)].map(Number)
  const largestFirst = [...buildVolumeMm].sort((a, b) => b - a)
  expect(await numbersIn('repair/scale.rs', /BUILD_MM: \[f64; 3\] = \[(.*?)\]/)).toEqual(
    largestFirst,
  )
  expect(await numbersIn('limits.rs', /bed_mm: \[(\d.*?)\]/)).toEqual([...buildVolumeMm])
  expect(await numbersIn('printability/mod.rs', /PLATE_MM: f64 = (.*?);/)).toEqual([maxSideMm])
  expect(await numbersIn('printability/verdict.rs', /MIN_DIMENSION_MM: f64 = (.*?);/)).toEqual([
    thinnestMm,
  ])
  expect(await numbersIn('repair/hollow/mod.rs', /BACK_OFF_MM: f64 = (.*?);/)).toEqual([wallStepMm])
  expect(await numbersIn('repair/hollow/mod.rs', /MIN_WALL_MM: f64 = (.*?);/)).toEqual([thinnestMm])
})

test('the geometry core has the units of the service', async () => {
  const source = await Bun.file(join(root, 'geometry/src/units.rs')).text()
  const armsOf = (head: string) =>
    /match self \{(.*?)\}/s.exec(source.split(head)[1] ?? '')?.[1] ?? ''
  const names = new Map(
    [...armsOf('fn name').matchAll(/Unit::(\w+) => "(\w+)"/g)].map(([, unit, name]) => [
      unit,
      name,
    ]),
  )
  const lengths = [...armsOf('fn mm').matchAll(/Unit::(\w+) => ([\d.]+)/g)].map(([, unit, mm]) => [
    names.get(unit),
    Number(mm),
  ])
  expect(Object.fromEntries(lengths)).toEqual(mmPerUnit)
})

test('a triangle with several faults has the same color in pictures and in the browser', async () => {
  const source = await Bun.file(join(root, 'geometry/src/inspect/picture/colors.rs')).text()
  const order = /const ORDER: \[Kind; \d\] = \[(.*?)\];/s.exec(source)?.[1] ?? ''
  const kinds = [...order.matchAll(/Kind::(\w+)/g)].map(([, kind = '']) =>
    kind.replaceAll(/(?<!^)[A-Z]/g, '_$&').toLowerCase(),
  )
  expect(kinds).toEqual([...faultOrder])
})

test('the clients have the limits of the service', () => {
  expect({
    quantity: client.quantityRange,
    infill: client.infillRange,
    layerHeightPercent: client.layerHeightPercentRange,
    nozzles: [...client.nozzles],
    modelBytes: clientLimits.maxModelMegabytes * megabyte,
    checkedBytes: clientLimits.maxCheckedMegabytes * megabyte,
    imageBytes: clientLimits.maxImageMegabytes * megabyte,
    noteCharacters: clientLimits.maxNoteCharacters,
    sizeRangeMm: clientLimits.sizeRangeMm,
    draftsInSet: clientLimits.draftsInSet,
    generationCredits: clientLimits.generationCredits,
    buildVolumeMm: [...clientLimits.buildVolumeMm],
    keyHours: clientKeyHours,
    quoteHours: clientLimits.quoteHours,
  }).toEqual({
    quantity: quantityRange,
    infill: infillRange,
    layerHeightPercent: layerHeightPercentRange,
    nozzles: [...nozzleDiametersMm],
    modelBytes: maxModelBytes,
    checkedBytes: maxCheckedBytes,
    imageBytes: maxImageBytes,
    noteCharacters: maxNoteCharacters,
    sizeRangeMm,
    draftsInSet,
    generationCredits: {
      draft: modeCredits.fast_draft,
      hifi: modeCredits.hi_fi,
      picture: pictureCredits,
    },
    buildVolumeMm: [...buildVolumeMm],
    keyHours,
    quoteHours,
  })
})

test('the farm client has the claim of the service', () => {
  expect(claimSeconds).toBe(leaseSeconds)
})

test('leaves comments alone', () => {
  expect(straysIn('server/pages/x.ts', '/** 340 mm. */\nconst a = 1 // 90 days')).toEqual([])
})
