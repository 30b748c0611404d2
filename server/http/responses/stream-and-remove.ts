// Streams a temporary file and removes it when the stream ends or the client disconnects.

export function streamAndRemove(
  path: string,
  remove: () => Promise<void>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = Bun.file(path).stream().getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(value)
      await remove()
      controller.close()
    },
    cancel: async () => {
      await reader.cancel()
      await remove()
    },
  })
}
