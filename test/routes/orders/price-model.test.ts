// POST /api/price with a key and a modelUrl: the amount that a submit with the same options would be charged.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import { hashSecret } from '../../../server/domain/accounts/secrets.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { type FormChanges, placed, refusal, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const mine = use(() => service.account())

const post = (body: object, headers: Readonly<Record<string, string>> = mine.headers) =>
  service.fetch(
    '/api/price',
    rawPost(JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
  )

async function upload(
  bytes: Uint8Array<ArrayBuffer> | string,
  name = 'part.stl',
  { headers }: Pick<TestAccount, 'headers'> = mine,
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  const response = await service.fetch('/api/print-upload', rawPost(form, headers))
  const { modelUrl } = (await response.json()) as { modelUrl: string }
  return modelUrl
}

/** Returns the fields of a form as JSON, with numbers where they are numbers. */
const jsonOf = (fields: FormChanges) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value !== undefined && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value,
    ]),
  )

verifies('price.model.as-submit', async () => {
  const cube = await upload(cubeStl({ sizeMm: 40 }))
  for (const fields of [
    {},
    { material: 'petg', color: 'Black', quantity: '3' },
    { material: 'TPU', quality: 'Premium', color: 'Magenta', country: 'DE' },
    {
      infill: '100',
      nozzleDiameter: '0.8',
      layerHeight: '0.4',
      nozzleFlow: 'high',
      quantity: '12',
    },
    { quantity: '200', infill: '500', layerHeight: '5', giftwrap: 'yes', color: '#000' },
    { units: 'in', infill: '1', country: 'de', maxTotal: '9999' },
  ] satisfies FormChanges[]) {
    const modelUrl = 'units' in fields ? await upload(cubeStl({ sizeMm: 2 })) : cube
    const response = await post({ modelUrl, ...jsonOf(fields) })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const price = (await response.json()) as Record<string, unknown>
    const order = await placed(
      submit(service, mine, { fields: { modelUrl, ...fields }, file: null }),
    )
    expect({ fields, charged: price['total'] }).toEqual({ fields, charged: order.charged })
    const { breakdown, dimensionsMm, unit, note, adjusted, ignored } = order
    expect(price).toMatchObject({
      subtotal: breakdown.print,
      shipping: breakdown.shipping,
      grams: breakdown.grams,
      printHours: breakdown.printHours,
      dimensionsMm,
      unit,
    })
    expect([price['note'], price['adjusted'], price['ignored']]).toEqual([note, adjusted, ignored])
  }
})

test('the response of a price has every number of a submit', async () => {
  // 30 mm: 27 cm3 x 0.44 x 1.27 = 15.09 -> 16 g of petg; x 0.12 = 1.92; two: 3.84; 16 / 20.32 = 0.787 h.
  const modelUrl = await upload(cubeStl({ sizeMm: 30 }))
  const response = await post({ modelUrl, material: 'petg', color: 'Black', quantity: 2 })
  expect(await response.json()).toEqual({
    filamentChanges: 0,
    multiColorGrams: 0,
    multiColorHours: 0,
    grams: 16,
    printHours: 0.79,
    materialCost: 1.92,
    machineCost: 0,
    shipping: 7,
    baseFee: 0,
    perUnit: 1.92,
    subtotal: 3.84,
    total: 10.84,
    currency: 'USD',
    material: 'petg',
    quality: 'standard',
    quantity: 2,
    color: 'Black',
    customColor: false,
    pricePerGram: 0.12,
    infill: 20,
    country: 'US',
    dimensionsMm: [30, 30, 30],
    unit: 'mm',
  })
})

test('nothing is stored or charged, and there is no hourly limit', async () => {
  const account = await service.account()
  const modelUrl = await upload(cubeStl({ sizeMm: 21 }), 'part.stl', account)
  const { customerId } = account
  for (let round = 0; round < 70; round += 1) {
    expect((await post({ modelUrl }, account.headers)).status).toBe(200)
  }
  const orders = await service.db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', account.accountId)
    .execute()
  expect(orders).toEqual([])
  expect(await service.stripe.charges({ customer: customerId ?? '' })).toMatchObject({
    succeeded: 0,
    declined: 0,
  })
})

