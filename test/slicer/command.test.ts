// The slicer's arguments, the cache key derived from them, and the parsers of its output.

import { describe, expect, test } from 'bun:test'
import { printings } from '../../server/domain/catalog/printing.ts'
import { findSlicer } from '../../slicer-bridge/readiness.ts'
import { defaultLimits, guardWords } from '../../slicer-bridge/run/limits.ts'
import { LineReader } from '../../slicer-bridge/run/line-reader.ts'
import { plausibilityWarnings } from '../../slicer-bridge/run/plausibility.ts'
import { sliceArguments, sliceVariants } from '../../slicer-bridge/settings/command.ts'
import {
  profileHash,
  profilesOf,
  profileText,
  sliceKey,
} from '../../slicer-bridge/settings/profile.ts'
import type { SliceSettings } from '../../slicer-bridge/settings/settings.ts'
import { SETTINGS } from '../../testing/slicer/stage.ts'

const quote = { profile: 'quote', raft: false } as const

describe('the command line', () => {
  test('is a fixed array for the usual settings', () => {
    const words =
      '--export-gcode --load profile.ini --datadir data --center 170,160 --layer-height 0.2 --first-layer-height 0.2 --fill-density 20% --fill-pattern grid --nozzle-diameter 0.4 --filament-max-volumetric-speed 12 --no-support-material --output out.gcode model.stl'
    expect(sliceArguments(SETTINGS, quote)).toEqual(words.split(' '))
  })

  test('follows every setting', () => {
    const after = (settings: Partial<SliceSettings>, word: string) => {
      const words = sliceArguments({ ...SETTINGS, ...settings }, quote)
      return words[words.indexOf(word) + 1]
    }
    expect(after({ layerHeightMm: 0.1 + 0.2 - 0.1 }, '--layer-height')).toBe('0.2')
    expect(after({ layerHeightMm: 0.1 }, '--first-layer-height')).toBe('0.2')
    expect(after({ infillPercent: 100 }, '--fill-pattern')).toBe('rectilinear')
    expect(after({ infillPercent: 100 }, '--fill-density')).toBe('100%')
    // 1.6 times the flow of the standard nozzle.
    expect(after({ flow: 'high' }, '--filament-max-volumetric-speed')).toBe('19.2')
    // Soft filament is extruded slowly. The slicer uses the first of two values, so there is only one.
    const soft = { printing: printings.tpu }
    expect(after(soft, '--filament-max-volumetric-speed')).toBe('2')
    expect(after({ nozzleMm: 0.6 }, '--first-layer-extrusion-width')).toBe('0')
    const wide = sliceArguments({ ...SETTINGS, nozzleMm: 0.6 }, quote)
    expect(wide.filter((word) => word.endsWith('extrusion-width'))).toHaveLength(7)
    const supported = sliceArguments({ ...SETTINGS, supports: true }, quote)
    expect(supported).toContain('--support-material-auto')
    expect(supported).not.toContain('--no-support-material')
    expect(after({ copies: 4 }, '--duplicate')).toBe('4')
    const hot = { printing: printings.petg }
    expect(after(hot, '--temperature')).toBe('240')
    expect(after(hot, '--first-layer-bed-temperature')).toBe('80')
    for (const copies of [0, 1.5, 51]) {
      expect(() => sliceArguments({ ...SETTINGS, copies }, quote)).toThrow(RangeError)
    }
  })

  test('omits settings that the profile of a printer’s model contains', () => {
    const plate = { config: 'layer_height = 0.1\n', center: [-2.5, 90] } as const
    const words =
      '--export-gcode --load profile.ini --datadir data --center -2.5,90 --layer-height 0.2 --fill-density 20% --no-support-material --duplicate 3 --output out.gcode model.stl'
    const settings = { ...SETTINGS, plate, copies: 3 }
    expect(sliceArguments(settings, quote)).toEqual(words.split(' '))
    expect(profilesOf(settings)).toEqual({ 'profile.ini': plate.config })
    expect(profileHash(settings)).not.toBe(profileHash({ ...SETTINGS, copies: 3 }))
    for (const config of ['post_process = /bin/true', 'a = 1\n  post_process= rm']) {
      expect(() => sliceArguments({ ...SETTINGS, plate: { ...plate, config } }, quote)).toThrow(
        'runs a program',
      )
    }
  })

  test('contains only plain words', () => {
    for (const variant of sliceVariants) {
      for (const word of sliceArguments(SETTINGS, variant)) expect(word).toMatch(/^[-\w.,%]+$/)
    }
  })

  test.each([
    { layerHeightMm: Number.NaN },
    { layerHeightMm: 0.31 },
    { layerHeightMm: 0.07 },
    { infillPercent: -1 },
    { infillPercent: 101 },
    { infillPercent: Number.POSITIVE_INFINITY },
    { nozzleMm: 0.5 },
  ])('throws on settings that no order has: %j', (settings) => {
    expect(() => sliceArguments({ ...SETTINGS, ...settings }, quote)).toThrow(RangeError)
  })

  test('is the bare command without the kernel guards', () => {
    const none = { prlimit: null, setpriv: null, lineBuffering: null }
    expect(guardWords(none, defaultLimits)).toEqual([])
  })

  test('a configured slicer takes precedence over the one on PATH', () => {
    expect(findSlicer('/opt/slicer')).toBe('/opt/slicer')
    expect(findSlicer(null)).toBe(Bun.which('prusa-slicer'))
  })
})

