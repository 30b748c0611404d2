// Binds tests to rows of test/requirements.ts. Each call records what it verifies and whether it ran; a full `npm
// test` compares that with the table (test/check-claims.ts).
import { expect, test } from 'bun:test'
import { REQUIREMENTS, type RequirementId } from '../requirements.ts'
import { recordClaims } from './claims.ts'

type Body = () => void | Promise<void>

export type VerifiesOptions = {
  /** Milliseconds; the default of bun:test when omitted. */
  readonly timeout?: number
  /**
   * True when this machine lacks a requirement of the test, such as a browser. The only way to skip a verification: a
   * test that is skipped otherwise (describe.skipIf, test.only elsewhere) fails the full run.
   */
  readonly skipIf?: boolean
}

const behaviors = new Map<string, string>(REQUIREMENTS.map((row) => [row.id, row.behavior]))

/**
 * Registers a test for one requirement or several; the title contains the ids. Without a name the title is the
 * behavior in the table. A body that runs no `expect` fails.
 */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  name: string,
  body: Body,
  options?: VerifiesOptions,
): void
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  body: Body,
  options?: VerifiesOptions,
): void
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  first: string | Body,
  second?: Body | VerifiesOptions,
  third?: VerifiesOptions,
): void {
  const list = typeof ids === 'string' ? [ids] : ids
  const name = typeof first === 'string' ? first : list.map(behaviorOf).join('; ')
  const body = typeof first === 'string' ? second : first
  const options = typeof second === 'object' ? second : third
  if (typeof body !== 'function') throw new TypeError(`verifies(${list}) has no test body`)
  const isSkipped = options?.skipIf ?? false
  recordClaims('declared', list)
  if (isSkipped) recordClaims('skipped', list)
  const run = async () => {
    recordClaims('ran', list)
    expect.hasAssertions()
    await body()
  }
  test.skipIf(isSkipped)(`${name} [${list.join(', ')}]`, run, options?.timeout)
}

/** Types an id in a data table, for `verifies(row.id, ...)` in a loop over that table. Verifies nothing by itself. */
export function requirement<Id extends RequirementId>(id: Id): Id {
  return id
}

function behaviorOf(id: string): string {
  return behaviors.get(id) ?? id
}
