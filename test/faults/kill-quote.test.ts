// kill -9 of the real server while an agent orders a quote: the quote is neither lost nor ordered twice.

import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createQuotes } from '../../server/db/quotes/quotes.ts'
import { quoteIdOf } from '../../server/domain/base/ids/quote-id.ts'
import type { NewQuote } from '../../server/domain/quotes/quote.ts'
import { CHARGE } from '../../testing/faults/processor-gate.ts'
import { openStage, type Stage } from '../../testing/faults/stage.ts'
import { newQuote } from '../../testing/orders.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import type { TestAccount } from '../../testing/service/test-accounts.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { atCall, atWrite, type Hold, killDuring } from './kill-points.ts'
import { useStages } from './stages.ts'

setDefaultTimeout(slowTestMs)

type Point = {
  readonly name: string
  readonly hold: Hold
  /** `absent`: nothing was written, and the quote can still be ordered. */
  readonly becomes: 'absent' | 'paid'
}

const points: readonly Point[] = [
  {
    name: 'before the quote is spent',
    hold: atWrite('quotes'),
    becomes: 'absent',
  },
  {
    name: 'after the quote is spent, before its order is written',
    hold: atWrite('orders'),
    becomes: 'absent',
  },
  {
    name: 'after the order is written, before its charge leaves',
    hold: atCall(CHARGE, 'request', { lost: true }),
    becomes: 'paid',
  },
  {
    name: 'after the charge, before its response arrives',
    hold: atCall(CHARGE, 'response'),
    becomes: 'paid',
  },
]

const stages = useStages(2, openStage)

describe('killed', () => {
  test.concurrent.each(points.map((point) => [point.name, point] as const))('%s', (_name, point) =>
    stages.run('on', (stage) => killAt(stage, point)),
  )
})

async function killAt(stage: Stage, point: Point): Promise<void> {
  const account = await stage.account()
  const quote = await giveQuote(stage, account)
  await killDuring(stage, point.hold, () => order(stage, account, quote.id))
  expect(await stage.orders()).toHaveLength(point.becomes === 'absent' ? 0 : 1)
  await stage.restart()
  const after = await order(stage, account, quote.id)
  const [made] = await stage.orders()
  expect(after.text).toContain(made?.code ?? 'no order')
  expect(after.isError).toBe(point.becomes !== 'absent')
  await waitUntil('the order is settled', async () => {
    const [now] = await stage.orders()
    return now?.chargeState === 'succeeded'
  })
  expect(await stage.orders()).toHaveLength(1)
  const amountCents = quote.price.totalCents
  expect(await stage.charges()).toMatchObject({ succeeded: 1, amountCents, refundedCents: 0 })
}

async function giveQuote({ database }: Stage, { accountId }: TestAccount): Promise<NewQuote> {
  const quote = newQuote(accountId, {
    id: quoteIdOf(`quote_${crypto.randomUUID().replaceAll('-', '')}`),
  })
  await createQuotes(database.db).insert(quote)
  return quote
}

async function order({ server }: Stage, account: TestAccount, quoteId: string) {
  const response = await fetch(
    `${server.baseUrl}/api/mcp`,
    jsonPost(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'create_print_order',
          arguments: {
            quote_id: quoteId,
            confirm: true,
            recipient_name: 'Ada Example',
            email: 'ada@example.com',
            street1: '1 Main Street',
            city: 'Springfield',
            state: 'IL',
            zip: '62701',
            country: 'US',
          },
        },
      },
      account.headers,
    ),
  )
  const { result } = (await response.json()) as {
    result: { isError?: boolean; content: { text: string }[] }
  }
  return { isError: result.isError === true, text: result.content[0]?.text ?? '' }
}
