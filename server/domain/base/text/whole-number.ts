/** Returns the whole number, or null if the text is not one of at most so many digits. */
export const readWhole = (text: string | undefined, maxDigits: number): number | null =>
  text !== undefined && text.length <= maxDigits && /^\d+$/.test(text) ? Number(text) : null