verifies('price.model.refusals', async () => {
  const other = await service.account()
  const modelUrl = await upload(cubeStl({ sizeMm: 20 }))
  const theirs = await upload(cubeStl({ sizeMm: 22 }), 'part.stl', other)
  const big = await upload(cubeStl({ sizeMm: 300 }))
  for (const [status, fields] of [
    [400, { modelUrl: 'https://example.com/part.stl' }],
    [400, { modelUrl: 'gs://elsewhere/part.stl' }],
    [403, { modelUrl: theirs }],
    [400, { modelUrl, email: 'no address', material: 'wood' }],
    [400, { modelUrl, city: 'x'.repeat(201) }],
    [400, { modelUrl, country: 'XX', material: 'wood' }],
    [400, { modelUrl, material: 'wood', quality: 'best' }],
    [400, { modelUrl, quality: 'best', units: 'furlong' }],
    [400, { modelUrl, units: 'furlong', materal: 'petg' }],
    [400, { modelUrl, materal: 'petg', maxTotal: 'much' }],
    [400, { modelUrl, file: 'part.stl' }],
    [400, { modelUrl, vatId: 'DE1' }],
    [400, { modelUrl, reference: 'x'.repeat(65) }],
    [400, { modelUrl, maxTotal: '0' }],
    [402, { modelUrl, maxTotal: '7.99' }],
    [400, { modelUrl, dryRun: 'perhaps' }],
    [422, { modelUrl: big, units: 'in' }],
  ] satisfies [number, FormChanges][]) {
    const said = await refusal(post(jsonOf(fields)))
    expect({ fields, said }).toEqual({
      fields,
      said: await refusal(submit(service, mine, { fields, file: null })),
    })
    expect({ fields, status: said[0] }).toEqual({ fields, status })
  }
  expect(await refusal(post({ modelUrl, material: { name: 'pla' } }))).toEqual(
    await refusal(submit(service, mine, { fields: { modelUrl, material: '{}' }, file: null })),
  )
})

test('an account beyond its spending limit gets the same refusal as from a submit', async () => {
  const account = await service.account()
  const modelUrl = await upload(cubeStl({ sizeMm: 20 }), 'part.stl', account)
  await service.deps.accounts.setSpendingLimits(account.accountId, {
    accountCents: 500,
    apiKeyCents: null,
  })
  const said = await refusal(post({ modelUrl }, account.headers))
  expect(said[0]).toBe(402)
  expect(said).toEqual(
    await refusal(submit(service, account, { fields: { modelUrl }, file: null })),
  )
})

test('a sliced file costs as much as its order', async () => {
  const bytes = gcode({ grams: 3, time: '2h 0m 0s' })
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const path = join(service.stateDir, sha256)
  writeFileSync(path, bytes)
  await service.deps.objects.putFile(`models/${sha256}.gcode`, path, 'text/plain')
  const uri = service.deps.objects.uri(`models/${sha256}.gcode`)
  await service.db
    .insertInto('models')
    .values({
      account_id: mine.accountId,
      uri,
      file_name: 'part.gcode',
      sha256,
      size_bytes: bytes.length,
      format: 'gcode',
    })
    .execute()
  const fields = { modelUrl: uri, quantity: '3', infill: '20' }
  const order = await placed(submit(service, mine, { fields, file: null }))
  const price = await (await post(jsonOf(fields))).json()
  expect(price).toMatchObject({
    total: order.charged,
    subtotal: order.breakdown.print,
    dimensionsMm: null,
    infill: 100,
    adjusted: order.adjusted,
  })
})

verifies('price.model.without-key', async () => {
  const modelUrl = await upload(cubeStl({ sizeMm: 20 }))
  const bboxMm = { x: 40, y: 30, z: 20 }
  // Without a key, a stored model is not read, as before.
  expect(await refusal(post({ modelUrl }, {}))).toEqual([400, 'bboxMm.x/y/z (mm) required'])
  const plain = await (await post({ bboxMm }, {})).json()
  for (const headers of [{}, mine.headers, { 'x-api-key': 'svc_live_nothing' }]) {
    for (const more of [{ modelUrl }, { infill: 100 }]) {
      const price = await (await post({ bboxMm, ...more }, headers)).json()
      expect(price).toEqual({ ...plain, ignored: Object.keys(more) })
    }
  }
  for (const headers of [
    { authorization: `Bearer svc_live_${'0'.repeat(48)}` },
    { 'x-api-key': 'nothing' },
  ]) {
    expect((await refusal(post({ modelUrl }, headers)))[0]).toBe(401)
  }
  // A session is not a key.
  const cookie = await service.signIn('price-of-model@example.com')
  expect(await refusal(post({ modelUrl }, { cookie }))).toEqual([400, 'bboxMm.x/y/z (mm) required'])
})

