// Reads material, quality and color from a text.

import { keysOf } from '../base/keys-of.ts'
import { hexInText } from '../base/text/hex-color.ts'
import { findStockColor, stockColors } from '../catalog/colors.ts'
import { isMaterial } from '../catalog/materials.ts'
import type { Material, Quality } from '../catalog/options.ts'
import { type Pattern, readStated, type StatedValue } from './stated.ts'

const materials: readonly Pattern<Material>[] = [
  [
    /\b(pla|petg|pet-g|abs|asa|tpu)\b(?!\+)/gi,
    ([, word = '']) => {
      const name = word.toLowerCase().replace('-', '')
      return isMaterial(name) ? name : null
    },
  ],
  [
    /\bpla\+|\b(?:nylon|polycarbonate|resin|wood|metal|alumini?um|steel|brass|peek|hips|pva|carbon fib(?:er|re))\b/gi,
    () => null,
  ],
]

export const readMaterial = (text: string): StatedValue<Material> => readStated(text, materials)

const qualities: readonly Pattern<Quality>[] = [
  [
    /\bpremium\b|\b(?:high|highest|best|fine)[ -](?:quality|detail|resolution)\b/gi,
    () => 'premium',
  ],
  [
    /\b(?:standard|normal|regular)[ -](?:quality|print)\b|\bquality\s*(?:is|:|=)?\s*standard\b/gi,
    () => 'standard',
  ],
]

export const readQuality = (text: string): StatedValue<Quality> => readStated(text, qualities)

/** Colors outside the stock. The farm prints them at the rate for other colors. */
const otherColors = [
  'blue',
  'orange',
  'pink',
  'purple',
  'violet',
  'magenta',
  'turquoise',
  'teal',
  'gray',
  'grey',
  'gold',
  'beige',
  'transparent',
  'natural',
  'olive',
  'maroon',
]
/** Two-word names precede one-word names, so that "mint green" does not match "green". */
export const colorWords: readonly string[] = [...keysOf(stockColors), ...otherColors].toSorted(
  (a, b) => b.length - a.length,
)
const shades = '(?:(?:light|dark|pale|bright|neon|navy|royal|sky)[ -])?'
/** "Mr. Brown" and "Green Street" are not colors. */
const colors: readonly Pattern<string>[] = [
  [
    new RegExp(
      `(?<!\\b(?:mr|mrs|ms|dr)\\.?\\s)\\b${shades}(?:${colorWords.join('|')})\\b(?!\\s+(?:street|st|road|rd|avenue|ave|lane|drive)\\b)`,
      'gi',
    ),
    ([word]) => findStockColor(word) ?? word.toLowerCase(),
  ],
  [hexInText, ([hex]) => findStockColor(hex) ?? hex.toLowerCase()],
]

/** Reads the name of a stock color, or another color in lowercase. */
export const readColor = (text: string): StatedValue<string> => readStated(text, colors)
