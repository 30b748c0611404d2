// The day derived from the seed: printers with their spools, and orders with their fate.
import type { Material } from '../../server/domain/catalog/options.ts'
import type { SizeMm } from '../../server/domain/farm/jobs/job.ts'
import type { Spool } from '../../server/domain/farm/printers/printer.ts'
import type { Priority } from '../../server/domain/orders/record/priority.ts'
import { createDice, type Dice } from '../lib/dice.ts'
import { type Part, parts } from './parts.ts'

export type DayOptions = {
  readonly printers: number
  readonly orders: number
  readonly seed: number
  /** One person does everything on the floor and at the desk, by the desk's pages, and ships each order. */
  readonly isOnePerson?: boolean
}

export type PrinterPlan = {
  readonly name: string
  readonly bedMm: SizeMm
  readonly nozzleMm: number
  readonly spools: readonly Spool[]
  /** Number of the program that drives it and four others. */
  readonly program: number
}

export type OrderPlan = {
  /** Hours from the beginning of the day; negative for earlier days. */
  readonly atHours: number
  readonly part: Part
  readonly quantity: number
  readonly material: Material
  /** Null: no color is named. */
  readonly color: string | null
  readonly nozzleMm: number
  readonly infill: number
  readonly priority: Priority
  /** Hours from its acceptance to its cancellation; null: never. */
  readonly cancelledAfterHours: number | null
  readonly held: { readonly afterHours: number; readonly forHours: number } | null
}

export type DayPlan = {
  readonly printers: readonly PrinterPlan[]
  readonly orders: readonly OrderPlan[]
  /** Dice for events during the day. */
  readonly dice: Dice
}

/** Beds, in the proportions of the list. */
const kinds = [
  { kind: 'mk4', bedMm: [250, 210, 220], nozzleMm: 0.4, slots: 1 },
  { kind: 'mini', bedMm: [180, 180, 180], nozzleMm: 0.4, slots: 4 },
  { kind: 'mk4', bedMm: [250, 210, 220], nozzleMm: 0.4, slots: 1 },
  { kind: 'wide', bedMm: [350, 350, 340], nozzleMm: 0.4, slots: 1 },
  { kind: 'mk4', bedMm: [250, 210, 220], nozzleMm: 0.4, slots: 1 },
  { kind: 'coarse', bedMm: [250, 210, 220], nozzleMm: 0.6, slots: 1 },
  { kind: 'mini', bedMm: [180, 180, 180], nozzleMm: 0.4, slots: 4 },
  { kind: 'mk4', bedMm: [250, 210, 220], nozzleMm: 0.4, slots: 1 },
  { kind: 'wide', bedMm: [350, 350, 340], nozzleMm: 0.4, slots: 1 },
  { kind: 'mk4', bedMm: [250, 210, 220], nozzleMm: 0.4, slots: 1 },
] as const

const printersPerProgram = 5
export const spoolGrams = 1000

const materialWeights = { pla: 60, petg: 22, asa: 6, abs: 6, tpu: 6 } as const
const colorWeights = {
  pla: { Black: 34, White: 24, Silver: 10, Red: 10, Green: 6, none: 16 },
  petg: { Black: 50, White: 25, none: 25 },
  asa: { Black: 80, none: 20 },
  abs: { Black: 80, none: 20 },
  tpu: { Black: 80, none: 20 },
} as const satisfies Record<Material, Record<string, number>>

const quantityWeights = { '1': 74, '2': 10, '3': 5, '4': 4, '6': 3, '10': 2.5, '20': 1.5 }

/** Share of the orders that already wait when the day begins. */
const backlogShare = 0.4
export const dayHours = 24
/** Hours in which the other orders arrive. */
const openHours = 12

export function planDay({ printers, orders, seed }: DayOptions): DayPlan {
  const dice = createDice(seed)
  return {
    printers: Array.from({ length: printers }, (_, at) => planPrinter(dice, at)),
    orders: Array.from({ length: orders }, () => planOrder(dice)).toSorted(
      (one, other) => one.atHours - other.atHours,
    ),
    dice,
  }
}

function planPrinter(dice: Dice, at: number): PrinterPlan {
  const { kind, bedMm, nozzleMm, slots } = kinds[at % kinds.length] ?? kinds[0]
  return {
    name: `${kind}-${at + 1}`,
    bedMm,
    nozzleMm,
    spools: Array.from({ length: slots }, (_, slot) => planSpool(dice, slot + 1)),
    program: Math.floor(at / printersPerProgram),
  }
}

function planSpool(dice: Dice, slot: number): Spool {
  const material = dice.weighted(materialWeights)
  const color = pickColor(dice, material) ?? 'Black'
  return { slot, material, color, gramsLeft: dice.between(150, spoolGrams) }
}

function pickColor(dice: Dice, material: Material): string | null {
  const color = dice.weighted<string>(colorWeights[material])
  return color === 'none' ? null : color
}

function planOrder(dice: Dice): OrderPlan {
  const hours = (least: number, most: number) => dice.between(least * 60, most * 60) / 60
  const isBacklog = dice.chance(backlogShare)
  const isCoarse = dice.chance(0.08)
  const material = dice.weighted(materialWeights)
  const name = dice.weighted(Object.fromEntries(parts.map((known) => [known.name, known.weight])))
  const part = parts.find((known) => known.name === name)
  if (part === undefined) throw new Error(`no part ${name}`)
  const quantity = Number(dice.weighted(quantityWeights))
  return {
    // Orders of earlier days were promised for today and tomorrow.
    atHours: isBacklog ? -hours(20, 46) : hours(0, openHours),
    part,
    quantity: part.weight < 4 ? Math.min(quantity, 4) : quantity,
    material,
    color: pickColor(dice, material),
    nozzleMm: isCoarse ? 0.6 : 0.4,
    infill: dice.chance(0.2) ? 40 : 20,
    priority: dice.weighted({ normal: 92, high: 5, urgent: 2, low: 1 }),
    cancelledAfterHours: dice.chance(0.03) ? hours(0, 6) : null,
    held: dice.chance(0.05) ? { afterHours: hours(0, 6), forHours: hours(1, 5) } : null,
  }
}
