// A submit that is interrupted after every single byte, with one runtime's network: a separate file for each runtime,
// so that both run concurrently.
import { expect, test } from 'bun:test'
import type { TestService } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

/** `submitAll` returns the codes of the orders that it made with the key. */
export function testEveryCut(
  runtime: string,
  submitAll: (apiKey: string, service: Pick<TestService, 'baseUrl'>) => Promise<string[]>,
): void {
  const service = useService()
  test(`cut after any byte, a submit of ${runtime} leaves one order and one charge`, async () => {
    const buyer = await service.account()
    const codes = await submitAll(buyer.apiKey, service)
    console.log(`${runtime}: ${codes.length - 1} cuts, ${new Set(codes).size} orders.`)
    const orders = await service.db
      .selectFrom('orders')
      .select('code')
      .where('account_id', '=', buyer.accountId)
      .execute()
    expect(orders.map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
    const customer = buyer.customerId ?? ''
    expect(await service.stripe.charges({ customer })).toMatchObject({ succeeded: codes.length })
  }, 3_600_000)
}
