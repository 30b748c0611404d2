// Replaces numbers in a text that are not a number of parts: sizes, addresses, prices, dates, settings and names. Runs
// before the quantity is read.
import { hexInText } from '../base/text/hex-color.ts'

/** Replaces a number that is not a quantity. The readers treat it as an adjective ("5 ¤ cubes" for "5 20mm cubes"). */
export const blank = '¤'
/** Replaces a number that may be a quantity or leaves it open ("2 or 3", "at least 5"). */
export const open = '¿'

const lengths =
  '(?:mm|millimet(?:er|re)s?|cm|centimet(?:er|re)s?|met(?:er|re)s?|m|inch(?:es)?|"|ft|foot|feet)(?![\\p{L}\\d])'
const measures =
  '(?:%|(?:per ?cent|[µμ]m|um|microns?|kg|g|gr|grams?|gramm|kilos?|lbs?|pounds?|oz|ounces?|mb|degrees?|°\\s?[cf]?|[cf]|layers?|walls?|perimeters?|' +
  "shells?|hours?|hrs?|h|minutes?|mins?|seconds?|(?:business |working )?days?|weeks?|months?|years?|[ap]m|o['’]clock|dollars?|usd|bucks|cents?|" +
  'euros?|eur|gbp|colou?rs?)(?![\\p{L}\\d]))'
const decimal = '(?:\\d{1,6}[.,])?[.,]?\\d{1,6}'
const small =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|sixty|eighty|ninety|hundred'
const amount = `(?<![\\p{L}\\d.,])(?:${decimal}|(?:(?:${small})[ -]?){1,3}|a (?:couple of|few|dozen|hundred))`
const range = `(?:${amount}\\s*(?:-|–|to|or)\\s*)?`
const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const streets =
  '(?:streets?|st|roads?|rd|avenues?|ave|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|square|sq|terrace|highway|hwy|route|close|crescent|parkway|pkwy|row|alley)'
const tall = '(?:tall|wide|high|long|deep|thick|across|in diameter)'
/** Words after which a number names or measures something. */
const labels =
  '(?:infill|fill|density|layers?|layer heights?|nozzle|nozzle (?:diameter|size)|walls?|perimeters?|speed|temp(?:erature)?|bed|size|scale|height|width|' +
  'depth|length|thickness|diameter|radius|zip|zip ?code|post ?code|postal code|apt|apartment|unit|suite|ste|flat|floor|room|building|bldg|house|' +
  'p\\.? ?o\\.? box|version|ver|v|rev|revision|model|file|part number|part no|order|invoice|phone|tel|fax|price|budget|page|step|option|variant|iso|din)'

