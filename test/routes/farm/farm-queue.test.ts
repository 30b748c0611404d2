// The operator's side of print jobs: default plates, queueing, planning, and the limits of these scopes.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { copiesOnPlates, farmBed } from '../../../server/domain/farm/printers/plate-profiles.ts'
import { defaultPlates, plannedSeconds } from '../../../server/domain/planning/plates.ts'
import { timesOfPart } from '../../../server/domain/planning/print-times.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { clearFarm, good, type Job, openFarm, SLICED } from '../../../testing/people/farm.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { CUBE, type FilePart, placed, refusal, submit } from '../../../testing/people/submit.ts'
import { setCounter } from '../../../testing/service/counters.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { scriptedSlicer } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const slicer = scriptedSlicer()
const service = useService(() => ({ env: { SLICER_PATH: slicer.path } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
afterAll(() => slicer.end())
beforeEach(async () => {
  await clearFarm(service)
})

const queuePath = (code: string) => `/api/farm/orders/${code}/queue`
const setStatus = async (code: string, status: string) => {
  const change = { status, ...(status === 'SHIPPED' && { withoutTracking: true }) }
  const body = await statusChange(service.deps, code, change)
  return await good(farm.asOperator(`/api/operator/orders/${code}/status`, body))
}
const rowsOf = (code: string) =>
  service.db.selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
const byPlate = (jobs: readonly Job[]) => jobs.map(({ plate, parts }) => [plate, parts])

describe('default plates', () => {
  // 340 x 320 mm, 5 mm at its edges and 10 mm between parts: floor((side - 10 + 10) / (part + 10)) in each direction.
  test.each([
    // floor(340/30) x floor(320/30) = 11 x 10.
    ['small parts', 50, [20, 20, 20], 0.1, [50]],
    // 3 x 2 of 100 mm.
    ['spread evenly', 13, [100, 100, 50], 1, [5, 4, 4]],
    // 300 x 100 mm: 1 x 2 unrotated, 3 x 1 rotated.
    ['turned where more fit', 3, [300, 100, 20], 1, [3]],
    // 20 hours / 7 hours.
    ['within 20 hours', 4, [20, 20, 20], 7, [2, 2]],
    ['longer than that alone', 2, [20, 20, 20], 30, [1, 1]],
    // The part is higher than the printer: an operator has to rotate it.
    ['too high', 2, [20, 20, 345], 1, [1, 1]],
    ['no part left', 0, [20, 20, 20], 1, []],
  ] as const)('%s', (_name, left, sizeMm, hours, plates) => {
    const times = timesOfPart(hours * 3600)
    const copies = copiesOnPlates(service.deps.plateProfiles, [farmBed], sizeMm)
    expect(defaultPlates(left, { kind: 'model', copies }, times)).toEqual([...plates])
  })

  test('a plate of small parts takes less time than its parts in sequence', () => {
    // 30 h alone, 16 h for two, 30 h for four: three take 3 x (8 h - 1/3 of the way in 1/n to 7.5 h) = 23 h, so two are on a plate.
    const times = [
      { copies: 1, seconds: 30 * 3600 },
      { copies: 2, seconds: 16 * 3600 },
      { copies: 4, seconds: 30 * 3600 },
    ] as const
    const file = { kind: 'model', copies: 110 } as const
    expect(defaultPlates(4, file, times)).toEqual([2, 2])
    expect(plannedSeconds(4, file, times)).toBe(32 * 3600)
  })

  verifies(
    'farm.plates',
    'the order’s measurement determines the plates, and a sliced file is printed once per part',
    async () => {
      const parts = async (file: FilePart, quantity: string) =>
        byPlate(await farm.queue(await farm.order({ quantity }, file)))
      expect(await parts(CUBE, '50')).toEqual([[1, 50]])
      const wide = { name: 'wide.stl', bytes: cubeStl({ sizeMm: 150 }) }
      expect(await parts(wide, '3')).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ])
      expect(await parts(SLICED, '3')).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ])
      const archive = {
        name: 'two.gcode.3mf',
        bytes: slicedArchive([gcode({ grams: 3 }), gcode({ grams: 3 })]),
      }
      const jobs = await farm.queue(await farm.order({ quantity: '2' }, archive))
      expect(jobs).toMatchObject([
        { parts: 1, fileKind: 'plates' },
        { parts: 1, fileKind: 'plates' },
      ])
    },
  )
})

