// Reads a body no further than its limit.

/**
 * Hands the chunks to `take` until they exceed `limitBytes` together or `take` returns false. Returns false when they exceeded it.
 * Reading stops there, and the stream is canceled.
 */
export async function readCapped(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
  take: (chunk: Uint8Array) => unknown,
): Promise<boolean> {
  let sizeBytes = 0
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > limitBytes) return false
    if ((await take(chunk)) === false) break
  }
  return true
}
