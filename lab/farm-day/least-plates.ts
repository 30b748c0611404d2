// A lower bound for any planner: the smallest number of plates for the ordered parts, if all orders were known in
// advance, nothing were urgent and no print failed.
import type pg from 'pg'
import type { OrderPlan } from './plan.ts'

/** The product's rules of a plate (README of server/domain/farm), repeated here. */
const upperBounds = { hours: 20, orders: 8, parts: 50 } as const
/** Gap between two parts, and along the edge of a bed. */
const gapMm = 6
const marginMm = 5

export type PlannedJob = {
  readonly code: string
  readonly parts: number
  /** Machine hours of all its parts. */
  readonly hours: number
  /** Area of each part, with half of the gap around it; 0: unknown. */
  readonly areaMm2: number
}

type Spool = Pick<OrderPlan, 'material' | 'color' | 'nozzleMm' | 'infill'>

/** Returns the area of a box with half of the gap on all sides; its corners are round. */
export const areaWithGap = (widthMm: number, depthMm: number): number =>
  widthMm * depthMm + gapMm * (widthMm + depthMm) + Math.PI * (gapMm / 2) ** 2

/** Returns the area of a bed inside its margins, including the half gap that parts at its edge leave outside. */
export const areaOfBed = (widthMm: number, depthMm: number): number =>
  (widthMm - 2 * marginMm + gapMm) * (depthMm - 2 * marginMm + gapMm)

/**
 * Returns the bound. Each material, nozzle and infill needs separate plates, and so does each color; jobs without a
 * color fill the remaining space. `bedMm2`: area of the largest bed.
 */
export function leastPlates(
  jobs: readonly PlannedJob[],
  spoolOf: (code: string) => Spool,
  bedMm2: number,
): number {
  const classes = Map.groupBy(jobs, ({ code }) => {
    const { material, nozzleMm, infill } = spoolOf(code)
    return `${material} ${nozzleMm} ${infill}`
  })
  let plates = 0
  for (const all of classes.values()) {
    const colors = Map.groupBy(all, ({ code }) => spoolOf(code).color)
    let colored = 0
    for (const [color, some] of colors) if (color !== null) colored += minPlates(some, bedMm2)
    plates += Math.max(colored, minPlates(all, bedMm2))
  }
  return plates
}

function minPlates(jobs: readonly PlannedJob[], bedMm2: number): number {
  const sum = (of: (job: PlannedJob) => number) => jobs.reduce((total, job) => total + of(job), 0)
  // A job that takes longer is alone on its plate.
  const long = jobs.filter((job) => job.hours > upperBounds.hours).length
  const hours =
    sum((job) => (job.hours > upperBounds.hours ? 0 : job.hours)) / upperBounds.hours + long
  const orders = new Set(jobs.map(({ code }) => code)).size / upperBounds.orders
  const parts = sum((job) => job.parts) / upperBounds.parts
  const area = sum((job) => job.parts * job.areaMm2) / bedMm2
  // Sums of fractions that should be whole may be slightly off.
  return Math.ceil(Math.max(hours, orders, parts, area) - 1e-9)
}

/** Reads first prints in their planned form. */
export async function readPlanned(
  pool: pg.Pool,
  designedMm: (code: string) => readonly [number, number, number],
): Promise<readonly PlannedJob[]> {
  const { rows } = await pool.query<{
    code: string
    parts: number
    hours: number
    size: number[] | null
  }>(`
    select code, parts, coalesce((place ->> 'centihours')::float8, centihours) / 100 as hours, size_mm as size
    from print_jobs join orders on orders.id = order_id where print_jobs.state = 'done' and reprint_of is null`)
  return rows.map(({ size, ...job }) => {
    const designed = designedMm(job.code)
    // Seen from above, every part of the day covers the box of its design; a rotated part may cover less than its
    // box.
    const isAsDesigned = size?.every((side, axis) => Math.abs(side - (designed[axis] ?? 0)) < 0.1)
    const [width = 0, depth = 0] = designed
    return { ...job, areaMm2: isAsDesigned === true ? areaWithGap(width, depth) : 0 }
  })
}
