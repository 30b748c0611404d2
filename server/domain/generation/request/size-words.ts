// Reads the size of a model from its description: "8 cm tall", "60 x 40 x 20 mm", "acht Zentimeter hoch", "palm-sized".
// Ignores lengths that measure something else, such as a wall, a hole, or a pen to be held.

import { mmPerUnit } from '../../models/format.ts'

export type SizeInWords = {
  /** The longest side. */
  readonly mm: number
  /** The matched words, for a message. */
  readonly said: string
}

const unitNames: readonly (readonly [mm: number, names: string])[] = [
  [
    mmPerUnit.mm,
    'mm|millimet(?:er|re)s?|millimetern?|millimètres?|milímetros?|millimetr[oi]|milimetros?|миллиметр\\p{L}*|мм|毫米|ミリ(?:メートル)?',
  ],
  [
    mmPerUnit.cm,
    'cm|centimet(?:er|re)s?|(?:z|c)entimetern?|centimètres?|centímetros?|centimetr[oi]|centimetros?|см|сантиметр\\p{L}*|厘米|公分|センチ(?:メートル)?',
  ],
  [100, 'dm|decimet(?:er|re)s?|dezimetern?|decímetros?'],
  [mmPerUnit.m, 'm|met(?:er|re)s?|metern?|mètres?|metros?|metr[oi]|米'],
  [
    mmPerUnit.in,
    "in(?=[.,;:)\\-]|\\s*(?:$|x|by|tall|high|wide|long|deep|across|cubes?|figurines?|statues?)(?!\\p{L}))|inch(?:es)?|zoll|pouces?|pulgadas?|pollic[ei]|polegadas?|duim|[\"″”]|''",
  ],
  [mmPerUnit.ft, "ft|foot|feet|fuß|fuss|pieds?|pies?|piedi|['′]"],
]

const numberWords: readonly (readonly [value: number, words: string])[] = [
  [0.5, 'half an?|ein(?:en)? halber|ein halbes|une? demi|medi[oa]|mezz[oa]'],
  [1, 'one|an?|ein(?:en|e)?|une?|una|uno|een'],
  [2, 'two|zwei|deux|dos|due|twee|dois'],
  [3, 'three|drei|trois|tres|tre|drie|três'],
  [4, 'four|vier|quatre|cuatro|quattro|quatro'],
  [5, 'five|fünf|cinq|cinco|cinque|vijf'],
  [6, 'six|sechs|seis|sei|zes'],
  [7, 'seven|sieben|sept|siete|sette|zeven|sete'],
  [8, 'eight|acht|huit|ocho|otto|oito'],
  [9, 'nine|neun|neuf|nueve|nove|negen'],
  [10, 'ten|zehn|dix|diez|dieci|tien|dez'],
  [11, 'eleven|elf|onze|once|undici'],
  [12, 'twelve|zwölf|douze|doce|dodici|twaalf|doze'],
  [15, 'fifteen|fünfzehn|quinze|quince|quindici|vijftien'],
  [20, 'twenty|zwanzig|vingt|veinte|venti|twintig|vinte'],
  [25, 'twenty[- ]five|fünfundzwanzig|vingt-cinq|veinticinco|venticinque'],
  [30, 'thirty|dreißig|dreissig|trente|treinta|trenta|dertig|trinta'],
  [40, 'forty|vierzig|quarante|cuarenta|quaranta|veertig|quarenta'],
  [50, 'fifty|fünfzig|cinquante|cincuenta|cinquanta|vijftig|cinquenta'],
  [60, 'sixty|sechzig|soixante|sesenta|sessanta|zestig|sessenta'],
  [80, 'eighty|achtzig|quatre-vingts?|ochenta|ottanta|tachtig|oitenta'],
  [100, '(?:a |one )?hundred|(?:ein)?hundert|cent|cien|cento|honderd|cem'],
]

const units = unitNames.map(([, names]) => names).join('|')
const spelledNumbers = numberWords
  .map(([, names]) => names)
  .toReversed()
  .join('|')
