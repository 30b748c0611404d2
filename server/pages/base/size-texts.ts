// Lengths, areas and volumes in the language of a page. The digits are those of `server/domain/models/size-text.ts`,
// whose texts are the English ones.
import type { ScriptWords } from '../languages/script-words.ts'

/** 80 -> "80.0 mm", 0.83 -> "0.83 mm". */
export function sizeIn(words: ScriptWords, mm: number): string {
  const [text, isTiny] = lengthOf(words, mm)
  return isTiny ? words.text('fact.under', { size: `${text} mm` }) : `${text} mm`
}

/** "80.0 × 40.0 × 12.0 mm". */
export const sizesIn = (words: ScriptWords, sizes: readonly number[]): string =>
  `${sizes
    .map((mm) => {
      const [text, isTiny] = lengthOf(words, mm)
      return isTiny ? words.text('fact.under', { size: text }) : text
    })
    .join(' × ')} mm`

/** Returns the number, and whether the length is below it. */
function lengthOf(words: ScriptWords, mm: number): readonly [text: string, isTiny: boolean] {
  const isTiny = mm > 0 && mm < 0.005
  return isTiny ? [words.number(0.01), true] : [words.fixed(mm, mm >= 10 ? 1 : 2), false]
}

/** 26.318 -> "26.3 cm³". */
export function volumeIn(words: ScriptWords, cm3: number): string {
  if (cm3 > 0 && cm3 < 0.0005) {
    return words.text('fact.under', { size: `${words.number(0.001)} cm³` })
  }
  return `${words.fixed(cm3, cm3 >= 100 ? 0 : cm3 >= 1 ? 1 : 3)} cm³`
}

/** 56.3 -> "56 mm²", 1250 -> "12.5 cm²". */
export const areaIn = (words: ScriptWords, mm2: number): string =>
  mm2 < 100
    ? `${words.exact(Math.max(1, Math.round(mm2)))} mm²`
    : `${words.exact(Math.round(mm2 / 10) / 10)} cm²`
