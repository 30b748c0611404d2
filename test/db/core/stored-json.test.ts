// JSON columns: rows of earlier releases are readable, new rows use the names that old processes read, and a value of
// unknown shape is a named error when one row is read and a gap when a list is read.

import { beforeEach, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { UnreadableColumn } from '../../../server/db/core/values/json.ts'
import { createOrderQueue } from '../../../server/db/fulfillment/order-queue.ts'
import { createGenerationJobs } from '../../../server/db/generation/generation-jobs.ts'
import { createGenerations } from '../../../server/db/generation/generations.ts'
import {
  createMeasurements,
  createPrintEstimates,
  createRecentOutcomes,
} from '../../../server/db/models/cached-outcomes.ts'
import { createPrintModels } from '../../../server/db/models/print-models.ts'
import { createSliceCache } from '../../../server/db/models/slices.ts'
import { createIdempotencyKeys } from '../../../server/db/orders/idempotency-keys.ts'
import { createLegacyOrders } from '../../../server/db/orders/legacy-orders.ts'
import { createOrders } from '../../../server/db/orders/orders.ts'
import { createQuotes } from '../../../server/db/quotes/quotes.ts'
import { type AccountId, accountIdOf } from '../../../server/domain/base/caller.ts'
import {
  generationJobIdOf,
  generationLeaseOf,
} from '../../../server/domain/base/ids/generation-job.ts'
import { quoteIdOf } from '../../../server/domain/base/ids/quote-id.ts'
import { defaultOptions } from '../../../server/domain/generation/request/options.ts'
import type { GenerationRequest } from '../../../server/domain/generation/request/request.ts'
import type { GenerationResult } from '../../../server/domain/generation/run/result.ts'
import { unpaidSentences } from '../../../server/domain/orders/record/unpaid-reasons.ts'
import { verdictSchema } from '../../../slicer-bridge/outcome/verdict.ts'
import { meshReport, newOrder, newQuote, slicedReport } from '../../../testing/orders.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { openTestService } from '../../../testing/service/service.ts'
import { closing, use, useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
let accountId: AccountId
const logged: string[] = []
const note = (event: string, facts?: Record<string, unknown>) =>
  void logged.push(`${event} ${facts?.['error'] instanceof Error ? facts['error'].message : ''}`)
const log = { warn: note, error: note }

const orders = use(() => createOrders(database, { baseUrl: 'http://localhost', log }))
const jobs = use(() => createGenerationJobs(database.db, log))
beforeEach(async () => {
  logged.length = 0
  accountId = accountIdOf(randomUUID())
  await ensureAccount(database.db, accountId, `${accountId}@example.com`)
})

const query = async (text: string, ...values: unknown[]) =>
  (await database.pool.query(text, values)).rows

describe('responses kept for an Idempotency-Key', () => {
  const release1 = {
    code: 'SVC-ABC234',
    status: 'PENDING_PAYMENT',
    paid: false,
    printCents: 100,
    shippingCents: 700,
    totalCents: 800,
    gramsPerPart: 5,
    centihoursPerPart: 25,
    unpaidReason: 'Your card was declined.',
    settling: false,
    checkoutUrl: null,
    color: 'Teal',
    offStock: { centsPerGram: 20, stockCentsPerGram: 12 },
  }
  const { settling: _, ...common } = release1
  const release2 = { ...common, chargeState: 'declined', paymentPending: false }

  const replay = async (response: unknown) => {
    const key = randomUUID()
    await query(
      'insert into idempotency_keys (account_id, key, request_hash, answer) values ($1, $2, $3, $4)',
      accountId,
      key,
      'hash',
      JSON.stringify(response),
    )
    const request = { accountId, key, holder: randomUUID(), requestHash: 'hash', leaseSeconds: 10 }
    return await createIdempotencyKeys(database, console).claim(request)
  }

  test.each([
    ['with charge states', release2, 'declined', null],
    ['declined, before charge states', release1, 'declined', null],
    ['settling, before charge states', { ...release1, settling: true }, 'unknown', null],
    [
      'paid, before charge states',
      { ...release1, paid: true, unpaidReason: null },
      'succeeded',
      null,
    ],
    [
      'no card, before charge states',
      { ...release1, unpaidReason: unpaidSentences.no_card },
      'none',
      'no_card',
    ],
    [
      'busy, before causes',
      { ...release2, chargeState: 'started', unpaidReason: unpaidSentences.busy },
      'started',
      'busy',
    ],
  ])('of earlier releases are read: %s', async (_name, response, chargeState, unpaidCause) => {
    const { paid, unpaidReason } = response
    expect<unknown>(await replay(response)).toEqual({
      kind: 'completed',
      response: { ...release2, paid, unpaidReason, unpaidCause, chargeState },
    })
  })

  test('are stored under the names that old processes read', async () => {
    const key = randomUUID()
    const keys = createIdempotencyKeys(database, console)
    await keys.claim({
      accountId,
      key,
      holder: randomUUID(),
      requestHash: 'hash',
      leaseSeconds: 10,
    })
    const response = await replay(release2)
    if (response.kind !== 'completed') throw new Error(response.kind)
    await keys.save({ accountId, key, holder: '' }, response.response)
    const [row] = await query('select answer from idempotency_keys where key = $1', key)
    expect(row?.answer).toEqual({ ...release2, unpaidCause: null })
  })

  test('with a cause from a newer release are read without it', async () => {
    expect(await replay({ ...release2, unpaidCause: 'later' })).toMatchObject({
      kind: 'completed',
      response: { unpaidCause: null, unpaidReason: 'Your card was declined.' },
    })
  })

  test('of unknown shape cause an error that names row and path but not the value', async () => {
    const error = await replay({ ...release2, totalCents: 'secret' }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(UnreadableColumn)
    expect(String(error)).toContain(`idempotency_keys.answer of ${accountId}`)
    expect(String(error)).not.toContain('secret')
  })
})

describe('generation jobs', () => {
  const request: GenerationRequest = {
    mode: 'fast_draft',
    inputMode: 'text',
    prompt: 'a cup',
    style: null,
    options: defaultOptions,
    retextureOf: null,
  }
  const agent = {
    enhancedPrompt: 'a cup with walls of 2 mm',
    addedConstraints: [],
    engineChosen: 'engine_1',
    engineReasoning: 'It is the only one.',
    complexity: 'simple' as const,
    estimatedSeconds: 60,
    promptLogId: 'p',
    routingLogId: 'r',
  }
  const plan = { enginePrompt: 'a cup with walls of 2 mm', engine: null, agent }
  const task = { source: 'fal', engine: 'engine_1' as const, taskId: 't', step: 0, state: { a: 1 } }
  const estimate = {
    grams: 12,
    totalCents: 844,
    material: 'pla' as const,
    quality: 'standard' as const,
    sizeMm: { x: 10, y: 20, z: 30 },
    scaledToPlate: false,
    note: 'Whole order with flat US postage.',
  }
  const result: GenerationResult = {
    modelUrl: 'gs://b/generated/x.stl',
    previewUrl: 'gs://b/generated/x.glb',
    persisted: true,
    meshRepair: { applied: false, summary: 'Nothing to repair.' },
    printEstimate: { ...estimate, centihours: 131 },
    printability: {
      watertight: true,
      volumeCm3: 6,
      holes: 0,
      nonManifoldEdges: 0,
      triangles: 12,
      dimensionsMm: [10, 20, 30],
      minFeatureMm: 10,
      featureSizeEstimated: true,
      maxOverhangDeg: 0,
      fitsPlate: true,
    },
    source: 'fal',
    taskId: 't',
    generationId: 'g',
    mode: 'fast_draft',
    inputMode: 'text',
    creditsCharged: 1,
    agent: { ...agent, validationLogId: 'v' },
    printStatus: 'ready',
    printDetail: 'Ready to print.',
    printabilityScore: 95,
    issues: [],
    recommendations: [],
  }

  async function leased() {
    const [id, lease] = [generationJobIdOf(randomUUID()), generationLeaseOf(randomUUID())]
    await jobs.add({ id, accountId, createdAt: new Date(), body: null, request, leaseId: lease })
    return { id, lease }
  }
  async function done(stored: unknown, failure: unknown = null) {
    const id = generationJobIdOf(randomUUID())
    await query(
      `insert into generation_jobs (id, account_id, status, request, plan, task, result, failure, created_at, completed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now())`,
      id,
      accountId,
      failure === null ? 'done' : 'error',
      JSON.stringify(request),
      JSON.stringify(plan),
      JSON.stringify(task),
      stored === null ? null : JSON.stringify(stored),
      failure === null ? null : JSON.stringify(failure),
    )
    return id
  }

  test('of earlier releases are read, without notes', async () => {
    const id = await done(result)
    expect((await jobs.read(id))?.result).toEqual(result)
    expect((await jobs.listRecent(accountId, 5))[0]).toMatchObject({ request, result })
    expect(await createGenerations(database.db).readFinished(accountId, id)).toEqual({
      id,
      task,
      request,
      modelUrl: result.modelUrl,
      previewUrl: result.previewUrl,
      longestMm: Math.max(...result.printability.dimensionsMm),
    })
  })

  test('store the hours under the name that old processes read', async () => {
    const { id, lease } = await leased()
    const generation = { prompt: 'a cup', fileName: 'x.stl', format: 'stl' } as const
    const end = { result: { ...result, generationId: id }, generation, now: new Date() }
    expect(await jobs.complete(id, lease, end)).toBe(true)
    const [row] = await query('select result from generation_jobs where id = $1', id)
    expect(row?.result).toEqual({ ...result, generationId: id })
  })

  test('resume with the stored plan and task', async () => {
    const { id, lease } = await leased()
    await jobs.save(id, lease, { plan, task })
    await query(
      "update generation_jobs set leased_until = now() - interval '1 s' where id = $1",
      id,
    )
    expect(await jobs.claim(id, generationLeaseOf(randomUUID()), new Date())).toMatchObject({
      request,
      plan,
      task,
    })
  })

  test('with each possible failure are read', async () => {
    for (const failure of [
      { kind: 'engine_failed', message: 'No.' },
      { kind: 'no_credits', required: 2, available: 1 },
      { kind: 'nsfw', reason: 'No.' },
      { kind: 'image_type_unsupported', mimeType: 'image/gif' },
      { kind: 'generation_interrupted' },
      { kind: 'moderation_unavailable' },
      { kind: 'nsfw', reason: 'No.', refused: 'lost_model' },
      { kind: 'result_not_checked', made: 'model' },
    ]) {
      expect<unknown>((await jobs.read(await done(null, failure)))?.failure).toEqual(failure)
    }
  })

  test('with a failure of a later release are read as ended with an unknown reason', async () => {
    const id = await done(null, { kind: 'printer_on_fire', since: 3 })
    expect((await jobs.read(id))?.failure).toEqual({
      kind: 'engine_failed',
      message:
        'The generation ended for a reason that this process does not know yet. Read it again in a few minutes.',
    })
    const [listed] = await jobs.listRecent(accountId, 1)
    expect(listed?.failure?.kind).toBe('engine_failed')
  })

  test('of unknown shape: an error for one, a gap in the list', async () => {
    const [broken, whole] = [
      await done({ ...result, agent: { ...agent, complexity: 'huge' } }),
      await done(result),
    ]
    const error = await jobs.read(broken).catch((e: unknown) => e)
    expect(String(error)).toContain(
      `generation_jobs.result of ${broken} has an unknown shape at agent.complexity`,
    )
    const listed = await jobs.listRecent(accountId, 5)
    const byId = new Map(listed.map((job) => [job.id, job.result]))
    expect([byId.get(broken), byId.get(whole)]).toEqual([null, result])
    expect(logged).toEqual([
      `database.column_unreadable ${error instanceof Error && error.message}`,
    ])
  })
})

describe('tracking', () => {
  const stored = { carrier: 'UPS', number: '1Z', url: null, shippedAt: '2026-11-21T10:00:00.000Z' }
  const tracking = { ...stored, shippedAt: new Date(stored.shippedAt) }
  async function shipped(value: unknown) {
    const order = newOrder(accountId)
    await orders.insert(order)
    await query(
      `update orders set status = 'SHIPPED', paid = true, payment_id = id::text, tracking = $2 where id = $1`,
      order.id,
      JSON.stringify(value),
    )
    return order
  }

  test('is read as it was stored', async () => {
    const { code } = await shipped(stored)
    expect((await orders.readOwned(accountId, code))?.tracking).toEqual(tracking)
  })

  test('of unknown shape: an error for one order, an order without tracking in every list', async () => {
    const { id, code } = await shipped({ ...stored, shippedAt: 'yesterday' })
    const message = `orders.tracking of ${id} has an unknown shape at shippedAt`
    await expect(orders.readOwned(accountId, code)).rejects.toThrow(message)
    const queue = createOrderQueue(database.db, log)
    for (const list of [await orders.listRecent(accountId, 5), await queue.readByCodes([code])]) {
      expect(list.find((order) => order.code === code)?.tracking).toBeNull()
    }
    expect(logged).toEqual([message, message].map((text) => `database.column_unreadable ${text}`))
  })

  test('of unknown shape: a 500 in the service, and the row in its log', async () => {
    await using service = closing(await openTestService())
    const account = await service.account()
    const { code } = await placed(submit(service, account))
    await service.db.updateTable('orders').set({ tracking: '[]' }).execute()
    const response = await service.fetch(`/api/print/orders/${code}`, {
      headers: account.headers,
    })
    expect(response.status).toBe(500)
    const lines = service.logs().filter(({ level }) => level === 'error')
    expect(JSON.stringify(lines)).toMatch(/orders\.tracking of [0-9a-f-]{36} has an unknown shape/)
  })

  test('on a history line of unknown shape is omitted from it', async () => {
    const { id } = await shipped(stored)
    await query(
      `insert into order_events (order_id, status, by, version, from_status, from_tracking, tracking)
       values ($1, 'SHIPPED', 'ops', 2, 'PRINTED', '{"carrier": 1}', $2)`,
      id,
      JSON.stringify(stored),
    )
    const [change] = await orders.changesSince(id, 1)
    expect(change).toMatchObject({ trackingFrom: null, trackingTo: tracking })
    expect(logged).toHaveLength(1)
  })

  test('of a web order of unknown shape: an error for one, a gap in the list', async () => {
    const legacyOrders = createLegacyOrders(database.db, log)
    const email = `${accountId}@example.com`
    await query(
      `insert into web_orders (code, email, status, tracking) values ('CART-BROKEN', $1, 'SHIPPED', '[]')`,
      email,
    )
    await expect(legacyOrders.readByCodeAndEmail('CART-BROKEN', email)).rejects.toThrow(
      'web_orders.tracking of CART-BROKEN',
    )
    expect(await legacyOrders.listByEmail(email, 5)).toMatchObject([
      { code: 'CART-BROKEN', status: 'SHIPPED', tracking: null },
    ])
  })
})

describe('quotes', () => {
  const measurement = {
    source: 'slicer',
    dimensionsMm: [20, 20, 20],
    unit: 'mm',
    volumeCm3: 8,
    grams: 5,
    hours: 0.5,
    layers: 100,
    marginPercent: null,
    supports: {
      decision: 'turn',
      filamentCm3: 0,
      seconds: 0,
      unsupportedMm2: 200,
      turnedMm: [20, 20, 10],
    },
    warnings: [],
  } as const
  async function quoted(value: unknown) {
    const quote = newQuote(accountId, { id: quoteIdOf(`quote_${randomUUID()}`), measurement })
    const quotes = createQuotes(database.db)
    await quotes.insert(quote)
    await query('update quotes set measurement = $2 where id = $1', quote.id, JSON.stringify(value))
    return quotes.readOwned(accountId, quote.id)
  }

  test('of the first release have no unit', async () => {
    const { unit: _, ...first } = measurement
    expect((await quoted(first))?.measurement).toEqual({ ...measurement, unit: null })
  })

  test('of the previous release have no supports', async () => {
    const { supports: _, ...before } = measurement
    expect((await quoted(before))?.measurement).toEqual({ ...measurement, supports: null })
    expect((await quoted(measurement))?.measurement).toEqual(measurement)
  })

  test('of unknown shape are an error that names the path', async () => {
    await expect(quoted({ ...measurement, grams: null })).rejects.toThrow('unknown shape at grams')
  })
})

describe('caches', () => {
  const key = { sha256: 'aa', format: 'stl', units: null } as const
  const settings = {
    layerHeightMm: 0.2,
    infillPercent: 20,
    nozzleMm: 0.4,
    flow: 'standard',
  } as const

  test('return measurements as they were saved', async () => {
    const measurements = createMeasurements(database, { coreVersion: 7, log })
    const outcomes = [
      { kind: 'mesh', report: meshReport(8) },
      { kind: 'sliced', report: slicedReport({ grams: 3 }) },
      { kind: 'unreadable', code: 'empty', message: 'It has no triangles.' },
    ] as const
    for (const [at, outcome] of outcomes.entries()) {
      const own = { ...key, sha256: `saved ${at}` }
      await measurements.save(own, outcome)
      expect(await measurements.read(own)).toEqual(outcome)
    }
    expect(logged).toEqual([])
  })

  test('are read once by a process', async () => {
    const options = { coreVersion: 7, log, recent: createRecentOutcomes() }
    const measurements = createMeasurements(database, options)
    const estimates = createPrintEstimates(database.db, options)
    const own = { ...key, sha256: 'read twice' }
    const refused = { kind: 'unreadable', code: 'empty', message: 'It has no triangles.' } as const
    await measurements.save(own, refused)
    await estimates.save({ ...own, settings }, refused)
    const read = async () => [
      await measurements.read(own),
      await estimates.read({ ...own, settings }),
    ]
    expect(await read()).toEqual([refused, refused])
    await query("delete from measurements where sha256 = 'read twice'")
    await query("delete from print_estimates where sha256 = 'read twice'")
    expect(await read()).toEqual([refused, refused])
    expect(
      await estimates.read({ ...own, settings: { ...settings, infillPercent: 30 } }),
    ).toBeNull()
  })

  test('have no entry where it cannot be read, and log this', async () => {
    const options = { coreVersion: 7, log }
    await query(
      `insert into measurements (sha256, format, core_version, outcome) values ('aa', 'stl', 7, '{"kind": "mesh"}')`,
    )
    await query(
      `insert into print_estimates (sha256, format, settings, core_version, outcome)
       values ('aa', 'stl', '0.2 20 0.4 standard', 7, '{"kind": "estimated"}')`,
    )
    expect(await createMeasurements(database, options).read(key)).toBeNull()
    expect(await createPrintEstimates(database.db, options).read({ ...key, settings })).toBeNull()
    expect(logged).toEqual([
      'database.column_unreadable measurements.outcome of aa stl  7 has an unknown shape at report',
      'database.column_unreadable print_estimates.outcome of aa stl  0.2 20 0.4 standard 7 has an unknown shape at filamentCm3',
    ])
  })

  test.each(['heat', 'bambuOnly', 'review'])(
    'have no entry for a sliced file without %s, which would pass the checks of a claim',
    async (fact) => {
      const measurements = createMeasurements(database, { coreVersion: 7, log })
      const own = { ...key, format: 'gcode', sha256: `without ${fact}` } as const
      await measurements.save(own, { kind: 'sliced', report: slicedReport({ grams: 3 }) })
      await query(
        `update measurements set outcome = outcome #- '{report,perPlate,0,${fact}}' where sha256 = 'without ${fact}'`,
      )
      expect(await measurements.read(own)).toBeNull()
    },
  )

  test('slice again when the stored verdict has an unknown shape', async () => {
    await query(`insert into slices (key, verdict) values ('broken', '{"kind": "sliced"}')`)
    const slices = createSliceCache(database.db, { schema: verdictSchema, log })
    expect(await slices.read('broken')).toBeNull()
    const claim = await slices.claim('broken', new AbortController().signal)
    if (claim.kind !== 'mine') throw new Error('the key is not free')
    const refused = { kind: 'refused', reason: 'no_layers', message: 'It has no layers.' } as const
    await claim.save(refused)
    expect(await slices.read('broken')).toEqual(refused)
    expect(logged).toHaveLength(1)
  })

  test('a slice analysis of unknown shape is an error that names the generation', async () => {
    await query(
      `insert into generations (id, account_id, mode, slice_analysis) values ($1, $2, 'upload', '{"layers": 1}')`,
      accountId,
      accountId,
    )
    await expect(
      createPrintModels(database.db).readForSlicing(accountId, accountId),
    ).rejects.toThrow(`generations.slice_analysis of ${accountId}`)
  })
})