const digits = '\\d+(?:[ -]\\d+/\\d+|/\\d+|[.,]\\d+)?(?:\\s?[½¼¾])?|[½¼¾]'
const number = `(?:${digits}|${spelledNumbers})`
const boundary = '(?<![\\p{L}\\d.,/])'
const unit = `(?:${units})(?![\\p{L}\\d])`
/** One length, or several joined lengths: "60 x 40 x 20 mm", "6 cm by 4 cm", "8-10 cm". */
const lengths = new RegExp(
  `${boundary}${number}(?:\\s*(?:${unit})?\\s*(?:x|×|\\*|by|mal|par|por|per|-|–|to|bis)\\s*${number}){0,2}[\\s-]*${unit}`,
  'giu',
)
const oneLength = new RegExp(`(${number})[\\s-]*(${unit})?`, 'giu')

/** Words next to a length that does not measure the complete model. */
const ofPart =
  '(?:thick|thickness|walls?|wall thickness|holes?|bores?|screws?|threads?|bolts?|magnets?|nozzles?|layers?|gaps?|clearance|tolerance|rods?|shafts?|' +
  'cables?|wires?|pens?|slots?|grooves?|engrav\\w*|raised|dick\\w*|stark\\w*|wand\\w*|wände|loch|löcher|bohrung\\w*|schraube\\w*|gewinde|spalt|' +
  'épaisseur|épais\\w*|trous?|parois?|vis|grosor|espesor|agujeros?|paredes?|tornillos?|spessore|spess\\w|for[oi]|paret[ei]|vit[ei]|dik\\w*|gat\\w*)'
const partAfter = new RegExp(
  `^(?:\\s+(?:deep|wide|tiefe[sn]?|breite[sn]?|de|di|of|d['’]))?[\\s-]*${ofPart}(?!\\p{L})`,
  'iu',
)
const partBefore = new RegExp(
  `(?<!\\p{L})${ofPart}(?:\\s+(?:of|von|de|di|in|are|is|about|at least|sind|ist|mindestens|ca\\.?))*[\\s:]*$`,
  'iu',
)
/** "a stand for a 15 cm figure": the length belongs to another object. */
const ofAnother =
  /(?<!\p{L})(?:for|fits|hold(?:s|ing)?|für|pour|para|per|voor)\s+(?:(?:an?|the|my|ein\w*|den|die|das|une?|le|la|un[oa]?|il|mi|een)\s+)?$/iu
/** A dimension word: the length definitely measures the model. */
const isDimension =
  /^[\s-]*(?:tall|high|height|long|length|wide|width|deep|across|in (?:height|length|width|diameter|size)|diameter|big|large|size|sized|hoch|hohe[rsn]?|höhe|lang\w*|länge|breit\w*|groß\w*|gross\w*|durchmesser|de (?:haut\w*|long\w*|larg\w*|diamètre)|(?:de )?(?:alt[oau]\w*|larg[oau]\w*|anch[oau]\w*|diámetro)|(?:di )?(?:altezza|lunghezza|larghezza|diametro)|hoog|breed|groot)(?!\p{L})/iu

/**
 * Quotation marks, as opposed to inch or foot marks: they open where no number ends, and close before a space or
 * punctuation.
 */
