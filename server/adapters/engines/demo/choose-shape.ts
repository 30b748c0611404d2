// Chooses the sample model and the colors for a prompt: by its words, or otherwise at random.
import type { Chance } from './chance.ts'
import { type ShapeName, shapeNames } from './shapes.ts'

const shapeWords: readonly (readonly [ShapeName, RegExp])[] = [
  [
    'vase',
    /\b(?:vase|pot|planter|cup|mug|bowl|jar|lamp|shade|bottle|basket|holder|container|tower)s?\b/,
  ],
  [
    'gear',
    /\b(?:gear|cog|cogwheel|wheel|pulley|sprocket|machine|engine|clock|mechanical|knob)s?\b/,
  ],
  [
    'knot',
    /\b(?:knot|ring|bracelet|rope|chain|loop|jewel|jewellery|jewelry|pretzel|snake|abstract)s?\b/,
  ],
  ['star', /\b(?:star|flower|snowflake|sun|ornament|decoration|christmas|badge|medal|coaster)s?\b/],
  [
    'block',
    /\b(?:box|cube|block|dice|die|brick|case|stand|bracket|phone|house|building|enclosure)s?\b/,
  ],
  [
    'figure',
    /\b(?:figure|figurine|pawn|chess|person|man|woman|statue|bust|toy|robot|cat|dog|dragon|animal|hero|knight|character|miniature|mini)s?\b/,
  ],
]

export function chooseShape(prompt: string, chance: Chance): ShapeName {
  const words = prompt.toLowerCase()
  const matches = shapeWords
    .map(([name, pattern]) => ({ name, at: words.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  return matches[0]?.name ?? chance.pick(shapeNames)
}

export type Rgb = readonly [red: number, green: number, blue: number]

const colors: ReadonlyMap<string, Rgb> = new Map<string, Rgb>(
  Object.entries<Rgb>({
    red: [200, 48, 44],
    orange: [230, 126, 34],
    yellow: [240, 200, 60],
    green: [62, 142, 82],
    teal: [30, 140, 140],
    blue: [52, 100, 190],
    purple: [120, 70, 160],
    pink: [226, 120, 160],
    brown: [126, 84, 54],
    black: [44, 44, 48],
    white: [238, 236, 230],
    grey: [140, 144, 150],
    gray: [140, 144, 150],
    gold: [206, 164, 70],
    silver: [186, 190, 198],
    copper: [184, 104, 62],
    wood: [158, 112, 68],
    stone: [150, 146, 138],
  }),
)
const fallbackColors: readonly [Rgb, ...Rgb[]] = [
  [200, 86, 62],
  [62, 112, 168],
  [92, 146, 96],
  [176, 140, 84],
  [126, 96, 164],
  [70, 146, 150],
]

/**
 * Returns the first two colors that the prompt names. A missing first color is random; a missing second color is a lighter shade of the
 * first.
 */
export function chooseColors(prompt: string, chance: Chance): readonly [Rgb, Rgb] {
  const words = prompt.toLowerCase().match(/[a-z]+/g) ?? []
  const named = words.map((word) => colors.get(word)).filter((color) => color !== undefined)
  const first = named[0] ?? chance.pick(fallbackColors)
  return [first, named[1] ?? lighter(first)]
}

const lighter = ([red, green, blue]: Rgb): Rgb => [
  Math.round(red + (255 - red) * 0.45),
  Math.round(green + (255 - green) * 0.45),
  Math.round(blue + (255 - blue) * 0.45),
]
