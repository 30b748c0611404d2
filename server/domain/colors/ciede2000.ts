// The CIEDE2000 color difference. Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary
// Test Data, and Mathematical Observations", Color Research and Application 30 (2005), equations 2 to 22, with all weights 1.
import type { Lab } from './lab.ts'

const degree = Math.PI / 180
const pow7 = (value: number) => value ** 7
const limit7 = pow7(25)

/** Returns 0 for equal colors; about 1 is just noticeable. */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanC7 = pow7((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2)
  const stretch = 1.5 - 0.5 * Math.sqrt(meanC7 / (meanC7 + limit7))
  const c1 = Math.hypot(a1 * stretch, b1)
  const c2 = Math.hypot(a2 * stretch, b2)
  const h1 = hueOf(a1 * stretch, b1)
  const h2 = hueOf(a2 * stretch, b2)
  const isGray = c1 * c2 === 0
  const turn = isGray ? 0 : shortestTurn(h2 - h1)
  const meanL = (l1 + l2) / 2
  const meanC = (c1 + c2) / 2
  const meanH = isGray ? h1 + h2 : meanHue(h1, h2)
  const tone =
    1 -
    0.17 * Math.cos((meanH - 30) * degree) +
    0.24 * Math.cos(2 * meanH * degree) +
    0.32 * Math.cos((3 * meanH + 6) * degree) -
    0.2 * Math.cos((4 * meanH - 63) * degree)
  const fromMiddle = (meanL - 50) ** 2
  const lightness = (l2 - l1) / (1 + (0.015 * fromMiddle) / Math.sqrt(20 + fromMiddle))
  const chroma = (c2 - c1) / (1 + 0.045 * meanC)
  const hue = (2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * degree)) / (1 + 0.015 * meanC * tone)
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hue ** 2 + rotation(meanC, meanH) * chroma * hue)
}

/** Returns the hue in degrees from 0 to 360; 0 for gray. */
function hueOf(a: number, b: number): number {
  if (a === 0 && b === 0) return 0
  const angle = Math.atan2(b, a) / degree
  return angle < 0 ? angle + 360 : angle
}

/** Normalizes an angle to -180 to 180 degrees. */
function shortestTurn(turn: number): number {
  if (Math.abs(turn) <= 180) return turn
  return turn > 0 ? turn - 360 : turn + 360
}

function meanHue(h1: number, h2: number): number {
  const sum = h1 + h2
  if (Math.abs(h1 - h2) <= 180) return sum / 2
  return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
}

/** Returns the interaction of chroma and hue, which matters only in the blue region. */
function rotation(meanC: number, meanH: number): number {
  const angle = 30 * Math.exp(-(((meanH - 275) / 25) ** 2))
  const c7 = pow7(meanC)
  return -2 * Math.sqrt(c7 / (c7 + limit7)) * Math.sin(2 * angle * degree)
}
