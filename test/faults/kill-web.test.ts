// kill -9 of the real server at every point of the website's money: orders, gift cards, credits and their refunds are
// paid and delivered once or not at all (docs/money.md). In each transaction, the point before its commit represents
// all others: every statement has been executed there, and a write of another transaction would show. Deaths between
// single statements are in test/db/money/gift-ledger.test.ts.
import { describe, setDefaultTimeout, test } from 'bun:test'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { useStages } from './stages.ts'
import { checkoutKills } from './web/checkout-kills.ts'
import { paymentKills } from './web/payment-kills.ts'
import { purchaseKills } from './web/purchase-kills.ts'
import { refundKills } from './web/refund-kills.ts'
import { openWebStage, type WebCase } from './web/web-stage.ts'

// The wait for a stage counts as well.
setDefaultTimeout(slowTestMs)
const stages = useStages(2, openWebStage)
const cases: readonly WebCase[] = [
  ...checkoutKills,
  ...paymentKills,
  ...purchaseKills,
  ...refundKills,
]

describe('killed during', () => {
  test.concurrent.each(cases.map(({ name, run }) => [name, run] as const))('%s', (_name, run) =>
    stages.run('on', run),
  )
})
