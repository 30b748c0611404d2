// Sentences and statements do not repeat facts that have a constant: a changed constant would make the literal wrong.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import * as client from '../../client/cli/src/orders/print-options.ts'
import { secretForms as clientSecretForms } from '../../client/cli/src/service/credentials.ts'
import * as clientLimits from '../../client/cli/src/service/service-limits.ts'
import { claimSeconds } from '../../client/farm/work/runner-deps.ts'
import { checkPrintSettings } from '../../client/typescript/src/print-settings.ts'
import { keyHours as clientKeyHours } from '../../client/typescript/src/shared.ts'
import { faultOrder } from '../../geometry/fault-kinds.ts'
import { supportedVersions } from '../../mcp/era.ts'
import { secretForms } from '../../server/domain/accounts/secrets.ts'
import { metricCatalog } from '../../server/domain/base/metrics/metric-catalog.ts'
import { megabyte } from '../../server/domain/base/text/megabytes.ts'
import { keyHours } from '../../server/domain/base/time/retention.ts'
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
import { hottest } from '../../server/domain/catalog/printing.ts'
import { leaseSeconds } from '../../server/domain/farm/jobs/job.ts'
import { modeCredits, pictureCredits } from '../../server/domain/generation/request/credit-cost.ts'
import { draftsInSet } from '../../server/domain/generation/request/draft-set.ts'
import { maxImageBytes } from '../../server/domain/generation/request/request.ts'
import { wallRangeMm, wallStepMm } from '../../server/domain/measurement/part-changes.ts'
import {
  thinLimitsText,
  thinnestColumnShare,
  thinnestWallShare,
} from '../../server/domain/measurement/thin-limits.ts'
import { mmPerUnit } from '../../server/domain/models/format.ts'
import { maxModelBytes } from '../../server/domain/models/size-limit.ts'
import { disputeStatuses } from '../../server/domain/payments/returns.ts'
import { maxCheckedBytes } from '../../server/domain/printability/check-printability.ts'
import { quoteHours } from '../../server/domain/quotes/quote.ts'
import { agentRoute } from '../../server/http/routes/service/agent-endpoint.ts'

const root = join(import.meta.dir, '../..')
const sources = ['{server,mcp,client,geometry}/**/*.{ts,tsx}', 'geometry/src/**/*.rs']
const folders =
  /^(server\/(http|pages|browser|db|domain|adapters|wiring|local)\/|geometry\/[^/]+$|geometry\/src\/|mcp\/|client\/((cli|typescript)\/src|farm)\/)/
/** Generated from the OpenAPI document, a stand-in with the numbers of Stripe, migrations, and tests of Rust. */
const exceptions =
  /^client\/typescript\/src\/schema\.ts$|^server\/local\/stripe\/|\/migrations\/|\/tests\.rs$|^geometry\/src\/.*\/tests\//

type Fact = { readonly literal: RegExp; readonly constant: string }

