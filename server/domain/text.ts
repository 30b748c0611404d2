// Cutting texts to size without leaving half a character behind.

/** At most `length` characters (code points). */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('')
}
