// Orders and quotes by other terms keep them in every sentence, and texts with prices are cached only as long as the
// prices are in force.
import { afterEach, describe, expect, test } from 'bun:test'
import { contractTerms, type Terms, terms } from '../../../server/domain/catalog/terms.ts'
import { submitResponseOf } from '../../../server/domain/orders/submit/respond.ts'
import { contractSchedule } from '../../../server/domain/terms/schedule.ts'
import {
  byTerms,
  byTermsInForce,
  followSchedule,
} from '../../../server/wiring/terms/terms-in-force.ts'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { followTerms, holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { modern, replyOf, requestOf } from '../../mcp/protocol-fixture.ts'

const service = useService()
const account = use(() => service.account())
const web = use(() => standInWeb(service.deps))

const own: Terms = { ...contractTerms, ...ownTerms, version: 1 }

const toolListTtl = async () => {
  const sent = requestOf(modern('tools/list'))
  const init = { method: 'POST', headers: sent.headers, body: await sent.text() }
  const { json } = await replyOf(await service.fetch('/api/mcp', init))
  return json.result.ttlMs
}

const readStored = async (code: string) => {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`${code} is missing`)
  return order
}

describe('after the terms changed', () => {
  test('a quote for another country is refused with the quoted total and postage, and names no other', async () => {
    service.replace({
      downloads: web.downloads,
      quoteAllowedHosts: [HOST],
      slicer: standInSlicer().slicer,
    })
    const cube = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
    const { fields } = await callTool(service, account, 'quote_print', {
      model_url: cube,
      color: 'Black',
    })
    await holdTerms(service)
    const refused = await callTool(service, account, 'create_print_order', {
      quote_id: fields['quote_id'],
      confirm: true,
      recipient_name: 'Ada Example',
      street1: '1 Main Street',
      city: 'Ottawa',
      state: 'ON',
      zip: 'K1A 0A1',
      country: 'CA',
      email: 'ada@example.com',
    })
    expect(refused.isError).toBe(true)
    // 100 cm3 x 1.26 x $0.12 = 15.12; + $7 as quoted. A new quote has another print price, so no total for shipping
    // abroad is named.
    expect(refused.text).toContain('This quote is for US ($22.12, of which postage $7.00)')
    expect(refused.text).toContain('to CA, for which the prices have changed since.')
    expect(refused.text?.match(/\$[0-9.]+/g)).toEqual(['$22.12', '$7.00'])
  })

  verifies(
    'terms.kept-words',
    'the response to a submit names the rates of the terms that priced its order',
    async () => {
      const { code } = await placed(submit(service, account, { fields: { color: '' } }))
      const sold = await byTerms(own, async () =>
        submitResponseOf(service.deps, await readStored(code)),
      )
      expect(sold.offStock).toEqual({ centsPerGram: 20, stockCentsPerGram: 12 })
      await holdTerms(service)
      const later = await placed(submit(service, account, { fields: { color: '' } }))
      const asked = await byTerms(contractTerms, async () =>
        submitResponseOf(service.deps, await readStored(later.code)),
      )
      expect(asked.offStock).toEqual({ centsPerGram: 47, stockCentsPerGram: 31 })
    },
  )
})

test('clients cache the list of tools for an hour, or with farm terms for a minute or until the next terms start', async () => {
  expect(await toolListTtl()).toBe(3_600_000)
  const advance = followTerms(service)
  await holdTerms(service)
  expect(await toolListTtl()).toBe(60_000)
  await holdTerms(service, { ...ownTerms, minimumCentsPerPart: 777 }, 3_600)
  expect(await toolListTtl()).toBe(60_000)
  advance(3_590)
  const last = await toolListTtl()
  expect(last).toBeGreaterThan(0)
  expect(last).toBeLessThanOrEqual(10_000)
})

describe('work outside of requests', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })
  const schedule = { ...contractSchedule, holdsOwn: true, current: () => own }

  test('follows the schedule of the process until it is closed, and has the contract’s terms without one', () => {
    expect(terms()).toBe(contractTerms)
    closing.push(followSchedule(contractSchedule))
    expect(terms()).toBe(contractTerms)
    const close = followSchedule(schedule)
    expect(terms()).toBe(own)
    close()
    expect(terms()).toBe(contractTerms)
  })

  test('a job keeps the terms of its start, even after a wait', async () => {
    let held: Terms = own
    const changing = { ...schedule, current: () => held }
    closing.push(followSchedule(changing))
    const other: Terms = { ...own, version: 2 }
    const seen = await byTermsInForce(changing, async () => {
      held = other
      await Promise.resolve()
      return terms()
    })
    expect(seen).toBe(own)
    expect(terms()).toBe(other)
  })
})
