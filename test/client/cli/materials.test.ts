// svc materials: countries with separate postage, listed with the others (decisions.md 51).
import { expect, test } from 'bun:test'
import { holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { useService } from '../../../testing/use.ts'
import { useCli } from './run-cli.ts'

const service = useService()
const cli = useCli(() => ({ SVC_URL: service.baseUrl }))
const others = 'GB, AU, DE, FR, IN, NL, IE, NZ, SE, IT, ES, MX'

test('the contract’s terms list one postage abroad', async () => {
  const { code, stdout } = await cli.run(['materials'])
  expect(code).toBe(0)
  expect(stdout).toContain(
    `Postage: $7.00 to US, free from $50.00; $30.00 to CA, ${others}, free from $500.00.`,
  )
})

test('farm terms list separate postage for each country', async () => {
  await holdTerms(service, { ...ownTerms, discounts: [] })
  const { stdout } = await cli.run(['materials'])
  expect(stdout).toContain(
    `Postage: $9.13 to US, free from $123.45; $17.77 to CA, free from $333.33; $27.11 to ${others}, free from $456.79.`,
  )
  expect(stdout).toContain('Discounts: none; at least $2.19 a part.')
})
