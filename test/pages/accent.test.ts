// Colors that follow from a shop's accent color: contrast by WCAG 2.2, computed here from the definition of relative luminance.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { accentOf, schemes } from '../../server/pages/branding/accent.ts'
import {
  accentIcon,
  accentPreviewStyle,
  accentStyle,
} from '../../server/pages/branding/brand-assets.ts'

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Page, panel and sunken of tokens.css, as Chromium converts them to sRGB. */
const grounds = {
  light: ['#f8f7f6', '#ffffff', '#f1f0ee'],
  dark: ['#101216', '#191b20', '#22252b'],
} as const

const colors = [
  ...['#0b6b4f', '#000000', '#ffffff', '#808080', '#ffee00', '#ff0000', '#00ff00', '#0000ff'],
  ...['#00ffff', '#ff00ff', '#7a1fa2', '#c2185b', '#ff9800', '#123456', '#fedcba', '#777777'],
]

const check = (color: string) => {
  const accent = accentOf(color)
  for (const scheme of schemes) {
    const { accent: own, text, soft } = accent[scheme]
    for (const ground of [...grounds[scheme], soft, text]) {
      expect([color, scheme, ground, contrast(own, ground) >= 4.5]).toEqual([
        color,
        scheme,
        ground,
        true,
      ])
    }
  }
}

describe('the accent color', () => {
  test.each(colors)('%s has a contrast of at least 4.5 in both schemes', check)

  test('any color has that contrast', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) =>
        check(`#${value.toString(16).padStart(6, '0')}`),
      ),
      { numRuns: 300 },
    )
  })

  test('a color with enough contrast stays unchanged', () => {
    expect(accentOf('#0b6b4f').light.accent).toBe('#0b6b4f')
    expect(accentOf('#8fe3c4').dark.accent).toBe('#8fe3c4')
  })

  test('yellow is darkened for the light scheme, and dark blue lightened for the dark one', () => {
    const yellow = accentOf('#ffee00')
    // (1.05) / (0.8366 + 0.05) by hand: luminance of #ffee00 is 0.2126 + 0.7152 x 0.8550.
    expect(yellow.light.chosenContrast).toBeLessThan(1.3)
    expect(luminance(yellow.light.accent)).toBeLessThan(luminance('#ffee00'))
    expect(yellow.dark.accent).toBe('#ffee00')
    const blue = accentOf('#0000a0')
    expect(blue.light.accent).toBe('#0000a0')
    expect(luminance(blue.dark.accent)).toBeGreaterThan(luminance('#0000a0'))
  })
})

test('the stylesheet sets three tokens for each scheme, and nothing else', () => {
  const body = String(accentStyle('#7a1fa2').body)
  expect(body.match(/--[a-z-]+:#[0-9a-f]{6}/g)?.map((token) => token.split(':')[0])).toEqual([
    ...['--accent', '--accent-text', '--accent-soft'],
    ...['--accent', '--accent-text', '--accent-soft'],
  ])
  expect(body).toContain('@media (prefers-color-scheme:dark)')
})

test('the preview has every token of both schemes', () => {
  const body = String(accentPreviewStyle('#7a1fa2').body)
  for (const scheme of schemes) {
    const block = body.split(`.scheme-${scheme}{`)[1]?.split('}')[0] ?? ''
    expect(block).toContain(`color-scheme:${scheme}`)
    for (const name of ['page', 'panel', 'text', 'muted', 'line']) {
      expect(block).toContain(`--${name}:oklch(`)
    }
  }
})

test('the icon has the color and no name', () => {
  const body = String(accentIcon('#7a1fa2').body)
  expect(body).toContain('fill="#7a1fa2"')
  expect(body).not.toContain('Print farm')
})
