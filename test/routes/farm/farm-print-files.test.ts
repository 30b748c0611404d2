// Sliced files of print jobs, and changes of single jobs.

import { afterAll, beforeEach, describe, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { cube3mf } from '../../../testing/models/meshes.ts'
import {
  type Claim,
  good,
  type Job,
  mustClaim,
  openFarm,
  SLICED,
} from '../../../testing/people/farm.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { CUBE, type FilePart, refusal, submit } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { scriptedSlicer } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const slicer = scriptedSlicer()
const service = useService(() => ({ env: { SLICER_PATH: slicer.path } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
afterAll(() => slicer.end())
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.db.deleteFrom('print_job_events').execute()
  await service.db.deleteFrom('print_jobs').execute()
})

const setStatus = async (code: string, status: string) => {
  const change = { status, ...(status === 'SHIPPED' && { withoutTracking: true }) }
  const body = await statusChange(service.deps, code, change)
  return await good(farm.asOperator(`/api/operator/orders/${code}/status`, body))
}
const done = async (job: Claim, goodParts: number) =>
  await good(farm.asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: goodParts }))
const rowsOf = (code: string) =>
  service.db.selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

describe('sliced files', () => {
  const upload = (file: FilePart | null, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    if (file !== null) form.set('file', new Blob([file.bytes]), file.name)
    return farm.asOperator('/api/farm/print-upload', form)
  }
  const plate: FilePart = {
    name: 'plate.gcode',
    bytes: gcode({ lengthMm: 1000, grams: 3, time: '1h 30m 0s' }),
  }

  verifies('farm.print-upload', async () => {
    const code = await farm.order({ quantity: '4' }, CUBE)
    const [job] = await farm.queue(code, { plates: [{ parts: 2 }] })
    const before = await rowsOf(code)
    const stored = (await good(upload(plate, { code, jobId: job?.id ?? '' }))) as { fileId: string }
    expect(stored).toMatchObject({
      orderCode: code,
      fileName: 'plate.gcode',
      parts: 2,
      printHours: 1.5,
      grams: 3,
      job: { id: job?.id, fileKind: 'gcode', version: 2, fileId: stored.fileId },
    })
    // Planned on another plate by its id.
    expect(
      await refusal(
        farm.asOperator('/api/farm/jobs', { code, plates: [{ parts: 1, fileId: stored.fileId }] }),
      ),
    ).toEqual([400, 'The file prints 2 parts and the plate has 1 part; the two must be equal.'])
    await good(
      farm.asOperator('/api/farm/jobs', { code, plates: [{ parts: 2, fileId: stored.fileId }] }),
    )
    const claimed = await mustClaim(farm, { files: ['gcode'] })
    expect(claimed.file).toMatchObject({ name: 'plate.gcode', printSeconds: 5400 })
    // The rejected part of a file for two parts needs different g-code.
    await done(claimed, 1)
    expect(
      (await farm.jobs(code)).filter(({ reprintOf }) => reprintOf === claimed.id),
    ).toMatchObject([{ parts: 1, fileKind: 'model', fileId: null }])
    const { status, version, updated_at, ...rest } = await rowsOf(code)
    expect(before).toMatchObject(rest)
  })

  verifies('farm.print-upload.checked', async () => {
    const code = await farm.order({ quantity: '2' }, CUBE)
    const [job] = await farm.queue(code)
    const far = gcode({ lengthMm: 1000, grams: 3, time: '1h' }).replaceAll('X150', 'X500')
    const rows: readonly [FilePart | null, Record<string, string>, number, string][] = [
      [null, { code }, 400, 'No file provided.'],
      [{ ...plate, bytes: '' }, { code }, 400, 'The file is empty.'],
      [plate, {}, 400, 'code: is required, the code of the order'],
      [plate, { code: 'SVC-ZZZZZZ' }, 404, 'Order not found'],
      [plate, { code, jobId: 'none' }, 404, 'Print job not found'],
      [plate, { code, parts: '0' }, 400, 'parts: must be a whole number from 1 to 50'],
      [plate, { code, parts: 'two' }, 400, 'parts: must be a whole number from 1 to 50'],
      [
        plate,
        { code, jobId: job?.id ?? '', parts: '1' },
        400,
        'The file prints 1 part and the plate has 2 parts; the two must be equal.',
      ],
      [CUBE, { code }, 415, 'Unsupported file. Send a sliced file: .gcode or .gcode.3mf.'],
      [
        { name: 'a.3mf', bytes: cube3mf({ sizeMm: 20 }) },
        { code },
        422,
        'This 3MF is a model without g-code. Slice it and send the .gcode or .gcode.3mf.',
      ],
      [
        { name: 'a.gcode.3mf', bytes: slicedArchive([gcode({ grams: 3 }), gcode({ grams: 3 })]) },
        { code },
        422,
        'This file has 2 plates. Send a file of one plate for each job.',
      ],
    ]
    for (const [file, fields, status, sentence] of rows) {
      await resetRateLimits(service.db)
      expect([file?.name, fields, ...(await refusal(upload(file, fields)))]).toEqual([
        file?.name,
        fields,
        status,
        sentence,
      ])
    }
    // Refusals of an order's sliced file, in the same words as for an order.
    for (const bytes of [far, 'not g-code at all', gcode()]) {
      const file = { name: 'x.gcode', bytes }
      const [status, sentence] = await refusal(upload(file, { code }))
      expect([status, sentence]).toEqual([
        422,
        (await refusal(submit(service, farm.account, { file })))[1],
      ])
    }
    expect(await farm.jobs(code)).toMatchObject([{ fileId: null, version: 1 }])
    await mustClaim(farm)
    expect(await refusal(upload(plate, { code, jobId: job?.id ?? '' }))).toEqual([
      409,
      'Only a queued or failed job can get another file; this one is claimed.',
    ])
  })

  verifies(
    'farm.done.scrap',
    'scrap of a plate is printed once per part from the customer’s sliced file',
    async () => {
      const code = await farm.order({ quantity: '3' })
      const form = { code, parts: '3' }
      const { fileId } = (await good(upload(plate, form))) as { fileId: string }
      await farm.queue(code, { plates: [{ parts: 3, fileId }] })
      const claim = await mustClaim(farm)
      const report = await done(claim, 1)
      expect(report).toMatchObject({ reprint: { parts: 1, reprintOf: claim.id } })
      const reprints = (await farm.jobs(code)).filter(({ reprintOf }) => reprintOf === claim.id)
      expect(reprints).toMatchObject([
        { parts: 1, fileKind: 'gcode', fileId: null },
        { parts: 1, fileKind: 'gcode', fileId: null },
      ])
      expect(await done(claim, 1)).toEqual(report)
      await done(await mustClaim(farm), 1)
      expect(await farm.status(code)).toBe('PRINTING')
      const last = await mustClaim(farm)
      expect(last.file.name).toBe(SLICED.name)
      await done(last, 1)
      expect(await farm.status(code)).toBe('PRINTED')
      const body = { action: 'reprint', parts: 1, version: 3 }
      expect(await good(farm.asOperator(`/api/farm/jobs/${claim.id}/change`, body))).toMatchObject({
        reprint: { parts: 1, fileId: null },
        orderStatus: 'PRINTING',
      })
    },
  )

  verifies('farm.reslice', async () => {
    const code = await farm.order({ quantity: '4', material: 'petg' }, CUBE)
    const [job] = await farm.queue(code)
    const path = `/api/farm/jobs/${job?.id}/reslice`
    expect(await farm.claim({ files: ['gcode'] })).toBeNull()
    const made = await good(farm.asOperator(path, { nozzleDiameter: 0.6, supports: true }))
    // The scripted slicer always states 0.9 cm3 and 6 minutes: 0.900008 x 1.27 g.
    expect(made).toMatchObject({
      job: { id: job?.id, fileKind: 'gcode', nozzleDiameter: 0.6, version: 2 },
      file: { parts: 4, printHours: 0.1, grams: 1.14, fileName: `${code}-plate-1.gcode` },
      layers: 10,
    })
    const claimed = await mustClaim(farm, { files: ['gcode'], nozzleDiameters: [0.6] })
    const file = await service.fetch(`/api/farm/jobs/${claimed.id}/file`, {
      headers: { 'x-internal-key': service.internalKey },
    })
    expect(await file.text()).toContain('; generated by PrusaSlicer 2.5.0+fake')
    expect(await refusal(farm.asOperator(path))).toEqual([
      409,
      'Only a queued or failed job can be sliced; this one is claimed.',
    ])
  })

  verifies('farm.reslice', 'a slice that finishes late does not replace a newer file', async () => {
    const code = await farm.order({}, CUBE)
    const [job] = await farm.queue(code)
    const gate = join(dirname(slicer.path), 'gate')
    const before = slicer.runs().length
    slicer.script(`while [ ! -e "${gate}" ]; do /bin/sleep 0.05; done`)
    const late = farm.asOperator(`/api/farm/jobs/${job?.id}/reslice`)
    try {
      await until(() => slicer.runs().length > before)
      await good(upload(plate, { code, jobId: job?.id ?? '' }))
    } finally {
      writeFileSync(gate, '')
      await late
      slicer.script(null)
    }
    const [newer] = await farm.jobs(code)
    expect(newer).toMatchObject({ version: 2, state: 'queued' })
    expect(await refusal(late)).toEqual([
      409,
      'This job has changed since you opened the page; it is queued now. Nothing was saved.',
    ])
    const claimed = await mustClaim(farm)
    expect(claimed.file.name).toBe('plate.gcode')
  })

  verifies('farm.reslice', 'a failure leaves the job unchanged', async () => {
    const code = await farm.order({}, CUBE)
    const [job] = await farm.queue(code)
    const path = `/api/farm/jobs/${job?.id}/reslice`
    slicer.script('echo "The print is empty." >&2; exit 1')
    const [status, sentence] = await refusal(farm.asOperator(path))
    slicer.script(null)
    expect([status, String(sentence).startsWith('The plate could not be sliced. ')]).toEqual([
      422,
      true,
    ])
    slicer.setDown(true)
    expect(await refusal(farm.asOperator(path))).toEqual([503, 'Slicer not configured'])
    slicer.setDown(false)
    expect(await farm.jobs(code)).toMatchObject([{ fileKind: 'model', version: 1, fileId: null }])
    const [sliced] = await farm.queue(await farm.order())
    expect(await refusal(farm.asOperator(`/api/farm/jobs/${sliced?.id}/reslice`))).toEqual([
      422,
      'The file of this order is already sliced; there is no model to slice. POST /api/farm/print-upload takes another sliced file.',
    ])
  })
})

