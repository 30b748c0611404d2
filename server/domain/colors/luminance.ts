// Relative luminance of sRGB colors, by WCAG 2.2.
import { linearOf, type Rgb } from './lab.ts'

/** Returns 0 for black to 1 for white. */
export const luminanceOf = ([red, green, blue]: Rgb): number =>
  0.2126 * linearOf(red / 255) + 0.7152 * linearOf(green / 255) + 0.0722 * linearOf(blue / 255)
