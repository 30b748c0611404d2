// Seeded random inputs for price comparisons: realistic inputs, and inputs near the edges of the rules (whole grams,
// half cents, bulk steps, postage thresholds, the $1.00 minimum, the overtime allowance).

import type { Random } from '../seeded-random.ts'
import {
  type EstimateInput,
  MATERIALS,
  type Material,
  type MeshOrder,
  type Plate,
  QUALITIES,
  type Quality,
  type SlicedOrder,
  type StockColor,
  type Usage,
} from './naive-pricer.ts'

const COUNTRIES = 'US CA GB AU DE FR IN NL IE NZ SE IT ES MX'.split(' ')
const QUANTITIES = [1, 1, 1, 2, 3, 4, 5, 6, 9, 10, 11, 25, 49, 50]
const INFILLS = [10, 11, 15, 20, 20, 20, 33, 50, 99, 100]
const NOZZLES = [0.2, 0.4, 0.4, 0.6, 0.8]
/**
 * Deviations from a whole gram. Those within 1e-6 count as whole; none is close enough to the limit to be ambiguous.
 */
const NOISE_GRAMS = [0, 0, 1e-9, -1e-9, 0.4e-6, -0.4e-6, 0.9e-6, -0.9e-6, 1.1e-6, -1.1e-6, 5e-6]

export function randomMeshOrder(random: Random, stock: readonly StockColor[]): MeshOrder {
  const part = randomPart(random, stock)
  const infill = random() < 0.6 ? pick(random, INFILLS) : between(random, 10, 100)
  const country = random() < 0.5 ? 'US' : pick(random, COUNTRIES)
  const perGram = (0.3 + 0.007 * infill) * Number(MATERIALS[part.material].density)
  const volumeCm3 =
    random() < 0.35
      ? 10 ** (random() * 6.5 - 2)
      : Math.max(1e-9, (edgeGrams(random, part, country) + pick(random, NOISE_GRAMS)) / perGram)
  return { ...part, ...randomMachine(random), volumeCm3, infill, country }
}

export function randomSlicedOrder(random: Random, stock: readonly StockColor[]): SlicedOrder {
  const part = randomPart(random, stock)
  const country = random() < 0.5 ? 'US' : pick(random, COUNTRIES)
  const density = Number(MATERIALS[part.material].density)
  const count = random() < 0.8 ? 1 : between(random, 2, 4)
  const plates = Array.from({ length: count }, () => {
    const grams = random() < 0.5 ? edgeGrams(random, part, country) : random() * 2000 + 0.01
    return randomPlate(random, grams, density)
  })
  return { ...part, ...randomMachine(random), plates, country }
}

/** Returns a box that fits the build volume. */
export function randomEstimate(random: Random, stock: readonly StockColor[]): EstimateInput {
  const part = randomPart(random, stock)
  const side = () => {
    if (random() < 0.3) return pick(random, [20, 25, 40, 50, 100, 125, 200, 250, 300, 320])
    const step = pick(random, [1, 10, 1000])
    return between(random, 1, 320 * step) / step
  }
  const quantity = random() < 0.9 ? part.quantity : between(random, 51, 100_000)
  const estimate = { ...part, quantity, x: side(), y: side(), z: side() }
  return random() < 0.1 ? { ...estimate, x: 340, z: 340 } : estimate
}

/**
 * Returns form fields as text, valid and invalid, for the functions that read quantity, infill, nozzle and layer
 * height.
 */
export function randomField(random: Random): string | undefined {
  const odd = [
    '',
    ' ',
    '0',
    '-1',
    '1e1',
    '0x10',
    'abc',
    '12abc',
    'NaN',
    'Infinity',
    '-0',
    '.5',
    '5.',
    '١',
    '1,5',
  ]
  const near = [
    0.039, 0.04, 0.079, 0.08, 0.15, 0.2, 0.3, 0.301, 0.4, 0.45, 0.6, 0.601, 0.8, 1, 9, 10, 50, 51,
    100, 101,
  ]
  const kind = random()
  if (kind < 0.1) return undefined
  if (kind < 0.3) return pick(random, odd)
  if (kind < 0.6) return String(pick(random, near))
  if (kind < 0.8) return String(between(random, -5, 210))
  return (random() * pick(random, [1, 60, 120])).toFixed(between(random, 0, 4))
}

