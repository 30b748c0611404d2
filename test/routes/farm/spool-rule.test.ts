// Which printer prints which job, by nozzle, material and color: the planner of shared plates and the claim agree
// with each other and with the rule of this test.

import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { PrintJobId } from '../../../server/domain/base/ids/print-job-id.ts'
import { noColor } from '../../../server/domain/catalog/options.ts'
import type { OpenPlateJob, SharingPrinter } from '../../../server/domain/farm/plate-plans.ts'
import type { PrinterCapabilities } from '../../../server/domain/farm/printers/ability.ts'
import { fitsSpools } from '../../../server/domain/farm/shared-plates/plate-promises.ts'
import { cases } from '../../../testing/depth.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

const MATERIALS = ['pla', 'petg'] as const
const COLORS = ['Black', 'black', 'BLACK', 'White', 'signal red', 'Signal Red', noColor, 'default']
const NOZZLES = [0.4, 0.6]

type Need = Pick<OpenPlateJob, 'material' | 'color' | 'nozzleDiameter'>

/**
 * Applies the rule: the nozzle is mounted, and a spool of the material has the color, in any letter case; no color
 * matches any.
 */
function isPrintable({ nozzleMm, spools }: SharingPrinter, need: Need): boolean {
  if (nozzleMm !== null && nozzleMm !== need.nozzleDiameter) return false
  const color = need.color.toUpperCase()
  const loaded = spools ?? [{ material: need.material, color: need.color }]
  return loaded.some(
    (spool) =>
      spool.material === need.material &&
      (color === 'DEFAULT' || color === spool.color.toUpperCase()),
  )
}

const ability = ({ nozzleMm, spools }: SharingPrinter): PrinterCapabilities => ({
  printer: 'p1',
  materials: null,
  colors: null,
  volumeMm: null,
  fileKinds: ['model'],
  acceptsSharedPlates: true,
  profile: '',
  firmware: null,
  nozzleDiameters: nozzleMm === null ? null : [nozzleMm],
  spools: spools?.map((spool, at) => ({ ...spool, slot: at + 1, gramsLeft: null })) ?? null,
})

test('the planner and the claim agree on what a printer prints', async () => {
  const random = seededRandom(31)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const jobs = new Map<string, Need>()
  for (const material of MATERIALS) {
    for (const [at, color] of COLORS.entries()) {
      const nozzleDiameter = NOZZLES[at % 2] ?? 0.4
      const [job] = await farm.queue(await farm.order({ material }, CUBE))
      if (job === undefined) throw new Error('the order has no job')
      await service.db
        .updateTable('print_jobs')
        .set({ color, nozzle_diameter: nozzleDiameter })
        .where('id', '=', job.id)
        .execute()
      jobs.set(job.id, { material, color, nozzleDiameter })
    }
  }
  const claims = async (printer: SharingPrinter): Promise<string[]> => {
    const ids: PrintJobId[] = []
    for (;;) {
      const leased = await service.deps.printJobs.lease(ability(printer), ids)
      if (leased === null) break
      ids.push(leased.job.id)
    }
    await sql`update print_jobs set state = 'queued', lease = null, leased_until = null, attempts = 0`.execute(
      service.db,
    )
    return ids.toSorted()
  }
  for (let count = 0; count < cases(200); count += 1) {
    const spools = Array.from({ length: Math.floor(random() * 4) }, () => ({
      material: pick(MATERIALS),
      color: pick(COLORS),
    }))
    const printer: SharingPrinter = {
      nozzleMm: pick([null, ...NOZZLES]),
      profile: '',
      spools: spools.length === 0 ? pick([null, []]) : spools,
      isIdle: true,
    }
    const by = (rule: typeof fitsSpools) =>
      [...jobs].flatMap(([id, need]) => (rule(printer, need) ? [id] : [])).toSorted()
    const text = JSON.stringify(printer)
    expect([text, by(fitsSpools)]).toEqual([text, by(isPrintable)])
    expect([text, await claims(printer)]).toEqual([text, by(fitsSpools)])
  }
}, 120_000)
