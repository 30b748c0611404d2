// Reads a body up to a limit.

/**
 * Passes the first `limitBytes` to `take` in chunks, until it returns false. Returns false if the body is longer.
 * Reading then stops, and the stream is cancelled.
 */
export async function readCapped(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
  take: (chunk: Uint8Array) => unknown,
): Promise<boolean> {
  let room = limitBytes
  for await (const chunk of body ?? []) {
    if (chunk.byteLength > room) {
      if (room > 0) await take(chunk.subarray(0, room))
      return false
    }
    room -= chunk.byteLength
    if ((await take(chunk)) === false) break
  }
  return true
}
