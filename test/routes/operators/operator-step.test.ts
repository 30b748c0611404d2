// The queue's button that advances an order by one step: its reads, and two operators who press it.

import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { recordStatements } from '../../../testing/database/statements.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const desk = use(() => openDesk(service))

const step = (kind: string, code: string, version: number) =>
  desk.post('/operator/queue/step', { step: `${kind}:${code}:${version}`, back: 'order' })

/** Creates an order with only good parts, on its printer. */
async function printing(): Promise<string> {
  const [code = ''] = await desk.order(1)
  await step('accept', code, 2)
  await step('start', code, 3)
  await service.db
    .updateTable('print_jobs')
    .set({ state: 'done', good: 1, scrap: 0, finished_at: new Date() })
    .where('order_id', '=', service.db.selectFrom('orders').select('id').where('code', '=', code))
    .execute()
  return code
}

const readsOfOrders = (statements: readonly string[]) =>
  statements.filter((text) => /^select\b.*\bfrom "?orders"?\b/is.test(text))
const transactions = (statements: readonly string[]) =>
  statements.filter((text) => text === 'begin')

describe('one click', () => {
  test('reads the order once, under its lock, in one transaction', async () => {
    const [code = ''] = await desk.order(1)
    const statements = recordStatements(service.service.database.pool)
    let before = 0
    const clicked = async (kind: string, version: number) => {
      expect([kind, (await step(kind, code, version)).location]).toEqual([
        kind,
        `/operator/orders/${code}?saved=1`,
      ])
      const sent = statements.slice(before)
      before = statements.length
      const reads = readsOfOrders(sent)
      expect([kind, reads.length, transactions(sent).length]).toEqual([kind, 1, 1])
      expect(reads[0]).toEndWith('for update')
    }
    await clicked('accept', 2)
    await clicked('start', 3)
  })

  test('marks an order printed whose parts are all good, with one read', async () => {
    const code = await printing()
    const statements = recordStatements(service.service.database.pool)
    expect((await step('finish', code, 4)).location).toBe(`/operator/orders/${code}?saved=1`)
    expect(readsOfOrders(statements)).toHaveLength(1)
    expect(transactions(statements)).toHaveLength(1)
    expect(await service.deps.orders.readByCode(code)).toMatchObject({
      status: 'PRINTED',
      version: 5,
    })
  })
})

test('takes the step for one of two operators who press it concurrently, and informs the other', async () => {
  const code = await printing()
  const responses = await Promise.all([step('finish', code, 4), step('finish', code, 4)])
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 409])
  const refused = responses.find(({ status }) => status === 409)
  expect(refused?.html).toContain('status changed from Printing to Printed')
  const order = await service.deps.orders.readByCode(code)
  expect(order).toMatchObject({ status: 'PRINTED', version: 5 })
  const moves = await service.deps.orders.history(order?.id ?? orderIdOf(''))
  expect(moves.filter(({ to, from }) => to === 'PRINTED' && from === 'PRINTING')).toMatchObject([
    { by: OPERATOR_EMAIL, version: 5 },
  ])
})

test('queues the parts once for two operators who accept an order concurrently', async () => {
  const [code = ''] = await desk.order(1, { quantity: '3' })
  const responses = await Promise.all([step('accept', code, 2), step('accept', code, 2)])
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 409])
  const order = await service.deps.orders.readByCode(code)
  const jobs = await service.deps.printJobs.listByOrder(order?.id ?? orderIdOf(''))
  expect(jobs.reduce((sum, { parts }) => sum + parts, 0)).toBe(3)
})
