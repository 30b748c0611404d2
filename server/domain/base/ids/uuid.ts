// Ids that the service creates: lowercase UUIDs of any version.

export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuidForm.test(text)

/** Returns a UUID of version 8, made of the first 16 bytes. */
export function derivedUuid(source: Uint8Array): string {
  const bytes = source.slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
