// SHA-256 with the platform's Web Crypto global, so that the domain needs no import.

/** Returns lowercase hex. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).toHex()
}

/** Whether the text is a SHA-256 digest in lowercase hex. */
export const isSha256Hex = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
