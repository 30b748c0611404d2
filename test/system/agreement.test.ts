// Everything that states an amount agrees after a random history (docs/money.md, "How it is tested"). `npm run agree`
// runs longer ones.
import { afterAll, describe, expect, test } from 'bun:test'
import { type Agreement, agree } from '../../lab/agreement/agree.ts'
import { compareBooks } from '../../lab/agreement/compare/books.ts'
import { newFindings } from '../../lab/agreement/compare/findings.ts'
import { orderToSabotage, sabotages } from '../../lab/agreement/sabotages.ts'
import type { Stage } from '../../lab/agreement/stage.ts'

const orders = 60
const seed = Number(process.env['SEED'] ?? 1)
/** Long enough for a busy machine. */
const timeoutMs = 600_000

let agreement: Agreement
afterAll(() => agreement.close())

test(
  `every figure of ${orders} random orders agrees to the cent`,
  async () => {
    agreement = await agree({ orders, seed })
    expect(agreement.differences).toEqual([])
    // Otherwise the history would prove nothing.
    const missing = Object.entries(agreement.figures).filter(([, count]) => count === 0)
    expect(missing).toEqual([])
  },
  timeoutMs,
)

test(
  'a download of the ledger with its sides swapped is found',
  async () => {
    const { stage, days } = agreement
    const sides: Readonly<Record<string, string>> = { debit: 'credit', credit: 'debit' }
    const read: Stage['read'] = async (path, cookie) => {
      const response = await stage.read(path, cookie)
      if (!path.includes('/movements.csv')) return response
      const [header = '', ...rows] = (await response.text()).split('\n')
      const swapped = header.replaceAll(/debit|credit/g, (side) => sides[side] ?? side)
      return new Response([swapped, ...rows].join('\n'))
    }
    const findings = newFindings()
    await compareBooks({ ...stage, read }, days, findings)
    expect(findings.differences).toContainEqual(
      expect.stringMatching(/^movements\.csv, processor: /),
    )
  },
  timeoutMs,
)

// The last one cannot be reversed.
describe('a wrong figure is found', () => {
  test.each(sabotages)(
    '$name',
    async ({ commit, compare, found }) => {
      const { stage, days } = agreement
      const order = orderToSabotage(stage)
      const look = async () => {
        const findings = newFindings()
        await compare(stage, order, findings, days)
        return findings.differences
      }
      const undo = await commit(stage, order)
      expect(await look()).toContainEqual(expect.stringMatching(found))
      if (undo === null) return
      await undo()
      expect(await look()).toEqual([])
    },
    timeoutMs,
  )
})