type Part = { material: Material; quality: Quality; quantity: number; color: string | undefined }

function randomPart(random: Random, stock: readonly StockColor[]): Part {
  const materials: readonly Material[] = ['pla', 'petg', 'abs', 'asa', 'tpu']
  const quality: Quality = random() < 0.6 ? 'standard' : 'premium'
  const quantity = random() < 0.8 ? pick(random, QUANTITIES) : between(random, 1, 50)
  return { material: pick(random, materials), quality, quantity, color: randomColor(random, stock) }
}

function randomColor(random: Random, stock: readonly StockColor[]): string | undefined {
  const spool = pick(random, stock)
  const hex = spool.hex.replace('#', '')
  const short = hex.replaceAll(/(.)\1/g, '$1')
  const offStock = ['Default', 'Magenta', '#123457', '12345', '#12', 'blackish', 'Sakura  Pink', '']
  const mixed = spool.name.replaceAll(/[a-z]/gi, (letter) =>
    random() < 0.5 ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return pick(random, [
    undefined,
    spool.name,
    mixed,
    `#${hex.toUpperCase()}`,
    hex.toLowerCase(),
    short.length === 3 ? `#${short}` : spool.name,
    pick(random, offStock),
  ])
}

function randomMachine(random: Random) {
  const nozzleDiameter = pick(random, NOZZLES)
  const thousandths = between(random, nozzleDiameter * 200, nozzleDiameter * 750)
  const layerHeight = random() < 0.5 ? Math.min(0.2, nozzleDiameter * 0.75) : thousandths / 1000
  const nozzleFlow = random() < 0.7 ? ('standard' as const) : ('high' as const)
  return { nozzleDiameter, layerHeight: Number(layerHeight.toFixed(3)), nozzleFlow }
}

/** Returns whole grams for which the price of the part is near an edge: a threshold, the minimum, or a half cent. */
function edgeGrams(random: Random, part: Part, country: string): number {
  const rate = random() < 0.5 ? 0.2 : Number(MATERIALS[part.material].rate)
  const bulk = part.quantity >= 10 ? 0.9 : part.quantity >= 5 ? 0.95 : 1
  const perGram = rate * Number(QUALITIES[part.quality]) * bulk
  const threshold = country === 'US' ? 50 : 500
  const target = pick(random, [threshold / part.quantity, 1, 1, 10 * random(), 100 * random()])
  return Math.max(1, Math.round(target / perGram) + between(random, -2, 2))
}

/**
 * Returns one plate of about the given grams, stated as weight, volume or length with two decimals, as slicers do.
 */
function randomPlate(random: Random, grams: number, density: number): Plate {
  const filaments = random() < 0.8 ? 1 : 2
  const each = grams / filaments
  const usage = Array.from({ length: filaments }, (): Usage => {
    const form = random()
    if (form < 0.5) return { grams: atLeast(each, 2) }
    if (form < 0.7) return { volumeCm3: atLeast(each / density, 2) }
    const diameterMm = random() < 0.8 ? 1.75 : 2.85
    const lengthMm = atLeast(((each / density) * 1000) / (Math.PI * (diameterMm / 2) ** 2), 2)
    return diameterMm === 1.75 && random() < 0.5 ? { lengthMm } : { lengthMm, diameterMm }
  })
  const allowance = (grams / (density * 16)) * 3600
  const seconds = pick(random, [
    Math.floor(allowance),
    Math.ceil(allowance),
    Math.ceil(allowance) + between(random, 0, 120),
    Math.ceil(allowance * (0.3 + 3 * random())),
    Math.round(allowance / 60) * 60,
  ])
  return { usage, seconds: Math.max(1, seconds) }
}

function atLeast(value: number, digits: number): string {
  return Math.max(value, 10 ** -digits).toFixed(digits)
}

function between(random: Random, lowest: number, highest: number): number {
  return Math.round(lowest + random() * (highest - lowest))
}

function pick<T>(random: Random, values: readonly T[]): T {
  const at = Math.floor(random() * values.length)
  for (const value of values.slice(at, at + 1)) return value
  throw new RangeError('nothing to pick from')
}
