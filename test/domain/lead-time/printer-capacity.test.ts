// Capacity from the printers of invented farms.
import { describe, expect, test } from 'bun:test'
import { measureCapacity } from '../../../server/domain/lead-time/capacity.ts'
import type {
  FarmDay,
  FarmLoad,
  FarmPrinters,
  PrinterModel,
} from '../../../server/domain/lead-time/farm-load.ts'
import { farmPace, shipsInDays, workOf } from '../../../server/domain/lead-time/lead-time.ts'
import { timeFactorOf } from '../../../server/domain/lead-time/printer-capacity.ts'

const idle: FarmDay = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }
const busy: FarmDay = { arrivedHours: 50, finishedHours: 50, finishedOrders: 5, droppedHours: 0 }
const model = (changes: Partial<PrinterModel> = {}): PrinterModel => ({
  model: 'MK4',
  printers: 10,
  prints: 0,
  timeRatio: null,
  ...changes,
})
const farm = (printers: Partial<FarmPrinters>, days: readonly FarmDay[] = []): FarmLoad => ({
  queuedOrders: 1,
  queuedHours: 1_000,
  today: idle,
  days,
  packingDays: null,
  shippedOrders: 0,
  printers: { models: [model()], days: [], defaultHoursPerDay: 20, ...printers },
})

describe('hours per day', () => {
  test('equal the setting for every printer in service, until three busy days are known', () => {
    const days = [{ printedHours: 60, printers: 10 }]
    const load = farm({ models: [model(), model({ model: null, printers: 2 })], days }, [busy])
    expect(measureCapacity(load)).toMatchObject({ machineHoursPerDay: 240, basis: 'default' })
  })

  test('are measured per printer, and a farm that grew has more of them', () => {
    // (100 + 80 + 60) h of 10 + 10 + 10 printers: 8 h each; the farm now has 40 printers.
    const days = [100, 80, 60].map((printedHours) => ({ printedHours, printers: 10 }))
    const load = farm({ models: [model({ printers: 40 })], days }, [busy, busy, busy])
    expect(measureCapacity(load)).toMatchObject({ machineHoursPerDay: 320, basis: 'measured' })
  })

  test('exclude days that ended with an empty queue', () => {
    const days = [10, 10, 10].map((printedHours) => ({ printedHours, printers: 10 }))
    const load = farm({ days }, [busy, busy, busy])
    expect(measureCapacity({ ...load, queuedHours: 0 })).toMatchObject({ machineHoursPerDay: 200 })
  })

  test('are four printers of 20 hours when none is in service', () => {
    const load = farm({ models: [] })
    expect(measureCapacity(load)).toEqual({
      machineHoursPerDay: 80,
      basis: 'default',
      busyDays: 0,
    })
  })
})

describe('the time factor', () => {
  test('is the median of the model, within bounds, once there are five prints', () => {
    const factor = (prints: number, timeRatio: number | null) =>
      timeFactorOf(model({ prints, timeRatio }))
    expect([
      factor(4, 1.5),
      factor(5, 1.5),
      factor(20, 9),
      factor(20, 0.1),
      factor(0, null),
    ]).toEqual([1, 1.5, 3, 0.5, 1])
  })

  test('of several models is weighted by their printers, and slows the farm', () => {
    // 10 printers at 1.25 and 30 at 1: 1.0625; 40 x 20 / 1.0625
    const models = [
      model({ prints: 20, timeRatio: 1.25 }),
      model({ model: 'Voron', printers: 30, prints: 20, timeRatio: 1 }),
    ]
    expect(measureCapacity(farm({ models })).machineHoursPerDay).toBeCloseTo(800 / 1.0625, 6)
  })

  test('applies to a single part as well', () => {
    const load = { ...farm({ models: [model({ prints: 20, timeRatio: 2 })] }), queuedHours: 0 }
    // 15 h take 30 h at the printer: 1.5 days of 20 h, and one packing day.
    expect(shipsInDays(farmPace(load), workOf([{ hours: 15, quantity: 1 }]))).toBe(3)
  })
})
