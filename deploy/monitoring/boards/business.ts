// Orders, money and the farm: what comes in, what it earns, when it ships.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import * as units from '@grafana/grafana-foundation-sdk/units'
import { board } from './board.ts'
import { mailRow, moneyRow } from './business-money.ts'
import { countedInADay, countedWithin, series, stat } from './panels.ts'

const orderQueues = 'orders_(received|accepted|printing|printed)'

export const business: Dashboard = board({
  uid: 'business',
  title: 'Business',
  description: 'Orders, money, refunds, lead time and backlog.',
  from: 'now-7d',
  rows: [
    {
      title: 'How does today look?',
      panels: [
        stat({
          title: 'How many orders came in?',
          description: 'Orders placed within a day, paid or not.',
          unit: units.Short,
          page: '/operator/queue',
          decimals: 0,
          queries: [{ expr: countedInADay('orders_placed_total'), legend: 'orders' }],
        }),
        stat({
          title: 'What did we take?',
          description:
            'Totals of the orders that were paid within a day. Refunds are not deducted.',
          unit: units.Dollars,
          page: '/operator/money',
          decimals: 2,
          queries: [
            { expr: `(${countedInADay('order_revenue_cents_total')}) / 100`, legend: 'taken' },
          ],
        }),
        stat({
          title: 'How many orders shipped?',
          description: 'Orders that became SHIPPED within a day.',
          unit: units.Short,
          page: '/operator/throughput',
          decimals: 0,
          queries: [
            {
              expr: countedInADay('order_status_changes_total{status="SHIPPED"}'),
              legend: 'shipped',
            },
          ],
        }),
        stat({
          title: 'When would a new order ship?',
          description: 'Estimated days until a standard order that is placed now is shipped.',
          unit: units.Days,
          page: '/operator',
          decimals: 0,
          bounds: { warning: 5, critical: 10 },
          queries: [{ expr: 'max(lead_time_days)', legend: 'lead time' }],
        }),
        stat({
          title: 'How much is there to print?',
          description: 'Machine hours of the parts of paid orders that are not printed yet.',
          unit: units.Hours,
          page: '/operator',
          decimals: 0,
          queries: [{ expr: 'max(backlog_hours)', legend: 'backlog' }],
        }),
        stat({
          title: 'Is any money unsettled?',
          description: 'Age of the oldest charge or refund without a known outcome.',
          unit: units.DurationSeconds,
          page: '/operator/money',
          bounds: { warning: 300, critical: 900 },
          queries: [
            {
              expr: 'max(queue_oldest_seconds{queue=~"unsettled_charges|unsettled_refunds"})',
              legend: 'oldest',
            },
          ],
        }),
      ],
    },
    {
      title: 'Do orders move?',
      panels: [
        series({
          title: 'How do orders come in?',
          description: 'Orders an hour by the way they came.',
          unit: units.Short,
          page: '/operator/throughput',
          stacked: true,
          queries: [
            { expr: countedWithin('1h', 'orders_placed_total', 'source'), legend: '{{source}}' },
          ],
        }),
        series({
          title: 'Do orders move on?',
          description:
            'Changes an hour to each status. A line that ends shows the step that stopped.',
          unit: units.Short,
          page: '/operator/throughput',
          queries: [
            {
              expr: countedWithin('1h', 'order_status_changes_total', 'status'),
              legend: '{{status}}',
            },
          ],
        }),
        series({
          title: 'Where are the orders?',
          description: 'Orders in each status before shipping.',
          unit: units.Short,
          page: '/operator/queue',
          stacked: true,
          queries: [
            {
              expr: `max by (queue) (queue_depth{queue=~"${orderQueues}"})`,
              legend: '{{queue}}',
            },
          ],
        }),
        series({
          title: 'Are orders late?',
          description:
            'Age of the oldest paid order in each status since it was placed, and the lead time. Above that line it is late.',
          unit: units.DurationSeconds,
          page: '/operator/queue',
          queries: [
            {
              expr: `max by (queue) (queue_oldest_seconds{queue=~"${orderQueues}"})`,
              legend: '{{queue}}',
            },
            { expr: 'max(lead_time_days) * 86400', legend: 'lead time' },
          ],
        }),
        series({
          title: 'Does the backlog grow?',
          description:
            'Machine hours of the parts of paid orders that are not printed yet, now and a week ago.',
          unit: units.Hours,
          page: '/operator',
          queries: [
            { expr: 'max(backlog_hours)', legend: 'backlog' },
            { expr: 'max(backlog_hours offset 1w)', legend: 'a week ago' },
          ],
        }),
        series({
          title: 'Do prints succeed?',
          description: 'Print jobs of the farm that ended within an hour, by outcome.',
          unit: units.Short,
          page: '/operator/jobs',
          stacked: true,
          queries: [
            { expr: countedWithin('1h', 'print_jobs_total', 'outcome'), legend: '{{outcome}}' },
          ],
        }),
        series({
          title: 'How long do print jobs wait?',
          description: 'Age of the oldest print job that no printer has finished taking.',
          unit: units.DurationSeconds,
          page: '/operator/jobs',
          bounds: { critical: 43200 },
          queries: [
            {
              expr: 'max(queue_oldest_seconds{queue="print_jobs"})',
              legend: 'oldest',
            },
          ],
        }),
        series({
          title: 'How long does the filament last?',
          description:
            'Days until the first color of a material is used up. A material that is missing was not used.',
          unit: units.Days,
          page: '/operator/filament',
          queries: [{ expr: 'min by (material) (filament_days_left)', legend: '{{material}}' }],
        }),
        series({
          title: 'Which filament is short?',
          description: 'Grams that paid orders need and no spool has, by material.',
          unit: units.Gram,
          page: '/operator/filament',
          bounds: { critical: 1 },
          queries: [{ expr: 'max by (material) (filament_short_grams)', legend: '{{material}}' }],
        }),
      ],
    },
    moneyRow,
    mailRow,
  ],
})