const quoted = [
  /(?<![\p{L}\p{N}'"])["“”„]([^"“”„]*)["“”](?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}'"])['‘]([^'’]*)['’](?![\p{L}\p{N}'])/gu,
]
/** Replaces quotations with blanks of the same length, so that positions do not change. */
const withoutQuotes = (text: string): string =>
  quoted.reduce((left, pattern) => left.replace(pattern, ' $1 '), text)

/** "the number 2\"": text on the model, with a closing quotation mark that has no opening one. */
const isMarked = /["″”'′]$/u
const ofText =
  /(?<!\p{L})(?:numbers?|numerals?|digits?|no\.|nr\.|says?|saying|reads?|reading|text|words?|letters?|labell?ed|nummer|zahl|ziffer|numéro|número|numero|chiffre|cifra)[\s:]*$/iu

type FoundSize = SizeInWords & { readonly isDimension: boolean }

/** Longer than a prompt may be, because a form is read before its length is checked. */
const maxReadCharacters = 2000

/** Objects of well-known size, in the languages of the numbers above. */
const comparisons: readonly (readonly [mm: number, pattern: RegExp])[] = [
  [25, /\b(?:coin|penny|thumbnail)[- ]?siz(?:ed?|e)\b|münzgroß|taille d['’]une pièce/iu],
  [60, /\b(?:thumb)[- ]sized?\b|daumengroß|taille d['’]un pouce|tamaño de(?: un| mi)? pulgar/iu],
  [65, /\begg[- ]sized?\b|eigroß|taille d['’]un œuf|tamaño de un huevo|grande come un uovo/iu],
  [
    90,
    /\bpalm[- ]sized?\b|\bfits? in (?:the |my |your )?palm\b|hand(?:teller|flächen)groß|taille (?:de la|d['’]une) paume|tamaño de (?:la|una) palma|grande come un palmo/iu,
  ],
  [
    100,
    /\b(?:fist|pocket)[- ]sized?\b|faustgroß|taille d['’]un poing|tamaño de un puño|grande come un pugno/iu,
  ],
  [180, /\bhand[- ]sized?\b|handgroß|taille d['’]une main|tamaño de una mano/iu],
]

/**
 * Returns the longest of the lengths that are called a dimension; if there are none, the longest of all lengths.
 * Ignores lengths without a unit. null if the text states no size.
 */
export function readSizeInWords(words: string): SizeInWords | null {
  const text = withoutQuotes(words.slice(0, maxReadCharacters))
  const found = [...text.matchAll(lengths)].flatMap((match) => readLength(text, match))
  const dimensions = found.filter((each) => each.isDimension)
  const candidates = dimensions.length > 0 ? dimensions : found
  const [longest] = candidates.toSorted((a, b) => b.mm - a.mm)
  if (longest !== undefined) return { mm: longest.mm, said: longest.said }
  for (const [mm, pattern] of comparisons) {
    const said = pattern.exec(text)?.[0]
    if (said !== undefined) return { mm, said }
  }
  return null
}

function readLength(text: string, match: RegExpExecArray): readonly FoundSize[] {
  const [said] = match
  const before = text.slice(Math.max(0, match.index - 60), match.index)
  const after = text.slice(match.index + said.length, match.index + said.length + 40)
  if (isMarked.test(said) && ofText.test(before)) return []
  if (partAfter.test(after) || partBefore.test(before) || ofAnother.test(before)) return []
  const each = [...said.matchAll(oneLength)]
  // "60 x 40 x 20 mm" and "6 cm by 40 mm": a number without a unit takes the unit of the next number.
  let unitMm = 1
  const sides: number[] = []
  for (const [, value = '', named] of each.toReversed()) {
    if (named !== undefined) unitMm = mmOf(named)
    const read = readNumber(value)
    if (read !== null) sides.push(read * unitMm)
  }
  const mm = Math.round(Math.max(0, ...sides) * 100) / 100
  return mm > 0 ? [{ mm, said: said.trim(), isDimension: isDimension.test(after) }] : []
}

const wholePattern = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'iu')
const unitPatterns = unitNames.map(([mm, names]) => [mm, wholePattern(names)] as const)
const wordPatterns = numberWords.map(([value, names]) => [value, wholePattern(names)] as const)

const mmOf = (text: string): number =>
  unitPatterns.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? 1

const fractions: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 }

function readNumber(text: string): number | null {
  const word = wordPatterns.find(([, pattern]) => pattern.test(text.trim()))
  if (word !== undefined) return word[0]
  const part = fractions[text.at(-1) ?? ''] ?? 0
  const plain = part === 0 ? text : text.slice(0, -1).trim()
  if (plain === '') return part
  const [, count = '0', over, under] =
    /^(\d+(?:[.,]\d+)?)?(?:[ -]?(\d+)\/(\d+))?$/.exec(plain) ?? []
  // "3/4" alone is matched as the number before the slash.
  const simple = /^(\d+)\/(\d+)$/.exec(plain)
  if (simple !== null) return Number(simple[1]) / Number(simple[2])
  const fraction = over === undefined ? 0 : Number(over) / Number(under)
  const read = Number(count.replace(',', '.')) + fraction + part
  return Number.isFinite(read) && read > 0 ? read : null
}
