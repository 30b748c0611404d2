// Terms of a farm for tests. Every number differs from the contract's, so that a price by the wrong terms is noticed.
import { sql } from 'kysely'
import { createTermsSchedule } from '../server/domain/terms/schedule.ts'
import type { TestService } from './service/service.ts'

export const ownTerms = {
  materials: {
    pla: { centsPerGram: 31, densityHundredths: 200 },
    petg: { centsPerGram: 32, densityHundredths: 201 },
    abs: { centsPerGram: 33, densityHundredths: 202 },
    asa: { centsPerGram: 34, densityHundredths: 203 },
    tpu: { centsPerGram: 35, densityHundredths: 204 },
  },
  customColorCentsPerGram: 47,
  minimumCentsPerPart: 219,
  discounts: [{ fromQuantity: 3, percent: 7 }],
  postage: {
    domestic: { flatCents: 913, freeFromCents: 123_45 },
    international: { flatCents: 2_711, freeFromCents: 456_79 },
    countries: { CA: { flatCents: 1_777, freeFromCents: 333_33 } },
  },
  opening: { weekdays: ['wed'] as const, closedDays: [] },
}

/** Milliseconds by which the clocks of each service's schedule, and of the database as it reads it, are ahead. */
const clocks = new WeakMap<object, { aheadMs: number }>()

/**
 * Makes the service price by its stored terms, as TERMS_FILE does, until the end of the test (in a beforeAll: of the
 * file). Returns a function that moves both clocks of the schedule forward: the process's and the database's.
 */
export function followTerms({ deps, replace }: Pick<TestService, 'deps' | 'replace'>) {
  const known = clocks.get(deps)
  if (known !== undefined && deps.termsSchedule.holdsOwn) return advancing(known)
  const clock = { aheadMs: 0 }
  clocks.set(deps, clock)
  replace({
    termsSchedule: createTermsSchedule(
      {
        readInForce: async () => {
          const { now, versions } = await deps.farmTerms.readInForce()
          return { now: new Date(now.getTime() + clock.aheadMs), versions }
        },
      },
      { monotonicMs: () => performance.now() + clock.aheadMs },
    ),
  })
  return advancing(clock)
}

const advancing = (clock: { aheadMs: number }) => (seconds: number) => {
  clock.aheadMs += seconds * 1000
}

/** Stores terms that start `inSeconds` from now, after the service's waiting time, and reads them. */
export async function holdTerms(
  service: Pick<TestService, 'db' | 'deps' | 'replace'>,
  terms: object = ownTerms,
  inSeconds = 0,
): Promise<void> {
  followTerms(service)
  await sql`insert into farm_terms (valid_from, terms, source, stored_by, changes, stored_at)
    values (clock_timestamp() + make_interval(secs => ${inSeconds}), ${JSON.stringify(terms)}, 'desk', 'owner@example.com', '[]',
      clock_timestamp() - interval '1 minute')`.execute(service.db)
  await service.deps.termsSchedule.readAgain()
}
