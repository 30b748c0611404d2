// The farm client's command `clear` names the reported plate, so that a repeated command counts once and never clears
// the next plate.
import { beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearPlate } from '../../../client/farm/clear.ts'
import type { PrinterConfig } from '../../../client/farm/config/config.ts'
import { connectFarm, type StateReport } from '../../../client/farm/service/farm.ts'
import { openState, readPlate } from '../../../client/farm/work/state.ts'
import { clearFarm, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const folder = use(
  async () => ({ path: mkdtempSync(join(tmpdir(), 'svc-farm-clear-')) }),
  ({ path }) => rmSync(path, { recursive: true, force: true }),
)
beforeEach(() => clearFarm(service))

const name = 'MK4 / left'
const printer = { name, kind: 'octoprint', plate: 'confirm', volumeMm: null } as PrinterConfig
const finished = (jobId: string | null): StateReport => ({
  state: 'finished',
  detail: null,
  jobId,
  progress: null,
  remainingSeconds: null,
})
const connect = () => {
  const state = openState(folder.path)
  const { internalKey } = service.deps
  if (internalKey === null) throw new Error('no internal key')
  return { client: connectFarm({ farmUrl: service.baseUrl, internalKey }, state.writePlate) }
}
const setMaintenance = async (note: string) => {
  const { version } = (await service.deps.printers.read(name)) ?? { version: 0 }
  const change = { action: 'maintenance', by: OPERATOR_EMAIL, version, note } as const
  expect((await service.deps.printers.change(name, change)).ok).toBe(true)
}
const plateOf = () => readPlate(folder.path, name)
const printed = async () => {
  await farm.queue(await farm.order())
  return await mustClaim(farm, { printer: name })
}

test('a repeated clear counts nothing twice, even when the next plate is full', async () => {
  const { client } = connect()
  const first = await printed()
  expect(await client.report(printer, finished(first.id))).toBe(false)
  const plate = plateOf()
  expect(plate).toEqual({ jobId: first.id, since: expect.any(String) })
  const clear = () => clearPlate(client, name, '0', undefined, plate)
  const counted = await clear()
  expect(counted).toContain('1 good, 0 scrap.')
  expect(await clear()).toBe(counted)
  // After the next report, nothing is left to clear.
  expect(await client.report(printer, finished(first.id))).toBe(true)
  expect(plateOf()).toBeNull()

  const second = await printed()
  await client.report(printer, { ...finished(second.id), state: 'printing' })
  await client.report(printer, finished(second.id))
  // The late command clears the previous plate.
  expect(await clear()).toBe(counted)
  const jobs = await service.db.selectFrom('print_jobs').select(['id', 'state']).execute()
  expect(jobs.find(({ id }) => id === second.id)?.state).not.toBe('done')
  expect(await clearPlate(client, name, '0', undefined, plateOf())).toContain('1 good')
})

test('a plate that is not full is forgotten', async () => {
  const { client } = connect()
  await client.report(printer, finished(null))
  expect(plateOf()).toEqual({ jobId: null, since: expect.any(String) })
  await client.report(printer, { ...finished(null), state: 'ready' })
  expect(plateOf()).toBeNull()
})

test('a plate that is full when the printer goes into maintenance is still cleared', async () => {
  const { client } = connect()
  const { id } = await printed()
  await client.report(printer, finished(id))
  const plate = plateOf()
  await setMaintenance('New nozzle')
  expect(await client.report(printer, finished(id))).toBe(false)
  expect(plateOf()).toEqual(plate)
  const clear = () => clearPlate(client, name, '0', undefined, plateOf())
  const counted = await clear()
  expect(counted).toContain('1 good, 0 scrap.')
  expect(await clear()).toBe(counted)
  expect(await client.report(printer, finished(id))).toBe(true)
  expect(plateOf()).toBeNull()
})

test('a plate whose print ended in maintenance is cleared without a name', async () => {
  const { client } = connect()
  const { id } = await printed()
  await client.report(printer, { ...finished(id), state: 'printing' })
  await setMaintenance('New nozzle')
  await client.report(printer, finished(id))
  expect(plateOf()).toBeNull()
  expect(await clearPlate(client, name, '0', undefined, plateOf())).toContain('1 good')
})

test.each([
  ['an empty file', (path: string) => writeFileSync(path, '')],
  ['a torn file', (path: string) => writeFileSync(path, '{ "jobId": "4f')],
  ['a file of another kind', (path: string) => writeFileSync(path, '[1]')],
  ['a folder in its place', (path: string) => mkdirSync(path)],
])('%s names no plate', (_, write) => {
  const state = mkdtempSync(join(folder.path, 'state-'))
  write(join(state, `plate ${encodeURIComponent(name)}.json`))
  expect(readPlate(state, name)).toBeNull()
})

test.each([
  // A folder cannot be created inside a file, whichever user runs the test.
  ['cannot be made', () => join(import.meta.path, 'state')],
  ['does not exist', () => join(folder.path, 'nowhere')],
])('the command clears a plate without a state folder that %s', async (_, pathOf) => {
  const { client } = connect()
  const { id } = await printed()
  await client.report(printer, finished(id))
  const { internalKey } = service.deps
  const path = pathOf()
  const main = join(import.meta.dir, '../../../client/farm/main.ts')
  const run = Bun.spawn([process.execPath, main, 'clear', name], {
    env: {
      FARM_URL: service.baseUrl,
      INTERNAL_KEY: internalKey ?? '',
      PRINTERS: JSON.stringify([{ name, kind: 'octoprint', url: 'http://127.0.0.1:1' }]),
      STATE_DIR: path,
    },
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ])
  expect({ errors, code: await run.exited }).toEqual({ errors: '', code: 0 })
  expect(out).toContain('1 good, 0 scrap.')
  expect(existsSync(path)).toBe(false)
})
