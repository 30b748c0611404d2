// Parts of an order that are printed again without a payment, through the API and at the desk.
import { expect, test } from 'bun:test'
import { openFarm } from '../../../testing/people/farm.ts'
import { type Desk, openDesk } from '../../../testing/people/operator-desk.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const farm = use(() => openFarm(service))
const desk = use<Desk>(() => openDesk(service))

const board = async (code: string) => {
  const { response } = await desk.get(`/api/operator/orders/${code}`)
  return await response.json()
}
const reprint = async (code: string, quantity: number, changes: object = {}) => {
  const { version } = await board(code)
  const body = { lines: [{ line: 1, quantity }], reason: 'Broken.', version, ...changes }
  const { status, body: response } = await desk.api(`/api/operator/orders/${code}/reprint`, body)
  return [status, response] as const
}
const setStatus = async (code: string, status: string, changes: object = {}) => {
  const { version } = await board(code)
  const done = await desk.api(`/api/operator/orders/${code}/status`, {
    status,
    version,
    ...changes,
  })
  expect(done.status).toBe(200)
}
const tracking = { carrier: 'USPS', number: '94001' }

/** Prints every waiting part as good. */
async function printAll(): Promise<void> {
  for (let job = await farm.claim(); job !== null; job = await farm.claim()) {
    const { id, lease, parts } = job
    await farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: parts })
  }
}
const goodParts = async (code: string) =>
  (await farm.jobs(code)).reduce((sum, { good }) => sum + Number(good ?? 0), 0)
const moved = async (code: string) => {
  const { succeeded, refundedCents } = await service.stripe.charges({ orderCode: code })
  return { succeeded, refundedCents }
}

for (const status of ['SHIPPED', 'DELIVERED']) {
  verifies(
    'farm.reprint',
    `the parts of an order that is ${status} are printed again without a payment`,
    async () => {
      const code = await farm.order({ quantity: '3' }, CUBE)
      await farm.queue(code)
      await printAll()
      await setStatus(code, 'SHIPPED', { tracking })
      await setStatus(code, status)
      const before = await board(code)
      const [answered, body] = await reprint(code, 2, { reason: 'Two arrived broken.' })
      expect([answered, body]).toMatchObject([
        200,
        { status: 'PRINTING', version: before.version + 1 },
      ])
      const jobs = await farm.jobs(code)
      expect(jobs).toMatchObject([
        { state: 'done', parts: 3, good: 1, scrap: 2 },
        { state: 'queued', parts: 2, reprintOf: jobs[0]?.id },
      ])
      const after = await board(code)
      // Customers see neither the parcel nor the old ship date until it ships again.
      expect(after).toMatchObject({ tracking: null, enteredTracking: tracking })
      expect(new Date(after.dueAt).getTime()).toBeGreaterThan(new Date(before.dueAt).getTime())
      const { html } = await desk.get(`/operator/orders/${code}`)
      expect(html).toContain('printed again: 2 of the 3 parts of line 1: Two arrived broken.')
      const customers = await (await service.fetch(`/orders/${code}`)).text()
      expect(customers).toContain('Parts are printed again, free of charge')
      expect(customers).not.toContain('Two arrived broken.')
      await printAll()
      expect([await farm.status(code), await goodParts(code)]).toEqual(['PRINTED', 3])
      await setStatus(code, 'SHIPPED', { tracking: { carrier: 'UPS', number: '1Z' } })
      expect(await moved(code)).toEqual({ succeeded: 1, refundedCents: 0 })
    },
  )
}

