// The predicted time of a slice: the formula, and how the predictor adapts to its machine.
import { describe, expect, test } from 'bun:test'
import { DurationPredictor, referenceMs } from '../../slicer-bridge/queue/predict-duration.ts'
import { SETTINGS } from '../../testing/slicer/stage.ts'

/** A cube of 20 mm. */
const cube = { heightMm: 20, triangles: 12, surfaceCm2: 24, volumeCm3: 8, components: 1 }
/** Returns a part with a height that takes about that long. */
const lasting = (ms: number) => ({ ...cube, triangles: 0, heightMm: (ms - 100) / 5 })

describe('the prediction', () => {
  test.each([
    // 100 ms, 100 layers, and sqrt(2400 x 12) / 0.2 = 848.53 segments of 0.015 ms x (1 + 10 / (1 + (20/3)^4)).
    ['a cube', cube, SETTINGS, 212.79],
    // 200 layers, 1697.06 segments.
    ['thinner layers', cube, { ...SETTINGS, layerHeightMm: 0.1 }, 325.58],
    ['three copies', cube, { ...SETTINGS, copies: 3 }, 638.37],
    // sqrt(4) = 2 in addition to each segment 1.3 times: 848.53 x 0.015 x 3.60506.
    ['five bodies', { ...cube, components: 5 }, SETTINGS, 245.89],
    // A mean wall of 1 mm, equal to 2.5 nozzles: half of the gap fill, 848.53 x 0.015 x 6.
    ['a thin wall', { ...cube, volumeCm3: 1.2 }, SETTINGS, 276.37],
  ])('of %s', (_, facts, settings, ms) => {
    expect(referenceMs(facts, settings)).toBeCloseTo(ms, 1)
  })

  test('is within the limits of a slice for any mesh', () => {
    const predictor = new DurationPredictor({ maxMs: 60_000 })
    const huge = { ...cube, triangles: 1e12 }
    const flat = { ...cube, surfaceCm2: 0, volumeCm3: 0 }
    expect(predictor.predictMs(huge, SETTINGS)).toBe(60_000)
    expect(predictor.predictMs({ ...huge, heightMm: Number.NaN }, SETTINGS)).toBe(60_000)
    expect(predictor.predictMs(flat, SETTINGS)).toBeCloseTo(200, 5)
  })
})

describe('the predictor', () => {
  test.each([3, 0.5])('learns that its machine takes %p times as long', (factor) => {
    const predictor = new DurationPredictor({ maxMs: 60_000 })
    for (let run = 0; run < 100; run++) {
      const ms = 200 * (1 + (run % 5))
      // Alternately 10 % too long and too short.
      predictor.learn(lasting(ms), SETTINGS, ms * factor * (run % 2 === 0 ? 1.1 : 1 / 1.1))
    }
    expect(predictor.predictMs(lasting(1000), SETTINGS) / (1000 * factor)).toBeCloseTo(1, 1)
  })

  test('does not treat one unusual slice as a slow machine, and stays within its limits', () => {
    const predictor = new DurationPredictor({ maxMs: 3_600_000 })
    for (let run = 0; run < 50; run++) predictor.learn(lasting(200), SETTINGS, 200)
    predictor.learn(lasting(200), SETTINGS, 60_000)
    // A sixteenth of log 4.
    expect(predictor.ratio).toBeCloseTo(4 ** (1 / 16), 5)
    for (let run = 0; run < 500; run++) predictor.learn(lasting(200), SETTINGS, 3_600_000)
    expect(predictor.ratio).toBeCloseTo(32, 5)
    for (const ms of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      predictor.learn(lasting(200), SETTINGS, ms)
    }
    expect(predictor.ratio).toBeCloseTo(32, 5)
  })
})