describe('changes of single jobs', () => {
  const change = (job: Pick<Job, 'id'> | undefined, body: object) =>
    farm.asOperator(`/api/farm/jobs/${job?.id}/change`, body)

  verifies('farm.change', async () => {
    const code = await farm.order({ quantity: '4' }, CUBE)
    const [job] = await farm.queue(code)
    const claim = await mustClaim(farm)
    // The job is taken from its printer, whose program is told to stop.
    await good(change(job, { action: 'requeue', version: claim.version }))
    const beat = await farm.asFarm(`/api/farm/jobs/${claim.id}/heartbeat`, { lease: claim.lease })
    expect(beat.status).toBe(409)
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
    // Counted by an operator, with one bad part.
    const finished = await good(change(job, { action: 'finish', scrap: 1 }))
    expect(finished).toMatchObject({
      job: { good: 3, scrap: 1 },
      reprint: { parts: 1 },
      orderStatus: 'PRINTING',
    })
    await done(await mustClaim(farm), 1)
    expect(await farm.status(code)).toBe('PRINTED')
    // Two parts turn out to be bad.
    const { version } = (await farm.jobs(code)).find(({ id }) => id === job?.id) ?? {}
    expect(await refusal(change(job, { action: 'reprint', parts: 4, version }))).toEqual([
      409,
      'This job has 3 good parts; no more than that can be printed again.',
    ])
    const bad = { action: 'reprint', parts: 2, version }
    const again = await good(change(job, bad))
    expect(again).toMatchObject({
      job: { good: 1, scrap: 3 },
      reprint: { parts: 2 },
      orderStatus: 'PRINTING',
    })
    // A repeat does not mark the last good part as bad.
    expect(await refusal(change(job, { ...bad, parts: 1 }))).toEqual([
      409,
      'This job has changed since you opened the page; it is done now. Nothing was saved.',
    ])
    await done(await mustClaim(farm), 2)
    expect(await farm.status(code)).toBe('PRINTED')
    await setStatus(code, 'SHIPPED')
    const current = Number(version) + 1
    expect(await refusal(change(job, { action: 'reprint', parts: 1, version: current }))).toEqual([
      409,
      'Parts can be reprinted here only while the order is ACCEPTED, PRINTING or PRINTED; this one is SHIPPED. The order’s page reprints parts of a shipped one.',
    ])
    expect((await service.stripe.charges({ orderCode: code })).succeeded).toBe(1)
  })

  verifies('farm.change', 'no part of a fully refunded order is printed again', async () => {
    const code = await farm.order({ quantity: '2' }, CUBE)
    await farm.queue(code)
    const claim = await mustClaim(farm)
    await done(claim, 2)
    const { total_cents: amountCents } = await rowsOf(code)
    await good(
      farm.asOperator(`/api/operator/orders/${code}/refund`, { amountCents, reason: 'Test' }),
    )
    const [job] = await farm.jobs(code)
    const body = { action: 'reprint', parts: 1, version: job?.version }
    // This works even while the order is on hold.
    const hold = { held_reason: 'Thin', held_at: new Date(), held_by: OPERATOR_EMAIL }
    for (const held of [{}, hold]) {
      const before = { updated_at: new Date(), ...held }
      await service.db.updateTable('orders').set(before).where('code', '=', code).execute()
      expect(await refusal(change(job, body))).toEqual([
        409,
        'This order was refunded in full; it cannot be queued.',
      ])
    }
    expect(await farm.jobs(code)).toMatchObject([{ good: 2, scrap: 0 }])
    expect(await farm.status(code)).toBe('PRINTED')
  })

  verifies('farm.change', 'the parts of a cancelled job can be queued again', async () => {
    const code = await farm.order({ quantity: '2' })
    const [first] = await farm.queue(code)
    await good(change(first, { action: 'cancel' }))
    const claim = await mustClaim(farm)
    await done(claim, 1)
    // One part is missing, so the order is not printed.
    expect(await farm.status(code)).toBe('PRINTING')
    expect(await refusal(change(first, { action: 'cancel' }))).toEqual([
      409,
      'Only a job that has not ended can be cancelled; this one is cancelled.',
    ])
    const jobs = await farm.queue(code)
    expect(jobs.map(({ plate, state }) => [plate, state])).toEqual([
      [1, 'cancelled'],
      [2, 'done'],
      [3, 'queued'],
    ])
  })
})