const facts: readonly Fact[] = [
  { literal: /\b340\b/, constant: 'buildVolumeMm, catalog/build-volume.ts' },
  { literal: /\bmm, cm\b/, constant: 'lengthUnits, models/format.ts' },
  { literal: /\bpla, petg\b|\bPLA, PETG\b|\bfive materials\b/, constant: 'catalog/materials.ts' },
  { literal: /\$0\.20/, constant: 'customColorRateText, pricing/custom-color.ts' },
  { literal: /\b\d+ an hour\b/, constant: 'limits/table.ts' },
  { literal: /\b90 days\b/, constant: 'keptDays, base/time/retention.ts' },
  {
    literal: /interval '24 hours|within 24 hours|after 24 hours/,
    constant: 'keyHours, openCheckoutHours',
  },
  {
    literal: /\b\d[\d,]*(?<!,) (characters|chars)\b/,
    constant: 'base/text/text-lengths.ts, and beside the rule of a text',
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
    constant: 'openStatuses and unprintedStatuses, orders/record/status.ts',
  },
  {
    literal: /\b24 \* (60 \* 60|3_?600)\b|\b86_?400_?000\b/,
    constant: 'daySeconds and dayMs, base/time/day.ts',
  },
  { literal: /[hH]ours = 23\b/, constant: 'repeatableHours, payments/repeats.ts' },
  {
    literal: /\b(30|180) days\b/,
    constant: 'sessionDays, deviceDays, unpaidDays, and base/time/retention.ts',
  },
  { literal: /interval '60 days/, constant: 'base/time/retention.ts' },
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
    constant: 'a constant of bytes beside its rule, and base/text/megabytes.ts',
  },
  {
    literal:
      /\bretryAfterSeconds\??[:=] (1|2|5|10|15|30)\b|\bretryAfterSeconds = \d|\bretryAfter\(\d|'retry-after': '\d/,
    constant: 'base/time/retry-hints.ts',
  },
  {
    literal: /\b(five|5) tries\b|\ballowedAttempts: \d/,
    constant: 'codeTries, accounts/mailed-code.ts',
  },
  { literal: /\b[sS]ix digits\b|\\d\{6\}\$/, constant: 'appCode, accounts/sign-in.ts' },
  { literal: /NP-Z2-9\b/, constant: 'orderCodeForm, orders/record/code.ts' },
  {
    literal: /\b2 to 4 (images|files|photos|pictures)\b/,
    constant: 'multiviewImages, generation/request/request.ts',
  },
  { literal: /\b(25\.4|304\.8)\b/, constant: 'mmPerUnit, models/format.ts' },
  { literal: /\bhours = 48\b/i, constant: 'minuteMetricHours, base/time/retention.ts' },
  { literal: /'Silver'|\bSilver PLA\b/, constant: 'defaultChoices, quote/default-choices.ts' },
  {
    // Words of a request or report that no rule of the domain names are listed below.
    literal: /\bpicklist\(\[\s*'/,
    constant: 'a list of words beside its type, such as stores, orders/read/list-orders.ts',
  },
  { literal: /The refund never reached/, constant: 'neverArrived, payments/repeats.ts' },
  {
    literal: /\b16[_,]?384\b|\b16 \* 1024\b(?! \*)|\b\d+ kB\b/,
    constant: 'authBodyBytes, maxFieldBytes, and kilobytesText of base/text/megabytes.ts',
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
    constant: 'dollarsOfCents, pricing/dollars.ts, and hoursOfCentihours, base/time/centihours.ts',
  },
  {
    literal: /\b(?<!=== 1 \? ')[1-9] credits?\b|\bcredits: [1-9]\b/,
    constant: 'modeCredits, creditsText and so on, generation/request/credit-cost.ts',
  },
  {
    literal: /\b(50,000|200,000|500,000) triangles\b/,
    constant: 'triangleAims, generation/engine/engine.ts',
  },
  {
    literal: /\b0\.2, 0\.4\b/,
    constant: 'nozzleDiametersMm, catalog/options.ts',
  },
  {
    literal: /\b(measureT|t)imeoutMs = 30_000\b/,
    constant: 'measureTimeoutMs, measurement/time-limit.ts',
  },
  {
    literal:
      /Something broke on our side\. It|did not arrive in time\. Send|no such (fraud warning|purchase|debt, or nothing of it is open)\b/,
    constant: 'errors/sentences.ts',
  },
  {
    literal: /not a usable link\. Send|not a file; use the direct/,
    constant: 'badUrlSentence and webPageSentence, models/downloads.ts',
  },
  { literal: /svc_(live|ext)_\[/, constant: 'secretForms, accounts/secrets.ts' },
  {
    literal: /\{3\}-\[0-9a-f\]\{12\}|0-9a-f-\]\{36\}/,
    constant: 'isUuid and uuidForm, base/ids/uuid.ts',
  },
  {
    literal: /ready: 'ok', not_configured/,
    constant: 'slicerStates, wiring/slicing/slicer-states.ts',
  },
  {
    literal: /'CANCELLED', 'REJECTED'/,
    constant:
      'closedStatuses, orders/record/status.ts, and isOrderClosed, db/orders/order-statuses.ts',
  },
  {
    literal: /'claimed', 'printing'|=== 'claimed' \|\| \w+(?:\.\w+)? === 'printing'/,
    constant: 'isRunning, farm/jobs/job.ts, and isJobRunning, db/farm/job-states.ts',
  },
  {
    literal:
      /'PENDING_PAYMENT' and not \w*\.?paid|not \w*\.?paid and \w*\.?status = 'PENDING_PAYMENT'/,
    constant: 'isAwaitingPayment and isUnpaidWebOrder, db/orders/rows/awaits-payment.ts',
  },
  {
    literal: /interval '2 minutes|\babsentSeconds = \d/,
    constant: 'settlingSeconds and workerAbsentSeconds, notifications/kinds.ts',
  },
  {
    literal: /getTime\(\) \/ 1000\) - clockSkew/,
    constant: 'createdSince, adapters/payments/record.ts',
  },
  {
    literal: /pg_try_advisory_xact_lock\(\$\{advisoryLocks\.(?:order|farm)/,
    constant: 'sumInChunks, db/core/chunks.ts',
  },
  {
    literal: /\bwithin 20 hours\b|\b20 \* 3_?600\b/,
    constant: 'maxPlateHours, planning/plates.ts',
  },
  {
    literal: /\b[eE]leven tools\b|\bfive tools\b/,
    constant: 'the list of tools, mcp/tools/list.ts',
  },
  {
    literal: /!== 'none' && \{ supports/,
    constant: 'supportsField, orders/record/submit-response.ts',
  },
  {
    literal: /NUL or unpaired surrogates'/,
    constant: 'storableRule, http/contract/body-parts.ts',
  },
  { literal: /\\\.gcode\\\.3mf\$/, constant: 'isSlicedName, models/format.ts' },
  {
    literal:
      /'(?:Requests from this Origin|The body is not valid JSON|Send a JSON object with content-type|Only models that are stored here|A system behind the service failed)/,
    constant: 'errors/sentences.ts',
  },
  {
    literal: /'Enter one plain email address, such/,
    constant: 'mailAddressHint, base/text/email-address.ts',
  },
  {
    literal:
      /'(?:The material that was ordered|The time at which it was queued|done and error are final)/,
    constant: 'orderedMaterial, queuedAt, jobStatus',
  },
  { literal: /\bending in \$/, constant: 'cardName, pages/base/card-name.ts' },
  {
    literal: /credits for generating models/,
    constant: 'purchasedCredits, gift-cards/goods-text.ts',
  },
  { literal: /instanceof Error && 'code' in error &&/, constant: 'hasCode, base/has-code.ts' },
  { literal: / vanished['`]\)/, constant: 'mustExist, base/must-exist.ts' },
  {
    literal: /0-9a-f\]\{(?:3|6|3,6)\}/,
    constant: 'hexOfText and hexInText, base/text/hex-color.ts',
  },
  { literal: /\[=\+\\-@/, constant: 'csvField, base/text/csv.ts' },
]

/** Literals that do not copy the fact, by file and literal. */
const others = new Set([
  // The constants themselves.
  "server/pages/quotes/options/default-choices.ts: 'Silver'",
  // The English name of the color, as pages show it.
  "server/pages/languages/en.ts: 'Silver'",
  'server/domain/models/format.ts: 25.4',
  'server/domain/catalog/build-volume.ts: 340',
  'server/domain/pricing/dollars.ts: / 100).toFixed(2)',
  'server/domain/base/time/day.ts: 24 * 3_600',
  'server/domain/payments/repeats.ts: Hours = 23',
  'server/domain/payments/repeats.ts: The refund never reached',
  'server/domain/accounts/spending.ts: 100_000_000',
  'server/domain/accounts/sign-in.ts: six digits',
  'client/cli/src/service/service-limits.ts: 340',
  'server/domain/base/time/centihours.ts: centihours / 100',
  'server/domain/generation/request/picture-pixels.ts: 50_000_000',
  'server/domain/measurement/time-limit.ts: measureTimeoutMs = 30_000',
  'server/http/requests/form-parser.ts: 16 * 1024',
  'server/http/auth/auth-gate.ts: 16 * 1024',
  'server/domain/catalog/options.ts: 0.2, 0.4',
  'server/domain/base/text/hex-color.ts: 0-9a-f]{3}',
  'server/domain/base/text/hex-color.ts: 0-9a-f]{6}',
  String.raw`server/domain/base/text/csv.ts: [=+\-@`,
  "server/domain/orders/record/status.ts: 'CANCELLED', 'REJECTED'",
  "server/domain/farm/jobs/job.ts: 'claimed', 'printing'",
  "server/db/orders/rows/awaits-payment.ts: 'PENDING_PAYMENT' and not paid",
  "client/typescript/src/orders.ts: 'CANCELLED', 'REJECTED'",
  'server/domain/base/ids/uuid.ts: {3}-[0-9a-f]{12}',
  // A client's address, account or random id in a log line.
  'server/wiring/metrics/logged-limits.ts: 0-9a-f-]{36}',
  "server/wiring/slicing/slicer-states.ts: ready: 'ok', not_configured",
  'server/domain/errors/sentences.ts: Something broke on our side. It',
  'server/domain/errors/sentences.ts: did not arrive in time. Send',
  'server/domain/errors/sentences.ts: no such fraud warning',
  'server/domain/errors/sentences.ts: no such purchase',
  'server/domain/errors/sentences.ts: no such debt, or nothing of it is open',
  'server/domain/models/downloads.ts: not a usable link. Send',
  'server/domain/models/downloads.ts: not a file; use the direct',
  'server/domain/accounts/secrets.ts: svc_live_[',
  'server/domain/accounts/secrets.ts: svc_ext_[',
  'server/adapters/payments/record.ts: getTime() / 1000) - clockSkew',
  "server/http/contract/body-parts.ts: NUL or unpaired surrogates'",
  String.raw`server/domain/models/format.ts: \.gcode\.3mf$`,
  "server/domain/errors/sentences.ts: 'Requests from this Origin",
  "server/domain/errors/sentences.ts: 'The body is not valid JSON",
  "server/domain/errors/sentences.ts: 'Send a JSON object with content-type",
  "server/domain/errors/sentences.ts: 'Only models that are stored here",
  "server/domain/errors/sentences.ts: 'A system behind the service failed",
  "server/domain/base/text/email-address.ts: 'Enter one plain email address, such",
  "server/http/contract/words.ts: 'The material that was ordered",
  "server/http/routes/generation/generation-json.ts: 'The time at which it was queued",
  "server/http/routes/generation/generation-json.ts: 'done and error are final",
  'server/pages/base/card-name.ts: ending in $',
  'server/domain/gift-cards/goods-text.ts: credits for generating models',
  "server/domain/base/has-code.ts: instanceof Error && 'code' in error &&",
  'server/domain/base/must-exist.ts:  vanished`)',
  // The time of a print job, in another format.
  "server/http/routes/farm/job-json.ts: 'The time at which it was queued",
  // These import nothing of the service.
  "client/cli/src/service/key-holds.ts: instanceof Error && 'code' in error &&",
  // The order of this checkout is read by its code.
  'server/domain/cart/place-cart-order.ts:  vanished`)',
  // Compared with the service's value below.
  'client/cli/src/service/credentials.ts: svc_live_[',
  'client/cli/src/service/credentials.ts: svc_ext_[',
  'client/typescript/src/credentials.ts: svc_live_[',
  'client/typescript/src/credentials.ts: svc_ext_[',
  'client/cli/src/orders/print-options.ts: 0.2, 0.4',
  'client/typescript/src/print-settings.ts: 0.2, 0.4',
  // Compared with the service's value below.
  'geometry/src/limits.rs: 340',
  'geometry/src/printability/mod.rs: 340',
  'geometry/src/process.rs: 0.4 to 10',
  'geometry/src/repair/scale.rs: 340',
  'geometry/src/units.rs: 25.4',
  'geometry/src/units.rs: 304.8',
  // Numbers of buckets, bytes, triangles and operations, and a command.
  'geometry/src/contents.rs: 16_384',
  'geometry/src/exposure.rs: 16_384',
  'geometry/src/inspect/picture/raster.rs: 50_000_000',
  'geometry/src/inspect/walls/samples.rs: 16_384',
  'geometry/src/inspect/walls/visible.rs: 16_384',
  'geometry/src/parse/gcode/line_error.rs: 96 characters',
  'geometry/src/parse/gcode/lines.rs: 16 * 1024',
  'geometry/src/parse/gcode/safety/table.rs: 340',
  'geometry/src/parse/threemf/xml.rs: 1 MB',
  'geometry/src/repair/nesting.rs: 100_000_000',
  'geometry/src/repair/nesting.rs: 50_000_000',
  'geometry/src/weld/soup.rs: 16384',
  'geometry/src/winding_number/points.rs: 16_384',
  'geometry/src/winding_number/union.rs: 100_000_000',
  'geometry/src/write/reattach/joined.rs: 50_000_000',
  // Other facts.
  'server/http/routes/accounts/data.ts: credits: 5',
  // A prefix of a ZIP code.
  'server/domain/fulfillment/customs/customs-areas.ts: 340',
  'client/farm/http.ts: timeoutMs = 30_000',
  'server/wiring/doctor/storage.ts: timeoutMs = 30_000',
  'server/pages/operators/mail.tsx: 24 hours',
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
  'server/domain/accounts/sign-in.ts: \\d{6}$',
  'server/domain/models/format.ts: 304.8',
  "server/http/routes/operators/orders/status/status-schemas.ts: picklist(['",
  "server/http/routes/operators/purchases/purchase-json.ts: picklist(['",
  "server/http/routes/operators/orders/status/order-json.ts: picklist(['",
  "server/http/routes/printability/printability.ts: picklist(['",
  "server/http/live-pages/readiness.ts: picklist(['",
  "server/db/orders/stored-response.ts: picklist(['",
  "server/adapters/engines/task-state.ts: picklist(['",
  "client/cli/src/generations/read-generation.ts: picklist(['",
])

/** Returns the code without comments, which may repeat the numbers to explain them, and without the tests of Rust. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^#\[cfg\(test\)\]\nmod tests \{[\s\S]*/gm, '')

const straysIn = (path: string, text: string): readonly string[] =>
  facts.flatMap(({ literal, constant }) =>
    [...codeOf(text).matchAll(new RegExp(literal, `${literal.flags}g`))].flatMap(([found]) =>
      others.has(`${path}: ${found}`) ? [] : [`${path}: ${found} (${constant})`],
    ),
  )

test('no sentence or statement repeats a fact as a literal', async () => {
  const paths = sources
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
    .filter((path) => folders.test(path) && !exceptions.test(path))
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
  "const text = 'A draft costs 1 credit.'",
  "const choice = { value: 'hi_fi', credits: 2 }",
  "const text = '200,000 triangles'",
  "const text = 'mm: 0.2, 0.4, 0.6 or 0.8.'",
  'const hex = /^#?[0-9a-f]{6}$/i.exec(text)',
  'const digits = /^[0-9a-f]{3,6}$/.exec(text)',
  String.raw`const isFormula = /^[=+\-@]/.test(text)`,
  "where: sql`status not in ('CANCELLED', 'REJECTED')`",
  "where: sql`job.state in ('claimed', 'printing')`",
  "where: sql`source = 'web' and status = 'PENDING_PAYMENT' and not paid`",
  'const key = v.regex(/^svc_live_[0-9a-f]{48}$/)',
  'const isId = /^[0-9a-f-]{36}$/.test(text)',
  "const text = 'There is no such purchase.'",
  "where: sql`received_at < now() - interval '2 minutes'`",
  "return { kind: 'running', retryAfterSeconds: 2 }",
  "if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return",
  "if (order === null) throw new Error('the order vanished')",
  'const name = `Visa ending in $`',
])('finds %s', (line) => {
  expect(straysIn('server/pages/x.ts', line)).toHaveLength(1)
})

test('the geometry core has the build volume, the thinnest dimension and the walls of the service', async () => {
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
  const { min, max } = wallRangeMm
  const options = await source('process.rs')
  expect(options).toContain(`!(${min}..=${max}.0).contains(&wall_mm)`)
  expect(options).toContain(`a wall must be ${min} to ${max} mm`)
})

test('the geometry core accepts the temperatures of every material', async () => {
  const source = await Bun.file(join(root, 'geometry/src/parse/gcode/safety/heat.rs')).text()
  const limitOf = (name: string) =>
    Number(new RegExp(`const ${name}: f64 = ([\\d.]+);`).exec(source)?.[1])
  const temperatures = Object.values(hottest)
  expect(limitOf('NOZZLE_C')).toBeGreaterThanOrEqual(
    Math.max(...temperatures.map(({ nozzleC }) => nozzleC)),
  )
  expect(limitOf('BED_C')).toBeGreaterThanOrEqual(Math.max(...temperatures.map(({ bedC }) => bedC)))
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

test('the clients use the limits of the service', () => {
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

test('the typed client accepts the nozzles of the service, and no others', () => {
  for (const nozzleDiameter of nozzleDiametersMm) checkPrintSettings({ nozzleDiameter })
  const refusal = `nozzleDiameter has to be one of ${nozzleDiametersMm.join(', ')}.`
  // @ts-expect-error: callers without types
  expect(() => checkPrintSettings({ nozzleDiameter: 0.3 })).toThrow(refusal)
})

test('the geometry core has the limits on thin parts of the documentation', async () => {
  const source = await Bun.file(join(root, 'geometry/src/estimate/thin.rs')).text()
  const [, above, below] = /const WALL: f64 = ([\d.]+) \/ ([\d.]+);/.exec(source) ?? []
  expect(Number(above) / Number(below)).toBe(thinnestWallShare)
  expect(Number(/const COLUMN: f64 = ([\d.]+);/.exec(source)?.[1])).toBe(thinnestColumnShare)
  // A third of 0.4 mm, and 1.6 times 0.4 mm.
  expect(thinLimitsText).toContain('0.13 mm for the 0.4 mm nozzle')
  expect(thinLimitsText).toContain('under 1.6 nozzles wide (0.64 mm)')
})

test('the document of the agent endpoint lists the revisions of the protocol', () => {
  expect(agentRoute.contract?.description).toContain(`Revisions ${supportedVersions.join(', ')}.`)
})

test('the metric of disputes has a label for each of their statuses', () => {
  expect(metricCatalog.disputes_total.labels.status).toEqual([...disputeStatuses])
})

test('the clients check keys by the forms of the service', async () => {
  expect(clientSecretForms).toEqual({
    apiKey: secretForms.api_key,
    extensionToken: secretForms.extension_token,
  })
  const typescript = await Bun.file(join(root, 'client/typescript/src/credentials.ts')).text()
  for (const form of Object.values(secretForms)) expect(typescript).toContain(String(form))
})

test('the farm client uses the claim period of the service', () => {
  expect(claimSeconds).toBe(leaseSeconds)
})

/** Matches a period of a deletion, up to the end of its statement. */
const deletedAfter =
  /(?:\bdelete from\b|\bdeleteFrom\(|\bremove\(\s*'\w+',|\bcomplete_jobs\()(?:(?!\n\n|execute).)*?now\(\) - interval '/s

test('deletions take their periods from base/time/retention.ts', async () => {
  const paths = [...new Bun.Glob('server/db/**/*.ts').scanSync(root)].filter(
    (path) => !path.includes('/migrations/'),
  )
  expect(paths.length).toBeGreaterThan(200)
  const found = await Promise.all(
    paths.map(async (path) => {
      const hit = deletedAfter.exec(codeOf(await Bun.file(join(root, path)).text()))
      return hit === null ? [] : [`${path}: ${hit[0]}`]
    }),
  )
  expect(found.flat()).toEqual([])
})

test.each([
  "sql`delete from sends where sent_at < now() - interval '1 day'`",
  "db.deleteFrom('budgets')\n.where('at', '<', sql`now() - interval '1 hour'`)",
  "remove('slices', sql`leased_until < now() - interval '1 hour'`)",
])('finds the period of %s', (statement) => expect(statement).toMatch(deletedAfter))

test('ignores comments', () => {
  expect(straysIn('server/pages/x.ts', '/** 340 mm. */\nconst a = 1 // 90 days')).toEqual([])
})
