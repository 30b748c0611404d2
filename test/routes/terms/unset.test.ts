// Without TERMS_FILE the farm's terms have no effect: stored versions are not read, and no request waits for them.
import { expect } from 'bun:test'
import { sql } from 'kysely'
import { contractTerms, terms } from '../../../server/domain/catalog/terms.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { ownTerms } from '../../../testing/own-terms.ts'
import { buyer, cart, post, storeCube } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const shopper = use(() => buyer(service))

const bboxMm = { x: 60, y: 60, z: 60 }
const box = { bboxMm, color: 'Black' }
/** 216 x 0.44 x 1.26 = 119.7: 120 g x $0.12. */
const boxSubtotal = 14.4

verifies(
  'terms.unset',
  'every interface prices by the contract, even with stored terms in force',
  async () => {
    await sql`insert into farm_terms (valid_from, terms, source, stored_by, changes, stored_at)
    values (clock_timestamp(), ${JSON.stringify(ownTerms)}, 'desk', 'owner@example.com', '[]', clock_timestamp() - interval '1 hour')`.execute(
      service.db,
    )
    const unread = () => Promise.reject(new Error('the terms were read'))
    service.replace({
      farmTerms: {
        readInForce: unread,
        readHistory: unread,
        readFileVersion: unread,
        readNewestFileVersion: unread,
        readTerms: unread,
        store: unread,
      },
    })
    const { termsSchedule } = service.deps
    expect(termsSchedule.refresh()).toBeNull()
    expect(termsSchedule.current()).toBe(contractTerms)
    expect(termsSchedule.msUntilNext()).toBeNull()
    expect(terms()).toBe(contractTerms)

    const estimate = await (await service.fetch('/api/price', jsonPost(box))).json()
    expect(estimate).toMatchObject({ subtotal: boxSubtotal, shipping: 7, pricePerGram: 0.12 })
    // 8 cm3 x 0.44 x 1.26: 5 g x $0.20 = $1.00; + $7.
    const order = await placed(submit(service, account, { fields: {} }))
    expect(order.estimatedCost).toBe(8)
    expect(JSON.stringify(order)).toContain('$0.20/g; a stock color bills $0.12/g')
    const modelUrl = await storeCube(service, shopper, 20)
    const items = [{ modelUrl, color: 'Black', quantity: 1 }]
    const [status, repriced] = await post(service, shopper, '/api/cart-reprice', cart(items))
    expect([status, repriced.totalCents]).toEqual([200, 800])
    const estimated = await resultOf(
      callTool(service, account, 'estimate_price', { grams: 100, color: 'Black' }),
    )
    // 100 g x $0.12 = $12.00; + $7.
    expect(estimated.fields).toMatchObject({ domestic: { shipping: 7, total: 19 } })
    expect(await (await service.fetch('/quote')).text()).toContain('$0.12/g')
    const rows = await service.db.selectFrom('orders').select('terms_id').execute()
    expect(rows.every(({ terms_id }) => terms_id === null)).toBe(true)
  },
)
