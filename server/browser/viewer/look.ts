// The page's color tokens as colors for a canvas.
import type { Look, Rgb } from './messages.ts'

/** Converts tokens from OKLCH by drawing one pixel, which uses the browser's conversion. */
export function lookOf(element: HTMLElement): Look {
  const style = getComputedStyle(element)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const color = (token: string): Rgb => {
    if (context === null) return [0.5, 0.5, 0.5]
    context.fillStyle = style.getPropertyValue(token).trim()
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return [red / 255, green / 255, blue / 255]
  }
  return {
    ground: color('--stage'),
    line: color('--stage-line'),
    text: color('--text'),
    panel: color('--panel'),
    accent: color('--accent'),
    broken: color('--broken-solid'),
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }
}

/** Converts "#aabbcc" to values from 0 to 1. */
export function unitRgbOfHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
