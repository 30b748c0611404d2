// The database is unavailable for 15 s while a web process and a worker are running. A minute, a server that hangs
// and one that is read-only are in test/faults/database-outage.test.ts.
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  expectNothingLost,
  openOutageStage,
  queueGenerations,
  startBuyers,
} from '../../testing/faults/database-outage.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { closing } from '../../testing/use.ts'

setDefaultTimeout(300_000)

test('nothing is lost during a database outage, and orders, jobs and emails continue afterwards', async () => {
  await using stage = closing(await openOutageStage())
  const buyers = startBuyers(stage.web.baseUrl, [await stage.account(), await stage.account()])
  await waitUntil('orders are placed', () => buyers.codes.size >= 4)
  await queueGenerations(stage, 6)
  await stage.gate.shut()
  await Bun.sleep(15_000)
  await stage.gate.open()
  const before = buyers.codes.size
  await waitUntil('orders are placed again', () => buyers.codes.size > before)
  await buyers.stop()
  await expectNothingLost(stage, { codes: buyers.codes, generations: 6 })
  expect(buyers.refusals).toContain('503 retry-after true')
})
