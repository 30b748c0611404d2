// Stored health of a vendor: a lesser problem does not replace a problem of its account (decisions.md 66).
import { expect, test } from 'bun:test'
import { failures } from '../../../server/adapters/engines/failures.ts'
import { createVendorHealth, ownHealth } from '../../../server/adapters/engines/vendor-health.ts'

function openHealth() {
  let now = new Date('2027-01-04T10:00:00Z')
  const health = ownHealth()
  const clock = { now: () => now }
  return {
    health,
    vendors: createVendorHealth({ health, clock, log: { warn: () => {} } }),
    pass: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}

test('a full queue does not shorten the exclusion of a vendor without credit', async () => {
  const { vendors, health, pass } = openHealth()
  await vendors.note('tripo', failures.noCredit)
  pass(1)
  await vendors.note('tripo', failures.busy)
  expect(await vendors.order(['engine_2', 'engine_1'])).toEqual(['engine_1'])
  const [known] = await health.list(new Date(0))
  expect(known?.trouble).toBe('out_of_credit')
  pass(10)
  expect(await vendors.order(['engine_2', 'engine_1'])).toEqual(['engine_2', 'engine_1'])
})

test('a vendor that creates a task has no more problems', async () => {
  const { vendors, health } = openHealth()
  await vendors.note('tripo', failures.noCredit)
  await vendors.note('tripo', null)
  expect(await health.list(new Date(0))).toEqual([])
})