describe('queueing an order', () => {
  verifies('farm.queue', async () => {
    const code = await farm.order({ quantity: '2' })
    const { version } = await rowsOf(code)
    const queued = await good(farm.asOperator(queuePath(code), { version }))
    expect(queued).toMatchObject({
      code,
      status: 'ACCEPTED',
      version: version + 1,
      jobs: [
        { orderCode: code, plate: 1, parts: 1, state: 'queued', fileKind: 'gcode', version: 1 },
        { orderCode: code, plate: 2, parts: 1, state: 'queued' },
      ],
    })
    // Repeating the request, even without a body, adds nothing.
    for (const body of ['', {}]) {
      expect(await good(farm.asOperator(queuePath(code), body))).toEqual(queued)
    }
    const { rows } = await service.service.database.pool.query(
      "select by, from_status from order_events where order_id = (select id from orders where code = $1) and status = 'ACCEPTED'",
      [code],
    )
    expect(rows).toEqual([{ by: OPERATOR_EMAIL, from_status: 'RECEIVED' }])
    // Ten concurrent requests queue the order once.
    const other = await farm.order({ quantity: '5' })
    await Promise.all(Array.from({ length: 10 }, () => farm.queue(other)))
    expect((await farm.jobs(other)).length).toBe(5)
  })

  verifies('farm.queue.refused', async () => {
    const paid = await farm.order()
    const refused = (code: string, body: unknown = {}) =>
      refusal(farm.asOperator(queuePath(code), body))
    const unpaid = await placed(
      submit(service, await service.account({ card: null }), { file: SLICED }),
    )
    expect(await refused(unpaid.code)).toEqual([
      409,
      'This order is not paid; it cannot be moved on.',
    ])
    for (const status of ['PRINTED', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'REJECTED']) {
      await setStatus(paid, status)
      expect(await refused(paid)).toEqual([
        409,
        `This order is ${status}; only a RECEIVED, ACCEPTED or PRINTING order can be queued to print.`,
      ])
    }
    await setStatus(paid, 'RECEIVED')
    const held = { held_reason: 'Ask "Ada"', held_at: new Date(), held_by: 'a@example.com' }
    await service.db.updateTable('orders').set(held).where('code', '=', paid).execute()
    expect(await refused(paid)).toEqual([
      409,
      `This order is on hold: "Ask 'Ada'". Release it first.`,
    ])
    const free = { held_reason: null, held_at: null, held_by: null }
    await service.db.updateTable('orders').set(free).where('code', '=', paid).execute()
    const stale = await refused(paid, { version: 1 })
    expect([stale[0], String(stale[1]).slice(0, 48)]).toEqual([
      409,
      'This order has changed since then and is now at ',
    ])
    const { total_cents: amountCents } = await rowsOf(paid)
    await good(
      farm.asOperator(`/api/operator/orders/${paid}/refund`, { amountCents, reason: 'Test' }),
    )
    expect(await refused(paid)).toEqual([
      409,
      'This order was refunded in full; it cannot be queued.',
    ])
    for (const code of ['SVC-ZZZZZZ', 'x', '%00']) {
      expect(await refused(code)).toEqual([404, 'Order not found'])
    }
    expect((await rowsOf(paid)).status).toBe('RECEIVED')
    expect(await farm.jobs(paid)).toEqual([])
  })
})

