// Searches in bytes and decodes base64, using only functions that browsers also have.

const chunkBytes = 2 ** 20

/** Returns whether any of the ASCII texts occurs in the bytes. */
export function includesAny(bytes: Uint8Array, texts: readonly string[]): boolean {
  const decoder = new TextDecoder('latin1')
  const overlap = Math.max(...texts.map((text) => text.length)) - 1
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = decoder.decode(bytes.subarray(at, at + chunkBytes + overlap))
    if (texts.some((text) => chunk.includes(text))) return true
  }
  return false
}

/** Returns the position of `part` in `bytes`, or -1. */
export function indexOfBytes(bytes: Uint8Array, part: Uint8Array): number {
  const [first] = part
  if (first === undefined) return 0
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (part.every((byte, i) => bytes[at + i] === byte)) return at
  }
  return -1
}

/** Decodes base64. Returns `undefined` when the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
