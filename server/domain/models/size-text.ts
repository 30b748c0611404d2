// Formats lengths and volumes for pages and emails.

/** Formats a length: 80 -> "80.0 mm", 0.83 -> "0.83 mm". */
export function sizeText(mm: number): string {
  if (mm > 0 && mm < 0.005) return 'under 0.01 mm'
  const digits = mm >= 10 ? 1 : 2
  return `${withSeparators(mm, digits)} mm`
}

/** Formats dimensions: "80.0 × 40.0 × 12.0 mm". */
export const sizesText = (sizes: readonly number[]): string =>
  `${sizes.map((mm) => sizeText(mm).replace(' mm', '')).join(' × ')} mm`

/** Formats a volume: 26.318 -> "26.3 cm³". */
export function volumeText(cm3: number): string {
  if (cm3 > 0 && cm3 < 0.0005) return 'under 0.001 cm³'
  const digits = cm3 >= 100 ? 0 : cm3 >= 1 ? 1 : 3
  return `${withSeparators(cm3, digits)} cm³`
}

/** Formats a number: 18000 with one digit -> "18,000.0". */
const withSeparators = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
