// Cutting texts to size without leaving half a character behind.

/** At most `length` characters (code points). */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('')
}

/** Trimmed, and without what a database or a vendor cannot take: NUL and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed().trim()
}
