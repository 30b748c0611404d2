// The desk's page of the farm's terms: trials, plans, history, and access.
import { beforeEach, describe, expect, test } from 'bun:test'
import { versionsInEffect } from '../../../server/domain/terms/schedule.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { followTerms, holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer, checkoutBody, pay, post, storeCube } from '../../../testing/people/shop.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService(() => ({ env: { VIEWER_EMAILS: 'viewer@example.com' } }))
const desk = use(() => openDesk(service))
const path = '/operator/terms'

const typed = (terms: object, more: object = {}) => ({
  terms: JSON.stringify(terms),
  validFrom: '',
  reason: 'Filament costs more.',
  ...more,
})
const hiddenOf = (html: string) => ({
  newest: /name="newest" value="(\d+)"/.exec(html)?.[1] ?? '',
  key: /name="key" value="([0-9a-f-]{36})"/.exec(html)?.[1] ?? '',
})
const rowsOf = async () =>
  await service.db.selectFrom('farm_terms').selectAll().orderBy('id').execute()
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')

describe('without TERMS_FILE', () => {
  test('the contract’s terms are shown and changes can be previewed, but not planned', async () => {
    // Terms stored while the setting was set are not in force.
    await holdTerms({ db: service.db, deps: service.deps, replace: () => () => {} })
    const before = await rowsOf()
    const page = await desk.get(path)
    expect(page.status).toBe(200)
    expect(textOf(page.html)).toContain('because TERMS_FILE is not set')
    expect(textOf(page.html)).toContain('PLA $0.12 1.26')
    const tried = await desk.post(
      `${path}/preview`,
      typed({ materials: { pla: { centsPerGram: 14 } } }),
    )
    expect(textOf(tried.html)).toContain('PLA per gram: $0.12 to $0.14.')
    expect(tried.html).not.toContain(`${path}/plan`)
    const planned = await desk.post(`${path}/plan`, typed({ minimumCentsPerPart: 200 }))
    expect(planned.status).toBe(400)
    expect(before).toHaveLength(1)
    expect(await rowsOf()).toEqual(before)
  })
})

verifies(
  'terms.trial',
  'a trial compares the last month’s orders with what they were billed, by material and country',
  async () => {
    // 20 mm cubes: 8 cm3 x 0.44 x 1.26 is 5 g, x 1.07 is 4 g.
    await desk.order(1, { color: 'Black' })
    // 50 x 5 g x $0.12 x 0.90 = 27.00, below 50 x $1.00.
    await desk.order(1, { color: 'Black', quantity: '50', country: 'DE' })
    await desk.order(1, { material: 'asa', color: 'Red' })
    // Unpaid, cancelled and older orders are excluded.
    const [cancelled, old] = await desk.order(2, { color: 'Black' })
    await service.db
      .updateTable('orders')
      .set({ status: 'CANCELLED' })
      .where('code', '=', String(cancelled))
      .execute()
    await service.db
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('code', '=', String(old))
      .execute()
    const { html, status } = await desk.post(
      `${path}/preview`,
      typed({
        materials: { pla: { centsPerGram: 60, densityHundredths: 252 } },
        customColorCentsPerGram: 60,
        postage: {
          domestic: { flatCents: 800 },
          countries: { DE: { flatCents: 2_000, freeFromCents: 50_000 } },
        },
      }),
    )
    expect(status).toBe(200)
    const text = textOf(html)
    // PLA: 10 g x $0.60 = 6.00 for 1.00; 10 g x $0.60 x 50 x 0.90 = 270.00 for 50.00. ASA stays at its minimum of 1.00.
    expect(text).toContain('PLA 2 $51.00 $276.00 +$225.00 (+441.2%)')
    expect(text).toContain('ASA 1 $1.00 $1.00 $0.00')
    // $7 twice and $30; then $8 twice and $20.
    expect(text).toContain('of which postage 3 $44.00 $36.00 −$8.00 (−18.2%)')
    expect(text).toContain('Germany 1 $80.00 $290.00 +$210.00 (+262.5%)')
    expect(text).toContain('United States 2 $16.00 $23.00 +$7.00 (+43.8%)')
    expect(text).toContain('All orders 3 $96.00 $313.00 +$217.00 (+226.0%)')
  },
)

