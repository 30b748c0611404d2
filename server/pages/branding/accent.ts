// The colors that follow from a shop's accent color. Links, buttons and selections use it as text and as background, so each scheme needs
// a variant with a contrast of at least 4.5:1 (WCAG 2.2). A color that has less is darkened or lightened until it has; its hue stays.
// OKLCH and its conversion: CSS Color 4, section 10.
import { byteOf, hexOf, linearOf, rgbOfHex } from '../../domain/colors/lab.ts'
import { luminanceOf } from '../../domain/colors/luminance.ts'
import { tokens } from './tokens.ts'

export type Scheme = 'light' | 'dark'
export const schemes: readonly Scheme[] = ['light', 'dark']

/** Colors as `#rrggbb`. */
export type SchemeAccent = {
  readonly accent: string
  /** Text on the accent color. */
  readonly text: string
  /** Background of selections. */
  readonly soft: string
  /** Lowest contrast of the accent color as text, and of text on it. */
  readonly contrast: number
  /** Lowest contrast of the color as it was chosen. */
  readonly chosenContrast: number
}

export type Accent = Readonly<Record<Scheme, SchemeAccent>>

export const minContrast = 4.5
const step = 0.005

const oklch = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/

/** In linear light, 0 to 1 for colors that sRGB has. */
type LinearRgb = readonly [red: number, green: number, blue: number]

type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number }

/** Returns the color of tokens.css as `#rrggbb`. */
const tokenColor = (scheme: Scheme, name: string): string => {
  const value = tokens[scheme].get(name) ?? ''
  const [, lightness, chroma, hue] = oklch.exec(value) ?? []
  if (hue === undefined) throw new Error(`tokens.css has no color ${name} in the ${scheme} scheme`)
  return hexOfOklch({
    lightness: Number(lightness) / 100,
    chroma: Number(chroma),
    hue: Number(hue),
  })
}

/** Backgrounds on which the accent color is text. */
const groundsOf = (scheme: Scheme): readonly string[] =>
  ['page', 'panel', 'sunken'].map((name) => tokenColor(scheme, name))

/** As the default accent's: lightness and greatest chroma of the background of selections. */
const softs = {
  light: { lightness: 0.945, chroma: 0.025 },
  dark: { lightness: 0.305, chroma: 0.045 },
} as const

/** Text on the accent color, the one with the higher contrast. The dark one has the hue of the accent. */
const textsOn = (hue: number): readonly string[] => [
  '#ffffff',
  hexOfOklch({ lightness: 0.2, chroma: 0.03, hue }),
]

/** Derives the colors. `chosen`: `#rrggbb`. */
export function accentOf(chosen: string): Accent {
  return { light: variantOf(chosen, 'light'), dark: variantOf(chosen, 'dark') }
}

function variantOf(chosen: string, scheme: Scheme): SchemeAccent {
  const { lightness, chroma, hue } = oklchOf(chosen)
  const { lightness: softLightness, chroma: softChroma } = softs[scheme]
  const soft = hexOfOklch({ lightness: softLightness, chroma: Math.min(chroma, softChroma), hue })
  const grounds = [...groundsOf(scheme), soft]
  const texts = textsOn(hue)
  const judge = (accent: string) => {
    const text = texts.reduce((one, other) =>
      contrastOf(other, accent) > contrastOf(one, accent) ? other : one,
    )
    const ratios = [...grounds, text].map((other) => contrastOf(accent, other))
    return { accent, text, contrast: Math.min(...ratios) }
  }
  let found = judge(chosen)
  const chosenContrast = found.contrast
  const direction = scheme === 'light' ? -1 : 1
  for (let at = lightness; found.contrast < minContrast && at >= 0 && at <= 1; ) {
    at += direction * step
    found = judge(hexOfOklch({ lightness: Math.min(1, Math.max(0, at)), chroma, hue }))
  }
  return { ...found, soft, chosenContrast }
}

/** Returns the contrast of two colors by WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((hex) => luminanceOf(rgbOfHex(hex)))
    .sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function oklchOf(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = rgbOfHex(hex).map((channel) => linearOf(channel / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

/** Returns the color of this lightness and hue, with the greatest chroma up to the given one that sRGB has. */
function hexOfOklch({ lightness, chroma, hue }: Oklch): string {
  for (let part = 1; part > 0; part -= 0.02) {
    const rgb = linearRgb({ lightness, chroma: chroma * part, hue })
    if (rgb.every((value) => value >= -0.001 && value <= 1.001)) return toHex(rgb)
  }
  return toHex(linearRgb({ lightness, chroma: 0, hue }))
}

const toHex = ([red, green, blue]: LinearRgb): string =>
  hexOf([byteOf(red), byteOf(green), byteOf(blue)]).toLowerCase()

function linearRgb({ lightness, chroma, hue }: Oklch): LinearRgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
