// The load of the farm derived from its prints (decisions.md 53): printer hours by day, and the time factor of each
// model.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createFarmLoad } from '../../../server/db/farm/load/read-load.ts'
import { openFarm, SLICED } from '../../../testing/people/farm.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const load = () => createFarmLoad(service.db, { cacheMs: 0 }).read()
const readText = async (path: string) =>
  await (await service.fetch(path, { headers: { cookie: farm.cookie } })).text()

test('the load of the farm includes its printers, their printed hours by day, and the time factor of their model', async () => {
  await farm.order({ quantity: '6' }, SLICED)
  const { id: orderId } = await service.db
    .selectFrom('orders')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await sql`insert into printers (name, model, last_heard_at) values ('a', 'MK4', now()), ('b', 'MK4', now()),
    ('gone', 'MK4', now() - interval '4 days'), ('c', null, now())`.execute(service.db)
  await sql`insert into printers (name, last_heard_at, maintenance_since, maintenance_note, maintenance_by)
    values ('d', now(), now(), 'belt', 'test')`.execute(service.db)
  // 25 prints of an hour: the last 20 took 1.1 hours, the earlier ones 3. Half of the parts were good.
  for (let print = 0; print < 25; print += 1) {
    const file = crypto.randomUUID()
    await sql`insert into print_files (id, order_id, source, parts, uri, file_name, sha256, size_bytes, format, seconds, created_by)
      values (${file}, ${orderId}, 'slice', 2, 'x', 'x.gcode', ${'ab'.repeat(32)}, 1, 'gcode', 3600, 'test')`.execute(
      service.db,
    )
    await sql`insert into print_jobs (id, order_id, plate, parts, state, material, color, nozzle_diameter, centihours, file_kind, own_kind,
        print_file_id, good, scrap, printer, printed_seconds, created_by, finished_at)
      values (${crypto.randomUUID()}, ${orderId}, ${print + 1}, 2, 'done', 'pla', 'Black', 0.4, 100, 'gcode', 'gcode', ${file}, 1, 1,
        ${print % 2 === 0 ? 'a' : 'b'}, ${print < 20 ? 3_960 : 10_800}, 'test',
        current_date - 1 + interval '20 hours' - ${print} * interval '1 minute')`.execute(
      service.db,
    )
  }
  const { printers } = await load()
  const byModel = (printers?.models ?? []).toSorted(
    (one, other) => Number(one.model === null) - Number(other.model === null),
  )
  expect(byModel).toEqual([
    { model: 'MK4', printers: 2, prints: 20, timeRatio: 1.1 },
    { model: null, printers: 1, prints: 0, timeRatio: null },
  ])
  // (20 x 1.1 + 5 x 3) / 2.
  expect(printers?.days[0]).toEqual({ printers: 2, printedHours: 18.5 })
  expect(printers?.days[1]).toEqual({ printers: 0, printedHours: 0 })
  expect(printers?.defaultHoursPerDay).toBe(20)
  // 25 prints of an hour took 37 hours; half of their parts were scrap.
  const csv = await readText('/operator/throughput.csv?table=models')
  expect(csv).toContain('model,prints,hours_planned,hours_actual,actual_of_planned,')
  expect(csv).toMatch(/^MK4,25,25,37,1\.48,[\d.]+,[\d.]*,0\.5\r$/m)
  expect(csv).toMatch(/^All,25,25,37,/m)
  expect(await readText('/operator/throughput')).toContain('Do printers take as long as planned?')
})