test('orders of several parts are compared part by part, each with the terms that priced it', async () => {
  await service.db.updateTable('orders').set({ status: 'REJECTED' }).execute()
  const shopper = await buyer(service)
  await holdTerms(service)
  const modelUrl = await storeCube(service, shopper, 20)
  const items = [
    { modelUrl, color: 'Black', quantity: 3 },
    { modelUrl, material: 'petg', color: 'Black', quantity: 1 },
  ]
  const [status, sold] = await post(service, shopper, '/api/checkout', checkoutBody(items))
  expect(status).toBe(201)
  await pay(service, sold.checkoutUrl)
  // PLA 8 g x $0.31 x 3 x 0.93 = 6.92, PETG 8 g x $0.32 = 2.56, postage 9.13. By the contract: 8 g becomes 6 g, 3.00 and 1.00 at least, $7.
  const { html } = await desk.post(`${path}/preview`, typed({}))
  const text = textOf(html)
  expect(text).toContain('PLA 1 $6.92 $3.00 −$3.92')
  expect(text).toContain('PETG 1 $2.56 $1.00 −$1.56')
  expect(text).toContain('All orders 1 $18.61 $11.00 −$7.61')
})

describe('an operator', () => {
  // Planned versions of an earlier test would be in the history of the next one.
  beforeEach(() =>
    withoutTriggers(
      service.service.database.pool,
      'delete from farm_terms where valid_from > clock_timestamp()',
    ),
  )

  verifies(
    'terms.plan',
    'plans terms, which are in the history and in the log, and are in force from their start',
    async () => {
      const advance = followTerms(service)
      await holdTerms(service)
      const validFrom = new Date(Date.now() + 3_600_000).toISOString()
      const more = { ...ownTerms, minimumCentsPerPart: 5_000 }
      const preview = await desk.post(`${path}/preview`, typed(more, { validFrom }))
      expect(textOf(preview.html)).toContain('Minimum per part: $2.19 to $50.00.')
      expect(preview.html).toContain('Plan them')
      const before = (await rowsOf()).length
      const planForm = typed(more, { validFrom, ...hiddenOf(preview.html) })
      const planned = await desk.post(`${path}/plan`, planForm)
      // A second press of the same button.
      const again = await desk.post(`${path}/plan`, planForm)
      expect([again.status, again.location]).toEqual([303, `${path}?done=planned`])
      // The same preview in another window.
      const late = await desk.post(`${path}/plan`, {
        ...planForm,
        key: crypto.randomUUID(),
        terms: JSON.stringify(ownTerms).replace('219', '221'),
      })
      expect(late.status).toBe(400)
      expect(textOf(late.html)).toContain('Terms were planned since; try them again.')
      expect([planned.status, planned.location]).toEqual([303, `${path}?done=planned`])
      const rows = await rowsOf()
      expect(rows).toHaveLength(before + 1)
      expect(rows.at(-1)).toMatchObject({
        stored_by: OPERATOR_EMAIL,
        source: 'desk',
        reason: 'Filament costs more.',
        valid_from: new Date(validFrom),
      })
      const actions = await service.db.selectFrom('operator_actions').selectAll().execute()
      expect(actions.at(-1)).toMatchObject({
        kind: 'terms_planned',
        by: OPERATOR_EMAIL,
        subject: `version ${rows.at(-1)?.id}`,
        detail: { reason: 'Filament costs more.' },
      })
      const text = textOf((await desk.get(path)).html)
      expect(text).toContain('Minimum per part $2.19')
      expect(text).toContain('Minimum per part: $2.19 to $50.00.')
      expect(text).toContain(OPERATOR_EMAIL)
      advance(3_601)
      await service.deps.termsSchedule.readAgain()
      expect(service.deps.termsSchedule.current().minimumCentsPerPart).toBe(5_000)
    },
  )

  test('sees which planned versions the new terms replace, before and after planning', async () => {
    followTerms(service)
    await holdTerms(service)
    await holdTerms(service, { ...ownTerms, minimumCentsPerPart: 301 }, 10 * 86_400)
    const replaced = (await rowsOf()).at(-1)?.id
    await holdTerms(service, { ...ownTerms, minimumCentsPerPart: 302 }, 86_400)
    await holdTerms(service, { ...ownTerms, minimumCentsPerPart: 303 }, 20 * 86_400)
    const [nearer, later] = (await rowsOf()).slice(-2).map(({ id }) => id)
    const validFrom = new Date(Date.now() + 5 * 86_400_000).toISOString()
    const correction = { ...ownTerms, minimumCentsPerPart: 220 }
    const preview = textOf(
      (await desk.post(`${path}/preview`, typed(correction, { validFrom }))).html,
    )
    expect(preview).toContain(`This replaces version ${later}, planned for `)
    expect(preview).not.toContain(`This replaces version ${nearer},`)
    // Version `nearer` already replaced it.
    expect(preview).not.toContain(`This replaces version ${replaced},`)
    expect(preview).toContain(`Plan them and remove version ${later}`)
    await holdTerms(service, correction, 5 * 86_400)
    const correctionId = (await rowsOf()).at(-1)?.id
    const page = textOf((await desk.get(path)).html)
    expect(page.match(/replaced by version \d+, never held/g)).toEqual([
      `replaced by version ${correctionId}, never held`,
      `replaced by version ${nearer}, never held`,
    ])
  })

  test('is told beforehand which planned versions a plan for the earliest start removes', async () => {
    followTerms(service)
    await holdTerms(service)
    const inADay = { ...ownTerms, minimumCentsPerPart: 302 }
    const inTenDays = { ...ownTerms, minimumCentsPerPart: 303 }
    for (const [terms, days, reason] of [
      [inADay, 1, 'Sale begins.'],
      [inTenDays, 10, 'Sale ends.'],
    ] as const) {
      const validFrom = new Date(Date.now() + days * 86_400_000).toISOString()
      const preview = await desk.post(`${path}/preview`, typed(terms, { validFrom, reason }))
      const form = typed(terms, { validFrom, reason, ...hiddenOf(preview.html) })
      expect((await desk.post(`${path}/plan`, form)).status).toBe(303)
    }
    const [sooner, later] = (await rowsOf()).slice(-2).map(({ id }) => id)
    const at = await desk.post(
      `${path}/preview`,
      typed({ ...ownTerms, minimumCentsPerPart: 220 }, { validFrom: '' }),
    )
    const text = textOf(at.html)
    for (const [version, why] of [
      [sooner, 'Sale begins. Minimum per part: $2.19 to $3.02.'],
      [later, 'Sale ends. Minimum per part: $3.02 to $3.03.'],
    ]) {
      expect(text).toContain(`This replaces version ${version}, planned for `)
      expect(text).toContain(`by ${OPERATOR_EMAIL}: ${why}`)
    }
    expect(text).toContain(`Plan them and remove versions ${sooner}, ${later}`)
  })

  test('cancels a planned change by planning the terms in force', async () => {
    followTerms(service)
    await holdTerms(service)
    await holdTerms(service, { ...ownTerms, minimumCentsPerPart: 301 }, 86_400)
    const preview = await desk.post(`${path}/preview`, typed(ownTerms))
    expect(textOf(preview.html)).toContain('These terms are the same')
    const planned = await desk.post(`${path}/plan`, typed(ownTerms, hiddenOf(preview.html)))
    expect([planned.status, planned.location]).toEqual([303, `${path}?done=planned`])
    expect(textOf((await desk.get(path)).html)).toContain('Planned versions, the next one first')
    const { versions } = await service.deps.farmTerms.readInForce()
    const amounts = versionsInEffect(versions).map(({ terms }) => terms.minimumCentsPerPart)
    expect(amounts).toEqual([ownTerms.minimumCentsPerPart, ownTerms.minimumCentsPerPart])
  })

  test.each([
    [{ terms: '{' }, 'is not valid JSON'],
    [{ terms: '{"minimumCentsPerPart": 1}' }, 'line 1: minimumCentsPerPart must be a whole number'],
    [{ terms: ' '.repeat(32_001) }, 'must have at most 32,000 characters.'],
    [{ validFrom: '2027-02-30T00:00:00Z' }, 'Enter a moment with its offset'],
    [{ validFrom: 'tomorrow' }, 'Enter a moment with its offset'],
    [{ reason: ' ' }, 'Enter why the terms change.'],
    [{ terms: JSON.stringify(ownTerms) }, 'These terms are the same'],
  ])('sees an error: %j', async (wrong, sentence) => {
    await holdTerms(service)
    const before = await rowsOf()
    const refused = await desk.post(`${path}/plan`, { ...typed({ discounts: [] }), ...wrong })
    expect(refused.status).toBe(400)
    expect(textOf(refused.html)).toContain(sentence)
    expect(await rowsOf()).toEqual(before)
  })
})

verifies('terms.viewers', 'a viewer can read the page and plan nothing', async () => {
  const viewer = await openDesk(service, 'viewer@example.com')
  const page = await viewer.get(path)
  expect(page.status).toBe(200)
  expect(page.html).not.toContain('<form method="post"')
  for (const form of ['preview', 'plan']) {
    expect((await viewer.post(`${path}/${form}`, typed({ discounts: [] }))).status).toBe(403)
  }
})
