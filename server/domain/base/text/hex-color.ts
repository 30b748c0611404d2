// Hex colors in text.

/** Returns a text that is a hex color (any case, `#` optional, 3 or 6 digits) as "#rrggbb" in lowercase; null for other texts. */
export function hexOfText(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase())?.[1]
  if (digits === undefined) return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

/** Matches each hex color of a sentence, in which `#` is required. */
export const hexInText = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi
