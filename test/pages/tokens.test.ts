// The colors of tokens.css: contrast by WCAG 2.2 (relative luminance), OKLCH to linear sRGB by CSS Color 4, section 10.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const css = readFileSync(join(import.meta.dir, '../../server/pages/assets/tokens.css'), 'utf8')
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)')

type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number }

const color = /--([a-z-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g
const colorsOf = (block: string): ReadonlyMap<string, Oklch> =>
  new Map(
    [...block.matchAll(color)].map(([, name = '', l, c, h]) => [
      name,
      { lightness: Number(l) / 100, chroma: Number(c), hue: Number(h) },
    ]),
  )

/** Returns linear red, green and blue; outside 0 to 1 when sRGB has no such color. */
function linearRgb({ lightness, chroma, hue }: Oklch): readonly [number, number, number] {
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

const clamped = (value: number) => Math.min(1, Math.max(0, value))

function luminance(given: Oklch): number {
  const [red, green, blue] = linearRgb(given)
  return 0.2126 * clamped(red) + 0.7152 * clamped(green) + 0.0722 * clamped(blue)
}

function contrast(one: Oklch, other: Oklch): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const states = ['waiting', 'running', 'done', 'broken'] as const
const grounds = ['page', 'panel', 'sunken'] as const
const onGrounds = ['text', 'muted', 'accent', ...states] as const
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ...onGrounds.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...['accent', ...states].flatMap((name) => [
    [name, `${name}-soft`] as const,
    ['text', `${name}-soft`] as const,
    ['muted', `${name}-soft`] as const,
  ]),
  ['accent-text', 'accent'],
]
const marks = states.map((state) => `${state}-solid`)

describe.each([
  ['light', colorsOf(light)],
  ['dark', colorsOf(dark)],
] as const)('the %s scheme', (_scheme, colors) => {
  const of = (name: string): Oklch => {
    const found = colors.get(name)
    if (found === undefined) throw new Error(`tokens.css has no color ${name}`)
    return found
  }

  test('every text has a contrast of at least 4.5 on each of its backgrounds', () => {
    const low = pairs
      .map(([text, ground]) => [text, ground, contrast(of(text), of(ground))] as const)
      .filter(([, , ratio]) => ratio < 4.5)
    expect(low).toEqual([])
  })

  test('borders of fields and marks in charts have a contrast of at least 3', () => {
    const low = ['field', ...marks]
      .flatMap((mark) => ['page', 'panel'].map((ground) => [mark, ground] as const))
      .filter(([mark, ground]) => contrast(of(mark), of(ground)) < 3)
    expect(low).toEqual([])
  })

  test('the four states differ in hue and in lightness', () => {
    for (const [index, one] of marks.entries()) {
      for (const other of marks.slice(index + 1)) {
        const apart = Math.abs(of(one).hue - of(other).hue)
        expect([one, other, Math.min(apart, 360 - apart) >= 45]).toEqual([one, other, true])
        const steps = Math.abs(of(one).lightness - of(other).lightness)
        expect([one, other, steps >= 0.055]).toEqual([one, other, true])
      }
    }
  })

  test('a screen with sRGB can show every color', () => {
    const outside = [...colors].filter(([, each]) =>
      linearRgb(each).some((value) => value < -0.002 || value > 1.002),
    )
    expect(outside.map(([name]) => name)).toEqual([])
  })
})
