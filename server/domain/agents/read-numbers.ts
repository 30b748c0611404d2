// Reads infill, layer height and nozzle from a text.

import { type NozzleFlow, nozzleDiametersMm } from '../catalog/options.ts'
import { decimal, type Pattern, readStated, type StatedValue } from './stated.ts'

const percent = ([, digits]: RegExpExecArray): number | null => decimal(digits)

const infills: readonly Pattern<number>[] = [
  [/(?<![\d.,])(\d{1,3})\s*(?:%|per ?cent)\s*(?:infill|fill|filled|density|solid)\b/gi, percent],
  [
    /\b(?:infill|fill|density)(?:\s+density)?\s*(?:of|at|is|to|:|=)?\s*(\d{1,3})(?![.,]?\d)\s*(?:%|per ?cent)?/gi,
    percent,
  ],
  [/\b(?:fully|completely) solid\b|\bprint(?:ed)? (?:it )?solid\b/gi, () => 100],
]

/** Reads the infill in percent. */
export const readInfill = (text: string): StatedValue<number> => readStated(text, infills)

const millimeters = ([, digits]: RegExpExecArray): number | null => decimal(digits)

const layerHeights: readonly Pattern<number>[] = [
  [/(?<![\d.,])(\d?[.,]\d+)\s*(?:mm)?[\s-]*(?:thick\s+)?layers?\b/gi, millimeters],
  [/\blayers?(?:\s+heights?)?\s*(?:of|at|is|:|=)?\s*(\d?[.,]\d+)/gi, millimeters],
  [/(?<!\d)(\d{2,3})\s*(?:µm|um|microns?)[\s-]*layers?\b/gi, ([, digits]) => Number(digits) / 1000],
]

/** Reads the layer height in mm. */
export const readLayerHeight = (text: string): StatedValue<number> => readStated(text, layerHeights)

const nozzle = ([, digits]: RegExpExecArray): number | null =>
  nozzleDiametersMm.find((diameter) => diameter === decimal(digits)) ?? null

const nozzles: readonly Pattern<number>[] = [
  [/(?<![\d.,])(\d?[.,]\d+|\d)\s*(?:mm)?[\s-]*nozzle\b/gi, nozzle],
  [/\bnozzle(?:\s+(?:diameter|size))?\s*(?:of|is|:|=)?\s*(\d?[.,]\d+|\d)(?![\d%])/gi, nozzle],
]

/** Reads the nozzle diameter in mm. A diameter that the farm does not have is unclear. */
export const readNozzle = (text: string): StatedValue<number> => readStated(text, nozzles)

const flows: readonly Pattern<NozzleFlow>[] = [
  [/\bhigh[ -]flow\b/gi, () => 'high'],
  [/\b(?:standard|normal)[ -]flow\b/gi, () => 'standard'],
]

export const readNozzleFlow = (text: string): StatedValue<NozzleFlow> => readStated(text, flows)
