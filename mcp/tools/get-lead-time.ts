// get_lead_time: when an order would ship, from the farm's queue and its recent output.
import * as v from 'valibot'
import { domesticCountry, transitText } from '../../server/domain/catalog/countries.ts'
import { farmDefaults } from '../../server/domain/lead-time/capacity.ts'
import { capacityBases, historyDays } from '../../server/domain/lead-time/farm-load.ts'
import {
  type LeadTime,
  orderCounts,
  readLeadTime,
  standardOrder,
} from '../../server/domain/lead-time/lead-time.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import {
  estimateGramsRange,
  estimateQuantityRange,
} from '../../server/domain/pricing/estimate-weight.ts'
import { readsHere } from '../annotations.ts'
import { toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { integer, number, text, timeouts, wholeNumber } from './fields.ts'

const basis = v.picklist(capacityBases)

const counts = new Intl.ListFormat('en-GB').format(orderCounts.map(String))

const output = v.object({
  estimates: v.pipe(
    v.array(
      v.object({
        orders: integer('Number of equal orders, placed now.'),
        ships_in_days: integer('Days until the last of them is handed to the carrier.'),
      }),
    ),
    v.description(`For ${counts} orders. Estimates, not promises.`),
  ),
  order: v.object({
    grams: integer('Per part.'),
    quantity: integer('Parts in one order.'),
    print_hours: number('Machine hours of one such order.'),
  }),
  queue: v.object({
    orders: integer('Paid orders that are not printed yet.'),
    print_hours: number('Their machine hours.'),
  }),
  capacity: v.object({
    print_hours_per_day: number('Machine hours that the farm completes in a day.'),
    basis: v.pipe(
      basis,
      v.description(
        "measured: from days that ended with orders waiting; default: the farm's default while there are too few such days.",
      ),
    ),
    busy_days: integer('Days that the measurement is based on.'),
    days_looked_back: integer('Length of the period that is measured.'),
  }),
  packing: v.object({
    days: number('From the end of printing to the carrier.'),
    basis: v.pipe(basis, v.description('The median of shipped orders, or the default.')),
  }),
  note: text('What the estimate is based on, in words.'),
})

type Output = v.InferOutput<typeof output>

export const getLeadTime = defineTool({
  name: 'get_lead_time',
  title: 'Estimate when an order would ship',
  description: `Estimates in how many days 1, 10, 100 and 1000 such orders would ship if placed now, from the paid orders waiting to be printed and what the farm finished in the last ${historyDays} days; says which figures are measured and which are defaults. Transit comes on top. No promise.

Free, needs no key. Use it before ordering or to plan a batch; for an existing order use track_order or get_order, for a price quote_print or estimate_price. A refusal names the argument to change.`,
  arguments: {
    grams: v.pipe(
      v.optional(
        v.pipe(v.number(), v.minValue(estimateGramsRange.min), v.maxValue(estimateGramsRange.max)),
      ),
      v.description(
        `Weight of one part; a standard order of ${standardOrder.grams} g when omitted.`,
      ),
    ),
    quantity: v.pipe(wholeNumber(estimateQuantityRange, 1), v.description('Parts in one order.')),
  },
  output,
  annotations: readsHere,
  cost: 'free',
  auth: 'public',
  allowances: agentToolAllowances.get_lead_time,
  timeoutMs: timeouts.read,
  run: async ({ deps }, { grams, quantity }) => {
    const lead = await readLeadTime(deps, { grams: grams ?? null, quantity })
    const fields = fieldsOf(lead)
    const [one, ...more] = fields.estimates
    const rest = more.map(({ orders, ships_in_days }) => `${orders} in ${days(ships_in_days)}`)
    return toolResult(
      `One order of ${lead.quantity} x ${lead.gramsPerPart} g would ship in about ${days(one?.ships_in_days ?? 1)}; ${rest.join(', ')}. ${fields.note} quote_print makes a firm price for a model.`,
      fields,
    )
  },
})

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const roundTo2 = (value: number) => Math.round(value * 100) / 100

function fieldsOf(lead: LeadTime): Output {
  const { capacity } = lead
  return {
    estimates: lead.estimates.map(({ orders, shipsInDays }) => ({
      orders,
      ships_in_days: shipsInDays,
    })),
    order: {
      grams: lead.gramsPerPart,
      quantity: lead.quantity,
      print_hours: roundTo2(lead.hoursPerOrder),
    },
    queue: { orders: lead.queuedOrders, print_hours: roundTo2(lead.queuedHours) },
    capacity: {
      print_hours_per_day: roundTo2(capacity.machineHoursPerDay),
      basis: capacity.basis,
      busy_days: capacity.busyDays,
      days_looked_back: lead.historyDays,
    },
    packing: { days: roundTo2(lead.packingDays), basis: lead.packingBasis },
    note: noteOf(lead),
  }
}

function printersOf({ printers }: LeadTime['capacity']): string {
  const { printers: usual, hoursPerPrinterDay } = farmDefaults
  const count = printers?.count ?? usual
  return `${count} ${count === 1 ? 'printer' : 'printers'} at ${printers?.hoursPerDay ?? hoursPerPrinterDay} hours`
}

function noteOf({
  capacity,
  queuedOrders,
  packingBasis,
  historyDays: lookbackDays,
}: LeadTime): string {
  const waiting = `${queuedOrders} paid ${queuedOrders === 1 ? 'order waits' : 'orders wait'} before it`
  const speed =
    capacity.basis === 'measured'
      ? `the farm's speed was measured on ${capacity.busyDays} busy days of the last ${lookbackDays}`
      : `there is too little history to measure the farm's speed, so it is taken as ${printersOf(capacity)} a day`
  const packing =
    packingBasis === 'measured'
      ? 'packing takes its median of those days'
      : `packing is taken as ${days(farmDefaults.packingDays)}`
  return `An estimate: ${waiting}, ${speed}, and ${packing}. Transit comes on top: ${transitText(domesticCountry)} within the US; list_materials has the other countries.`
}
