// While the farm's terms cannot be read, only pricing for money waits, and is refused with a sentence; everything
// else continues.
import { expect } from 'bun:test'
import { pricesUnreadSentence } from '../../../server/http/responses/fallback-responses.ts'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { followTerms, holdTerms } from '../../../testing/own-terms.ts'
import { buyer, cart, post } from '../../../testing/people/shop.ts'
import { submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const shopper = use(() => buyer(service))

verifies(
  'terms.unread',
  'requests without money use the last reading, and requests with money are refused',
  async () => {
    let fails = false
    let readings = 0
    const { readInForce } = service.deps.farmTerms
    service.replace({
      farmTerms: {
        readInForce: () => {
          readings += 1
          return fails ? Promise.reject(new Error('the database is away')) : readInForce()
        },
      },
    })
    const advance = followTerms(service)
    await holdTerms(service)
    fails = true
    advance(3_600)
    readings = 0
    for (const path of ['/healthz', '/quote', '/openapi.json', '/llms.txt', '/metrics']) {
      expect((await service.fetch(path)).status).toBeLessThan(500)
    }
    const bboxMm = { x: 60, y: 60, z: 60 }
    const estimate = await service.fetch('/api/price', jsonPost({ bboxMm, color: 'Black' }))
    expect(await estimate.json()).toMatchObject({ pricePerGram: 0.31 })
    const items = cart([{ modelUrl: '/x', quantity: 1 }])
    for (const path of ['/api/cart-reprice', '/api/checkout', '/api/agent/order']) {
      expect(await post(service, shopper, path, items)).toEqual([
        503,
        { error: pricesUnreadSentence },
      ])
    }
    const refused = await submit(service, account, { fields: {} })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('x-error-code')).toBe('database_away_unstarted')
    expect(await refused.json()).toMatchObject({ error: pricesUnreadSentence })
    for (const name of ['quote_print', 'create_print_order']) {
      const response = await callTool(service, account, name, {})
      expect(JSON.stringify(response)).toContain(pricesUnreadSentence)
    }
    // There is at most one reading per second, however many requests arrive.
    expect(readings).toBeLessThan(8)
    expect(await service.db.selectFrom('orders').select('id').execute()).toEqual([])
  },
)
