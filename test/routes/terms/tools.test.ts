// Agent tools that price for money use the terms in force, whatever terms their request began with.
import { expect, test } from 'bun:test'
import type { Tool } from '../../../mcp/registry.ts'
import { contractTerms, terms } from '../../../server/domain/catalog/terms.ts'
import { contractSchedule } from '../../../server/domain/terms/schedule.ts'
import { byTerms } from '../../../server/wiring/terms/terms-in-force.ts'
import { waitForTerms } from '../../../server/wiring/terms/wait-for-terms.ts'

const stale = { ...contractTerms, version: 1 }
const inForce = { ...contractTerms, version: 2 }
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test.each([
  ['a reading that is young enough', (): null => null],
  ['one that has to be made first', () => Promise.resolve()],
] as const)('with %s', async (_, refresh) => {
  const priced: number[] = []
  const call = (): Promise<never> => {
    priced.push(terms().version)
    return Promise.reject(new Error('priced'))
  }
  const termsSchedule = { ...contractSchedule, holdsOwn: true, refresh, current: () => inForce }
  const tool = { definition: { name: 'quote_print' }, call } as unknown as Tool
  const waiting = waitForTerms({ termsSchedule, log }, tool)
  const context = {} as Parameters<Tool['call']>[0]
  await expect(byTerms(stale, () => waiting.call(context, {}))).rejects.toThrow('priced')
  expect(priced).toEqual([2])
})
