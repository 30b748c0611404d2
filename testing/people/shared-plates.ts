// Plates that jobs of several orders share, and the later state of their jobs.

import { expect } from 'bun:test'
import { printFileIdOf } from '../../server/domain/base/ids/print-file-id.ts'
import type { PrinterCapabilities } from '../../server/domain/farm/printers/ability.ts'
import { farmBed } from '../../server/domain/farm/printers/plate-profiles.ts'
import type { TakenPlate } from '../../server/domain/farm/slice-ports.ts'
import { OPERATOR_EMAIL, type TestService } from '../service/service.ts'
import { type Claim, type Farm, good, type Job, mustClaim } from './farm.ts'
import { statusChange } from './status-change.ts'
import { CUBE } from './submit.ts'

const bed = { widthMm: 250, depthMm: 210, heightMm: 220, shape: 'rectangle' } as const
const at = (index: number) => ({
  copies: [{ xMm: 30 * index, yMm: 0, turnDegrees: 0 as const }],
  sizeMm: [20, 20] as const,
  bed,
})

export const anyPrinter: PrinterCapabilities = {
  printer: 'p1',
  materials: null,
  colors: null,
  spools: null,
  nozzleDiameters: null,
  volumeMm: null,
  fileKinds: ['gcode'],
  acceptsSharedPlates: true,
  profile: farmBed,
  firmware: null,
}

/** Returns functions for a test that puts jobs on shared plates. */
export function sharedPlates(service: TestService, farm: Farm) {
  /** Places and queues an order of that many cubes, and returns its one job. */
  async function queued(quantity = 1): Promise<Job> {
    const code = await farm.order({ quantity: String(quantity) }, CUBE)
    // All orders are due on one day, so that they are claimed in the order of placement: a later order may get an
    // earlier date.
    await service.db
      .updateTable('orders')
      .set({ due_at: new Date('2026-12-24') })
      .where('code', '=', code)
      .execute()
    const [job] = await farm.queue(code)
    if (job === undefined) throw new Error('the order has no job')
    return job
  }

  /** Puts the jobs on one plate; the first job leads. */
  const share = (jobs: readonly Job[]) =>
    service.deps.platePlans.share({
      jobs: jobs.map(({ id }, index) => ({ id, place: at(index) })),
    })

  /** Gives the plate of the lead job a file of that many seconds, as the worker does. */
  async function sliced(lead: Job, seconds = 3600): Promise<void> {
    const taken = await service.deps.plateSlices.take(60, [{ profile: farmBed, nozzleMm: 0.4 }])
    if (taken === null || taken.jobId !== lead.id) throw new Error('another plate is next')
    const file = await sliceFile(taken, seconds)
    const laid = taken.isShared ? await laidOf(lead) : []
    expect(await service.deps.plateSlices.keep(taken, file, laid)).toBe(true)
  }

  /** Stores a file of that many seconds, as the worker makes it. */
  async function sliceFile({ isShared }: Pick<TakenPlate, 'isShared'>, seconds = 3600) {
    const order = await service.deps.orders.readByCode(await farm.order())
    if (order === null) throw new Error('no file')
    const file = {
      id: printFileIdOf(service.deps.ids.uuid()),
      orderId: order.id,
      line: null,
      source: 'slice' as const,
      profile: farmBed,
      nozzleMm: 0.4,
      parts: 5,
      model: { ...order.file, format: 'gcode' as const },
      seconds,
      grams: 3,
      sizeMm: [100, 100, 20] as const,
      isShared,
      settings: null,
      createdBy: 'slicer',
    }
    await service.deps.printJobs.addFile(file)
    return file
  }

  /** Returns the jobs of the plate that the job leads, with their present layout. */
  async function laidOf(lead: Job) {
    const { plateJobs } = await read(lead)
    const jobs = await Promise.all(plateJobs.map(({ jobId: id }) => read({ ...lead, id })))
    return jobs.flatMap(({ id, place }) => (place === null ? [] : [{ id, place }]))
  }

  /** Creates a shared plate of jobs with that many parts each, claimed by a printer. */
  async function printing(first: number, second: number, ...more: number[]) {
    const lead = await queued(first)
    const jobs: [Job, Job, ...Job[]] = [lead, await queued(second)]
    for (const quantity of more) jobs.push(await queued(quantity))
    expect(await share(jobs)).toBe(true)
    await sliced(lead)
    const claim = await mustClaim(farm, { files: ['gcode'] })
    expect(claim.id).toBe(lead.id)
    return { jobs, claim }
  }

  const report = (job: Pick<Claim, 'id' | 'lease'>, what: string, body: object = {}) =>
    farm.asFarm(`/api/farm/jobs/${job.id}/${what}`, { lease: job.lease, ...body })
  const change = (job: Job, body: object) =>
    farm.asOperator(`/api/farm/jobs/${job.id}/change`, body)
  const read = async ({ id }: Job) => {
    const job = await service.deps.printJobs.read(id)
    if (job === null) throw new Error('the job vanished')
    return job
  }
  const states = async (jobs: readonly Job[]) =>
    await Promise.all(jobs.map(async (job) => (await read(job)).state))
  const leads = async (jobs: readonly Job[]) =>
    await Promise.all(
      jobs.map(async (job) => {
        const { leadId } = await read(job)
        return leadId === null ? null : jobs.findIndex(({ id }) => id === leadId)
      }),
    )
  const statuses = async (jobs: readonly Job[]) =>
    await Promise.all(jobs.map(({ orderCode }) => farm.status(orderCode)))
  const openParts = async ({ orderCode }: Job) =>
    (await farm.jobs(orderCode))
      .filter(({ state }) => ['queued', 'claimed', 'printing', 'failed'].includes(state))
      .reduce((sum, { parts }) => sum + parts, 0)
  const setStatus = async ({ orderCode }: Job, status: string) =>
    await good(
      farm.asOperator(
        `/api/operator/orders/${orderCode}/status`,
        await statusChange(service.deps, orderCode, { status }),
      ),
    )
  const hold = (job: Job, reason: string | null) =>
    service.db
      .updateTable('orders')
      .set(
        reason === null
          ? { held_reason: null, held_at: null, held_by: null }
          : { held_reason: reason, held_at: new Date(), held_by: OPERATOR_EMAIL },
      )
      .where('code', '=', job.orderCode)
      .execute()
  const tidy = () => service.deps.platePlans.tidy(100)
  const claimedId = async () => (await farm.claim({ files: ['gcode'] }))?.id ?? null
  return {
    queued,
    share,
    sliced,
    sliceFile,
    laidOf,
    printing,
    report,
    change,
    read,
    states,
    leads,
    statuses,
    openParts,
    setStatus,
    hold,
    tidy,
    claimedId,
  }
}