test('an extension token is accepted like a key', async () => {
  const account = await service.account()
  const modelUrl = await upload(cubeStl({ sizeMm: 23 }), 'part.stl', account)
  const key = account.headers['authorization']?.replace('Bearer ', '') ?? ''
  const caller = await service.deps.accounts.findByApiKeyHash(await hashSecret(key))
  if (caller === null) throw new Error('no caller')
  const made = await createExtensionToken(service.deps, caller, { name: 'an extension' })
  if (!made.ok) throw new Error(made.failure.kind)
  const response = await post({ modelUrl }, { authorization: `Bearer ${made.value.token}` })
  expect(response.status).toBe(200)
})

test('a measured model is fetched neither by a price nor by a dry run', async () => {
  const modelUrl = await upload(cubeStl({ sizeMm: 24 }))
  const fields = { modelUrl, infill: '30' }
  expect((await post(jsonOf(fields))).status).toBe(200)
  const fetched: string[] = []
  const undo = service.replace({
    objects: {
      fetchToFile: async (key) => {
        fetched.push(key)
        return null
      },
    },
  })
  try {
    expect((await post({ ...jsonOf(fields), quantity: 7, country: 'DE' })).status).toBe(200)
    const run = await submit(service, mine, { fields: { ...fields, dryRun: 'true' }, file: null })
    expect(run.status).toBe(200)
  } finally {
    undo()
  }
  expect(fetched).toEqual([])
})

test('a model that storage has lost is refused as by a submit, whether it was measured or not', async () => {
  const measured = await upload(cubeStl({ sizeMm: 25 }))
  expect((await post({ modelUrl: measured })).status).toBe(200)
  const key = service.deps.objects.parseUri(measured) ?? ''
  await service.deps.objects.remove(key)
  const said = await refusal(post({ modelUrl: measured }))
  expect(said[0]).toBeGreaterThanOrEqual(400)
  const fields = { modelUrl: measured }
  expect(said).toEqual(await refusal(submit(service, mine, { fields, file: null })))
})

test('a body has at most as many fields as a form, because each name is compared with the known ones', async () => {
  const modelUrl = await upload(cubeStl({ sizeMm: 20 }))
  const more = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`unknown-field-${place}`, 1]))
  expect((await post({ modelUrl, ...more(99) })).status).toBe(200)
  const [status, sentence] = await refusal(post({ modelUrl, ...more(100) }))
  expect([status, sentence]).toEqual([
    400,
    'The body has more than 100 fields. Leave out those that are not needed.',
  ])
})

test('measuring uses processor time of the account', async () => {
  const account = await service.account()
  const bytes = cubeStl({ sizeMm: 26.5 })
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const path = join(service.stateDir, sha256)
  writeFileSync(path, bytes)
  await service.deps.objects.putFile(`models/${sha256}.stl`, path, 'model/stl')
  const uri = service.deps.objects.uri(`models/${sha256}.stl`)
  await service.db
    .insertInto('models')
    .values({
      account_id: account.accountId,
      uri,
      file_name: 'part.stl',
      sha256,
      size_bytes: bytes.length,
      format: 'stl',
    })
    .execute()
  const used = async () => {
    const { rows } = await sql<{ taken: number }>`
      select sum(taken)::int as taken from rate_counters
      where scope = 'geometry-time' and subject = ${`account:${account.accountId}`}`.execute(
      service.db,
    )
    return rows[0]?.taken ?? 0
  }
  expect(await used()).toBe(0)
  expect((await post({ modelUrl: uri }, account.headers)).status).toBe(200)
  await until(async () => (await used()) > 0)
  const once = await used()
  expect((await post({ modelUrl: uri, quantity: 2 }, account.headers)).status).toBe(200)
  expect(await used()).toBe(once)
})

test('an estimate from a box never waits, even with a key, and the price of a stored model waits for its turn', async () => {
  const url = 'http://localhost/api/price'
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer svc_live_${'1'.repeat(48)}`,
  }
  const price = (body: object) =>
    service.app.handle(new Request(url, rawPost(JSON.stringify(body), headers)))
  const strangers = Array.from({ length: 1_100 }, () =>
    service.app.handle(new Request('http://localhost/api/nowhere')),
  )
  const responses = await Promise.all([
    price({ bboxMm: { x: 1, y: 1, z: 1 } }),
    price({ modelUrl: 'gs://a/b.stl' }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 503])
  await Promise.all(strangers)
})