const otherNumbers: readonly RegExp[] = [
  // URLs, email addresses, paths of orders, and hex colors.
  /\b(?:https?|gs|ftp):\/\/\S+/gi,
  /\S+@\S+\.\p{L}+/gu,
  /\b[\w.-]+\.(?:stl|3mf|gcode|glb|gltf|obj|step|stp)\b/gi,
  hexInText,
  /\b(?:SVC|CART|ORD|STORE|GIFT)-[A-Z0-9-]+/gi,
  // Postal codes of Canada and the United Kingdom, and postal codes after a state code.
  /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/g,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/g,
  /(?<=\b[A-Z]{2,3},? )\d{4,5}(?:-\d{4})?\b/g,
  // Phone numbers, dates and times.
  /(?:\+\d{1,3}[\s.-]?)?(?:\(\d{3}\)\s?|\b\d{3}[\s.-])\d{3}[\s.-]?\d{3,4}\b/g,
  /\+\d[\d -]{6,18}\d/g,
  /\b\d{4}-\d\d?-\d\d?\b|\b\d\d?[./]\d\d?[./]\d{2,4}\b|\b\d\d?:\d\d\b/g,
  new RegExp(`\\b${months}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? 20\\d\\d\\b)?`, 'gi'),
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${months}\\b(?: 20\\d\\d\\b)?`, 'gi'),
  // House numbers before the street ("10 Main Street") or after it ("Hauptstraße 5"); other ordinals.
  new RegExp(`\\b\\d{1,5}[a-z]?(?: [\\p{Lu}\\d][\\p{L}\\d.'’-]*){1,3} ${streets}\\b`, 'giu'),
  new RegExp(`\\b\\p{Lu}[\\p{L}.'’-]* ${streets} \\d{1,5}\\b`, 'giu'),
  /\p{L}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|laan|straat) \d+\s?[a-z]?(?![\p{L}\d])/giu,
  /\b\d+(?:st|nd|rd|th)\b/gi,
  // Three lengths, two with a unit each, one length, and enlargements.
  new RegExp(
    `${decimal}\\s*(?:${lengths})?\\s*(?:x|×|by)\\s*${decimal}\\s*(?:${lengths})?\\s*(?:x|×|by)\\s*${decimal}(?:\\s*${lengths})?`,
    'giu',
  ),
  new RegExp(`${decimal}\\s*${lengths}\\s*(?:x|×|by)\\s*${decimal}\\s*${lengths}`, 'giu'),
  new RegExp(`${decimal}\\s*(?:x|×|by)\\s*${decimal}\\s*${lengths}`, 'giu'),
  new RegExp(`${range}${amount}[\\s-]*${lengths}`, 'giu'),
  new RegExp(`${amount}[\\s-]*in\\.?[\\s-]+${tall}\\b`, 'giu'),
  new RegExp(`(?<=\\ban? )${decimal}[\\s-]*in\\b`, 'giu'),
  new RegExp(
    `(?:${amount}\\s*(?:x|×|times)|[x×]\\s*${decimal}) (?:the )?(?:original )?(?:size|scale|bigger|larger|smaller|as (?:big|large))`,
    'giu',
  ),
  new RegExp(`\\bscaled?\\b(?: \\p{L}+){0,3} ${amount}\\s?(?:[x×%]|times)?(?![\\p{L}\\d])`, 'giu'),
  // Money, and numbers with a unit of measure.
  new RegExp(`(?:[$€£]|\\b(?:usd|eur|gbp) ?)${decimal}(?:[.,]\\d+)*k?`, 'giu'),
  new RegExp(`${amount}\\s*[€£$]`, 'giu'),
  new RegExp(`${range}${amount}[\\s-]*(?:${measures}|nozzle\\b)`, 'giu'),
  new RegExp(
    `\\b${labels}(?: of| at| is| to| about|:| =| #| no\\.?)? ?${decimal}(?![\\p{L}\\d.,]*\\d)`,
    'giu',
  ),
  // "3D", names such as M3 and PA12, "this one".
  /\b[234]-?d\b/gi,
  /(?<![\p{L}\d])(?!x\d)\p{L}[\p{L}_-]*\d[\p{L}\d_-]*/giu,
  /\bone by one\b|\bone at a time\b|\b(?:any|every|this|that|which|each|last|next|same|other|no)[ -]?one\b/gi,
]

const openNumbers: readonly RegExp[] = [
  new RegExp(
    `\\b(?:at least|at most|up to|about|around|roughly|approximately|approx\\.?|maybe|perhaps|between|(?:no )?(?:more|less|fewer) than|over|under|` +
      `min(?:imum)?(?: of)?|max(?:imum)?(?: of)?) ${amount}(?![\\d.,]*\\d)`,
    'giu',
  ),
  new RegExp(`~ ?${decimal}`, 'gu'),
  new RegExp(`${amount} (?:or|to) ${amount}\\b`, 'giu'),
  new RegExp(`(?<![\\p{L}\\d.,])${decimal}\\s*[-–/]\\s*${decimal}\\b`, 'giu'),
  new RegExp(`\\b(?:sets?|packs?|pairs|boxes|bags?|batch(?:es)?|groups?) of ${amount}`, 'giu'),
  new RegExp(`${amount}[ -](?:packs?|piece sets?|sets? of|pairs? of)\\b`, 'giu'),
]

/** "2 x 20 mm cubes" means two cubes or a plate. */
const partsOrPlate = new RegExp(
  `\\b\\d{1,6}\\s*[x×]\\s*${decimal}\\s*${lengths} (?:\\p{L}+ ){0,3}\\p{L}+s\\b`,
  'giu',
)

/** Returns the text with `blank` for numbers that are not a quantity, and `open` for numbers that leave it open. */
export function withoutOtherNumbers(text: string): string {
  let rest = text.normalize('NFKC').replaceAll(/[^\S\n]+/g, ' ')
  rest = rest.replaceAll(partsOrPlate, ` ${open} `)
  for (const pattern of otherNumbers) rest = rest.replaceAll(pattern, ` ${blank} `)
  for (const pattern of openNumbers) rest = rest.replaceAll(pattern, ` ${open} `)
  return rest
}