describe('the cache key', () => {
  test('changes with the body and with every setting, and with nothing else', () => {
    const others: Partial<SliceSettings>[] = [
      { layerHeightMm: 0.1 },
      { infillPercent: 21 },
      { nozzleMm: 0.6 },
      { flow: 'high' },
      { supports: true },
    ]
    const keys = [
      sliceKey('body', SETTINGS, 'slicer'),
      sliceKey('other', SETTINGS, 'slicer'),
      ...others.map((settings) => sliceKey('body', { ...SETTINGS, ...settings }, 'slicer')),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(sliceKey('body', SETTINGS, 'other')).not.toBe(sliceKey('body', SETTINGS, 'slicer'))
    const same = { ...SETTINGS, supports: false, layerHeightMm: 0.30000000000000004 - 0.1 }
    expect(sliceKey('body', same, 'slicer')).toBe(sliceKey('body', SETTINGS, 'slicer'))
    expect(profileHash(SETTINGS)).not.toBe(profileHash({ ...SETTINGS, flow: 'high' }))
  })

  test('the profile sets each key once', () => {
    const keys = profileText
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(' =')[0])
    expect(keys.length).toBeGreaterThan(40)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the line reader', () => {
  const readAll = (chunks: readonly string[]) => {
    const lines: string[] = []
    const reader = new LineReader((line) => lines.push(line))
    for (const chunk of chunks) reader.push(Buffer.from(chunk, 'latin1'))
    reader.end()
    return { lines, tail: reader.tail }
  }

  test('splits lines wherever the chunks end', () => {
    const text = '10 => One\n\n20 => Two\nlast'
    for (let at = 0; at <= text.length; at++) {
      const { lines, tail } = readAll([text.slice(0, at), text.slice(at)])
      expect(lines).toEqual(['10 => One', '20 => Two', 'last'])
      expect(tail).toBe(text)
    }
  })

  test('keeps a bounded end of any output', () => {
    const { lines, tail } = readAll([...Array(100).fill('x'.repeat(1000)), '\n', '\xff\xfe\n'])
    expect(lines[0]).toBe('x'.repeat(4096))
    expect(lines).toHaveLength(2)
    expect(tail).toHaveLength(4096)
  })
})

describe('plausibilityWarnings about a slice', () => {
  const codes = (
    filamentCm3: number,
    expected: Parameters<typeof plausibilityWarnings>[1]['expected'],
    { settings = SETTINGS, raft = false } = {},
  ) => plausibilityWarnings({ filamentCm3 }, { expected, settings, raft }).map(({ code }) => code)

  test('are absent without an expectation, within it, and on parts of a few lines', () => {
    expect(codes(5, undefined)).toEqual([])
    expect(codes(3.5, { solidCm3: 8, estimateCm3: 3.4 })).toEqual([])
    expect(codes(0.5, { solidCm3: 0.05 })).toEqual([])
  })

  test('report more than the body, or less than its infill', () => {
    expect(codes(10.4, { solidCm3: 10 })).toEqual([])
    expect(codes(10.6, { solidCm3: 10 })).toEqual(['above_solid'])
    // 20 % of 10 cm3, minus a fifth.
    expect(codes(1.7, { solidCm3: 10 })).toEqual([])
    expect(codes(1.5, { solidCm3: 10 })).toEqual(['below_solid'])
  })

  test('report more than 35 % off the estimate, or 55 % when it is mostly walls', () => {
    expect(codes(6.6, { solidCm3: 100, estimateCm3: 10 })).toContain('below_solid')
    expect(codes(13.4, { solidCm3: 20, estimateCm3: 10 })).toEqual([])
    expect(codes(13.6, { solidCm3: 20, estimateCm3: 10 })).toEqual(['far_from_estimate'])
    expect(codes(6.4, { solidCm3: 20, estimateCm3: 10 })).toEqual(['far_from_estimate'])
    expect(codes(15.4, { solidCm3: 20, estimateCm3: 10, estimateRangePercent: 22 })).toEqual([])
    expect(codes(15.6, { solidCm3: 20, estimateCm3: 10, estimateRangePercent: 22 })).toEqual([
      'far_from_estimate',
    ])
  })

  test('allow supports and rafts to add, but not to remove', () => {
    const settings = { ...SETTINGS, supports: true }
    const expected = { solidCm3: 10, estimateCm3: 5 }
    expect(codes(12, expected, { settings })).toEqual([])
    expect(codes(12, expected, { raft: true })).toEqual([])
    expect(codes(1, expected, { settings })).toEqual(['below_solid', 'far_from_estimate'])
  })
})
