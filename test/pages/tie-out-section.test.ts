// The books' sentence about the comparison with the card processor, before and after the first one.
import { expect, test } from 'bun:test'
import type { TieOutState } from '../../server/domain/books/ports.ts'
import { TieOutSection } from '../../server/pages/operators/books/tie-out-section.tsx'

const now = new Date('2026-11-26T10:00:00Z')
const user = { email: 'ada@example.com', role: 'viewer', timeZone: 'UTC' } as const
const section = async (last: TieOutState['last']) => {
  const tieOut = { last, isReading: false, differences: [] }
  return String(await TieOutSection({ tieOut, month: '2026-11', user, now }))
}
const allAgrees = 'None: every amount at the card processor is what the ledger has.'

test('no agreement is shown before the first comparison', async () => {
  const html = await section(null)
  expect(html).toContain('it has not been compared yet')
  expect(html).not.toContain(allAgrees)
})

test('a comparison states the time up to which differences are listed', async () => {
  const html = await section({
    at: new Date('2026-11-26T09:55:00Z'),
    comparedUntil: new Date('2026-11-26T08:55:00Z'),
    compared: 16,
    differenceCents: 0,
    unexplained: 0,
  })
  expect(html).toContain(allAgrees)
  const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
  expect(text).toContain('16 payments, refunds, disputes, fees and payouts were compared 5 min ago')
  expect(text).toMatch(/What moved after .*8:55.* may still be on its way/)
})