verifies('farm.reprint', 'parts that were printed without a job are printed again', async () => {
  const code = await farm.order({ quantity: '3' }, CUBE)
  await setStatus(code, 'PRINTED')
  await setStatus(code, 'SHIPPED', { withoutTracking: true })
  expect((await reprint(code, 1))[0]).toBe(200)
  const jobs = await farm.jobs(code)
  const counts = jobs.map(({ state, parts, good, scrap }) => [state, parts, good, scrap])
  // Both have the same time and plate, so their order is undefined.
  expect(counts.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual([
    ['done', 3, 2, 1],
    ['queued', 1, null, null],
  ])
  // All parts have a job now, so there is nothing to queue.
  expect((await farm.queue(code)).length).toBe(2)
  await printAll()
  expect([await farm.status(code), await goodParts(code)]).toEqual(['PRINTED', 3])
})

test('a reprint of a partly printed order applies only to good parts, and its status stays', async () => {
  const code = await farm.order({ quantity: '2' })
  await farm.queue(code)
  expect(await reprint(code, 1)).toEqual([409, { error: 'No part of line 1 is printed yet.' }])
  const claim = await farm.claim()
  await farm.asFarm(`/api/farm/jobs/${claim?.id}/done`, { lease: claim?.lease, good: 1 })
  expect(await reprint(code, 2)).toEqual([
    409,
    { error: 'Line 1 has 1 good part; no more than that can be printed again.' },
  ])
  expect((await reprint(code, 1))[1]).toMatchObject({ status: 'PRINTING' })
  await printAll()
  expect([await farm.status(code), await goodParts(code)]).toEqual(['PRINTED', 2])
})

test('a refused reprint changes nothing', async () => {
  const code = await farm.order({ quantity: '2' })
  expect(await reprint(code, 1)).toEqual([
    409,
    {
      error:
        'Parts can be reprinted only while the order is ACCEPTED, PRINTING, PRINTED, SHIPPED or DELIVERED; this one is RECEIVED.',
    },
  ])
  await setStatus(code, 'PRINTED')
  const { version } = await board(code)
  for (const [changes, status, error] of [
    [{ lines: [{ line: 2, quantity: 1 }] }, 400, 'line: must be a whole number from 1 to 1'],
    [{ lines: [{ line: 1, quantity: 3 }] }, 409, 'Line 1 has 2 good parts'],
    [{ lines: [] }, 400, 'lines: must be a list of 1 to 50 lines'],
    [{ reason: '' }, 400, 'reason: is required'],
    [{ version: null }, 400, 'version'],
    [{ version: version - 1 }, 409, 'has changed'],
  ] as const) {
    const [how, response] = await reprint(code, 1, changes)
    expect([how, JSON.stringify(response)]).toEqual([status, expect.stringContaining(error)])
  }
  await desk.api(`/api/operator/orders/${code}/hold`, { reason: 'Out of filament.' })
  expect((await reprint(code, 1))[0]).toBe(409)
  await desk.api(`/api/operator/orders/${code}/release`, {})
  expect(await farm.jobs(code)).toEqual([])
  // A request that is sent twice is executed once.
  const now = { version: (await board(code)).version }
  expect((await reprint(code, 1, now))[0]).toBe(200)
  expect((await reprint(code, 1, now))[0]).toBe(409)
  expect(await farm.jobs(code)).toHaveLength(3)
})

verifies(
  'farm.reprint',
  'a reprint at the desk is refused at its field, and made once',
  async () => {
    const code = await farm.order({ quantity: '2' }, CUBE)
    await setStatus(code, 'DELIVERED')
    const path = `/operator/orders/${code}`
    const version = String((await board(code)).version)
    const form = { 'reprintLine.1': '1', reprintReason: 'Lost.', version }
    for (const [changes, error] of [
      [{ 'reprintLine.1': '' }, 'Enter how many parts to reprint.'],
      [{ 'reprintLine.1': 'all' }, 'Enter a number of parts, or leave it empty.'],
      [{ 'reprintLine.1': '3' }, 'Line 1 has 2 good parts'],
      [{ reprintReason: '' }, 'Enter a reason in 1 to 200 characters.'],
    ] as const) {
      const refused = await desk.post(`${path}/reprint`, { ...form, ...changes })
      expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(error)])
    }
    expect((await desk.post(`${path}/reprint`, form)).location).toBe(`${path}?saved=1`)
    expect((await desk.post(`${path}/reprint`, form)).status).toBe(409)
    expect(await farm.status(code)).toBe('PRINTING')
  },
)
