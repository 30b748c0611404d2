// The hours that prints took (decisions.md 53): the time at the printer, and the page that counts prints and
// failures.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { type PrintJobId, printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { clearFarm, good, mustClaim, openFarm, SLICED } from '../../../testing/people/farm.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(async () => {
  await clearFarm(service)
  await service.db
    .updateTable('orders')
    .set({ status: 'DELIVERED' })
    .where('status', '<>', 'DELIVERED')
    .execute()
})

const readText = async (path: string) =>
  await (await service.fetch(path, { headers: { cookie: farm.cookie } })).text()

describe('the throughput page', () => {
  test('counts the reasons of failed prints', async () => {
    await farm.queue(await farm.order({}, SLICED))
    for (const reason of ['Spaghetti.', 'Spaghetti.', 'A clogged nozzle.']) {
      const { id, lease } = await mustClaim(farm)
      await good(farm.asFarm(`/api/farm/jobs/${id}/fail`, { lease, reason }))
    }
    const csv = await readText('/operator/throughput.csv?table=failures')
    expect(csv).toBe('reason,times\r\nSpaghetti.,2\r\nA clogged nozzle.,1\r\n')
  })
})

describe('the time at the printer', () => {
  const claimedAgo = (id: PrintJobId, seconds: number) =>
    service.db
      .updateTable('print_jobs')
      .set({ claimed_at: sql`now() - make_interval(secs => ${seconds})` })
      .where('id', '=', id)
      .execute()
  const printedOf = async (id: PrintJobId) => {
    const { printed_seconds } = await service.db
      .selectFrom('print_jobs')
      .select('printed_seconds')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return printed_seconds
  }
  const claimOne = async () => {
    await farm.queue(await farm.order({}, SLICED))
    return await mustClaim(farm)
  }

  test('ends when the printer has finished, not when an operator counts', async () => {
    const { id, lease } = await claimOne()
    await claimedAgo(id, 4_000)
    const report = { state: 'finished', jobId: id }
    await good(farm.report('p1', report))
    await service.db
      .updateTable('printers')
      .set({ state_since: sql`now() - interval '400 seconds'` })
      .execute()
    await good(farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: 1 }))
    expect(Math.abs(((await printedOf(id)) ?? 0) - 3_600)).toBeLessThan(60)
    expect(await readText(`/operator/jobs/${id}`)).toContain('1 h planned, 1 h at the printer')
  })

  test('is unknown for a job that no printer had', async () => {
    const code = await farm.order({}, SLICED)
    const [job] = await farm.queue(code)
    const { id = printJobIdOf(''), version = 0 } = job ?? {}
    await service.deps.printJobs.change(id, { action: 'finish', scrap: 0, version, by: 'test' })
    expect(await printedOf(id)).toBeNull()
  })
})
