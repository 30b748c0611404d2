// Money, and the emails about it.
import * as units from '@grafana/grafana-foundation-sdk/units'
import type { BoardRow } from './board.ts'
import { countedInAnHour, countedWithin, series } from './panels.ts'

export const moneyRow: BoardRow = {
  title: 'Does money arrive?',
  panels: [
    series({
      title: 'What do we take in an hour?',
      description: 'Totals of the orders that were paid, by hour.',
      unit: units.Dollars,
      page: '/operator/money',
      decimals: 2,
      queries: [
        { expr: `(${countedInAnHour('order_revenue_cents_total')}) / 100`, legend: 'taken' },
      ],
    }),
    series({
      title: 'Do charges succeed?',
      description:
        'Charges an hour by outcome. Many declined cards from one account can be a test of stolen cards.',
      unit: units.Short,
      page: '/operator/money',
      stacked: true,
      queries: [{ expr: countedWithin('1h', 'charges_total', 'outcome'), legend: '{{outcome}}' }],
    }),
    series({
      title: 'How long does a charge take?',
      description: 'Time of a charge at the processor, with retries.',
      unit: units.Seconds,
      page: '/operator/money',
      queries: [0.5, 0.95].map((q) => ({
        expr: `histogram_quantile(${q}, sum by (le) (rate(charge_duration_seconds_bucket[$__rate_interval])))`,
        legend: `p${q * 100}`,
      })),
    }),
    series({
      title: 'How many refunds are there?',
      description: 'Refunds a day by outcome.',
      unit: units.Short,
      page: '/operator/money',
      queries: [{ expr: countedWithin('1d', 'refunds_total', 'outcome'), legend: '{{outcome}}' }],
    }),
  ],
}

export const mailRow: BoardRow = {
  title: 'Do customers hear from us?',
  panels: [
    series({
      title: 'Do emails leave?',
      description: 'Attempts an hour to send an email, by outcome.',
      unit: units.Short,
      page: '/operator/mail',
      stacked: true,
      queries: [{ expr: countedWithin('1h', 'mails_total', 'outcome'), legend: '{{outcome}}' }],
    }),
    series({
      title: 'Do operators hear from us?',
      description: 'Notifications an hour to operators. `digest`: held back for the next digest.',
      unit: units.Short,
      page: '/operator/mail',
      queries: [
        { expr: countedWithin('1h', 'notifications_total', 'outcome'), legend: '{{outcome}}' },
      ],
    }),
  ],
}