describe('planning plates', () => {
  const create = (body: unknown) => farm.asOperator('/api/farm/jobs', body)

  verifies(['farm.jobs', 'farm.jobs.sum'], async () => {
    const code = await farm.order({ quantity: '5' }, CUBE)
    expect(await refusal(create({ code, plates: [{ parts: 2 }] }))).toEqual([
      409,
      'This order is RECEIVED; jobs can be added to ACCEPTED and PRINTING orders. POST /api/farm/orders/{code}/queue accepts it.',
    ])
    await setStatus(code, 'ACCEPTED')
    const made = (await good(create({ code, plates: [{ parts: 2, plate: 7 }, { parts: 1 }] }))) as {
      jobs: Job[]
    }
    expect(byPlate(made.jobs)).toEqual([
      [7, 2],
      [8, 1],
    ])
    const sums: readonly [object, number, string][] = [
      [
        { plates: [{ parts: 3 }] },
        409,
        'This order has 5 parts, of which 2 are neither printed nor in a job. Plan no more than that.',
      ],
      [{ plates: [{ parts: 1, plate: 7 }] }, 409, 'Plate 7 of this order has a job already.'],
      [
        {
          plates: [
            { parts: 1, plate: 1 },
            { parts: 1, plate: 1 },
          ],
        },
        409,
        'Plate 1 of this order has a job already.',
      ],
    ]
    for (const [body, status, sentence] of sums) {
      expect(await refusal(create({ code, ...body }))).toEqual([status, sentence])
    }
    // Queueing adds the rest on separate plates.
    expect(byPlate(await farm.queue(code))).toEqual([
      [7, 2],
      [8, 1],
      [9, 2],
    ])
    expect(await refusal(create({ code, plates: [{ parts: 1 }] }))).toEqual([
      409,
      'This order has 5 parts, and all of them are printed or in jobs already.',
    ])
  })

  verifies('farm.jobs.sum', 'of concurrent requests never plans a part twice', async () => {
    const code = await farm.order({ quantity: '7' }, CUBE)
    await setStatus(code, 'ACCEPTED')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => create({ code, plates: [{ parts: 2 }] })),
    )
    expect(responses.map(({ status }) => status).filter((status) => status === 200).length).toBe(3)
    expect((await farm.jobs(code)).reduce((sum, { parts }) => sum + parts, 0)).toBe(6)
  })

  verifies('farm.jobs', 'a sliced file of the customer prints one part', async () => {
    const code = await farm.order({ quantity: '4' })
    const sentence =
      'The file of this order is sliced and prints 1 part, and the plate has 4 parts. Plan plates of 1 part, or give the fileId of a ' +
      'file that prints as many parts.'
    const plates = [{ parts: 4 }]
    expect(await refusal(farm.asOperator(queuePath(code), { plates }))).toEqual([400, sentence])
    expect(await farm.jobs(code)).toEqual([])
    await setStatus(code, 'ACCEPTED')
    expect(await refusal(create({ code, plates }))).toEqual([400, sentence])
    await good(create({ code, plates: [{ parts: 1 }, { parts: 1 }] }))
  })

  verifies('farm.bad-input', 'of operators refuses bad input with its reason', async () => {
    const code = await farm.order({ quantity: '3' }, CUBE)
    const [job] = await farm.queue(code)
    const slice = `/api/farm/jobs/${job?.id}/reslice`
    const change = `/api/farm/jobs/${job?.id}/change`
    const plates = 'plates: must be a list of 1 to 50 plates'
    const rows: readonly [string, unknown, number, string][] = [
      [queuePath(code), '{', 400, 'invalid json body'],
      [queuePath(code), { plates: [] }, 400, plates],
      [queuePath(code), { plates: 3 }, 400, plates],
      [queuePath(code), { plates: [{}] }, 400, 'Plate 1: parts is required'],
      [
        queuePath(code),
        { plates: [{ parts: 0 }] },
        400,
        'Plate 1: parts must be a whole number from 1 to 50',
      ],
      [queuePath(code), { version: 0 }, 400, 'version: must be a whole number of at least 1'],
      ['/api/farm/jobs', {}, 400, 'code: is required'],
      ['/api/farm/jobs', { code }, 400, 'plates: is required'],
      ['/api/farm/jobs', { code: 'SVC-ZZZZZZ', plates: [{ parts: 1 }] }, 404, 'Order not found'],
      [
        '/api/farm/jobs',
        { code, plates: [{ parts: 1, plate: 0 }] },
        400,
        'Plate 1: plate must be a whole number from 1 to 1000',
      ],
      [
        '/api/farm/jobs',
        { code, plates: [{ parts: 1, fileId: 'x' }] },
        400,
        'Plate 1: fileId must be an id as the service writes it',
      ],
      [
        '/api/farm/jobs',
        { code, plates: [{ parts: 1, fileId: crypto.randomUUID() }] },
        404,
        'This order has no such print file.',
      ],
      [slice, { layerHeight: 'thin' }, 400, 'layerHeight: must be a number'],
      [
        slice,
        { layerHeight: 0.5 },
        400,
        'layerHeight: must be 0.08 to 0.3 mm with a nozzle of 0.4 mm',
      ],
      [slice, { nozzleDiameter: 0.5 }, 400, 'nozzleDiameter: must be one of 0.2, 0.4, 0.6, 0.8'],
      [slice, { infill: 5 }, 400, 'infill: must be 10 to 100'],
      [slice, { nozzleFlow: 'fast' }, 400, 'nozzleFlow: must be one of standard, high'],
      [slice, { supports: 1 }, 400, 'supports: must be true or false'],
      ['/api/farm/jobs/none/reslice', {}, 404, 'Print job not found'],
      [change, {}, 400, 'action: is required'],
      [change, { action: 'burn' }, 400, 'action: must be one of requeue, cancel, finish, reprint'],
      [change, { action: 'reprint', version: 1 }, 400, 'parts: is required'],
      [
        change,
        { action: 'reprint', parts: 1 },
        400,
        'version: is required for a reprint, so that a repeated request does not queue the parts twice',
      ],
      [
        change,
        { action: 'reprint', parts: 1, version: 1 },
        409,
        'Only a done job can be printed again; this one is queued.',
      ],
      [
        change,
        { action: 'requeue' },
        409,
        'Only a failed, claimed or printing job can be queued again; this one is queued.',
      ],
      [
        change,
        { action: 'finish', scrap: 4 },
        400,
        'good and scrap must add up to the 3 parts of this job.',
      ],
      [
        change,
        { action: 'cancel', version: 9 },
        409,
        'This job has changed since you opened the page; it is queued now. Nothing was saved.',
      ],
      ['/api/farm/jobs/none/change', { action: 'cancel' }, 404, 'Print job not found'],
    ]
    for (const [path, body, status, sentence] of rows) {
      await resetRateLimits(service.db)
      expect([body, ...(await refusal(farm.asOperator(path, body)))]).toEqual([
        body,
        status,
        sentence,
      ])
    }
    const list = (query: string) =>
      service.fetch(`/api/farm/jobs?${query}`, { headers: { cookie: farm.cookie } })
    expect(await refusal(list('view=all'))).toEqual([
      400,
      'view: must be one of queued, unsliced, printing, attention, done, cancelled',
    ])
    expect(await refusal(list('code=none'))).toEqual([404, 'Order not found'])
    expect(await refusal(list('printer=%00'))).toEqual([
      400,
      'printer: must not contain NUL or unpaired surrogates',
    ])
    expect(await refusal(list('after=2'))).toEqual([
      400,
      'after: must be the `next` of another page',
    ])
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', version: 1, parts: 3 }])
  })
})

describe('limits', () => {
  beforeEach(() => awayFromWindowEnd(), 60_000)
  const rows = [
    [
      requirement('limits.operator.farm-print-upload'),
      'farm-print-upload',
      24,
      '/api/farm/print-upload',
    ],
    [requirement('limits.operator.farm-job-create'), 'farm-job-create', 36, '/api/farm/jobs'],
    [
      requirement('limits.operator.farm-job-reslice'),
      'farm-job-reslice',
      20,
      '/api/farm/jobs/none/reslice',
    ],
    [
      requirement('limits.operator.farm-order-queue'),
      'farm-order-queue',
      30,
      '/api/farm/orders/none/queue',
    ],
  ] as const
  for (const [id, scope, limit, path] of rows) {
    verifies(id, async () => {
      const counter = { scope, subject: OPERATOR_EMAIL, windowSeconds: 3600 }
      await setCounter(service.db, counter, limit - 1)
      const last = await farm.asOperator(path)
      expect([400, 404]).toContain(last.status)
      const refused = await farm.asOperator(path)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  }
})
