// Response body that is produced while it is sent.

/**
 * Returns a stream that takes the next chunk when the client is ready for it. A disconnected client ends the source.
 */
export function streamOf(
  source: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await source.next()
      if (done) {
        controller.close()
      } else {
        controller.enqueue(value)
      }
    },
    cancel: async () => {
      await source.return(undefined)
    },
  })
}
