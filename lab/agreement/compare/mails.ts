// Compares the emails with the history: one for each payment, refund and returned refund, and one with each gift
// card.

import type { SentMail } from '../../../testing/service/mails.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import type { History } from '../record.ts'
import { expectSame, expectSameItems, type Findings } from './findings.ts'
import { amountsIn } from './texts.ts'

export function compareMails(
  mails: readonly SentMail[],
  { orders, cards }: History,
  findings: Findings,
): void {
  const sent = mails.filter(({ to }) => to !== OPERATOR_EMAIL)
  findings.mails += sent.length
  const bySubject = Map.groupBy(sent, ({ subject }) => subject)
  for (const { code, mails: expected } of orders) {
    const about = sent.filter(({ subject }) => subject.includes(code))
    expectSameItems(
      findings,
      `mails about ${code}`,
      about.map(({ subject, text }) => [subject, amountsIn(text)]),
      expected.map(({ subject, amounts }) => [subject, amounts]),
    )
  }
  const mailed = cards.filter(({ isMailed }) => isMailed)
  const gifts = [...bySubject].filter(([subject]) => subject.startsWith('A gift card of '))
  expectSameItems(
    findings,
    'mails with gift cards',
    gifts.flatMap(([, all]) =>
      all.map(({ to, subject, text }) => [
        to,
        ...amountsIn(subject),
        ...amountsIn(text),
        /GIFT-[A-Z0-9-]+/.exec(text)?.[0],
      ]),
    ),
    mailed.map(({ recipient, amountCents, giftCode }) => [
      recipient,
      amountCents,
      amountCents,
      giftCode,
    ]),
  )
  const mailCount = orders.reduce((count, order) => count + order.mails.length, mailed.length)
  expectSame(findings, 'number of mails', sent.length, mailCount)
}
