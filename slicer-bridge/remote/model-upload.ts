// The body of a slice's request.
import { stat } from 'node:fs/promises'
import type { Model } from '../bridge.ts'
import type { ByteReader } from './mixed-stream.ts'
import { lineOf } from './wire.ts'

/** A body that starts when the model is available. */
export class ModelUpload {
  readonly #chunks = Promise.withResolvers<ByteReader>()
  #head: Uint8Array | null = null

  readonly stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunks = await this.#chunks.promise
      if (this.#head !== null) {
        controller.enqueue(this.#head)
        this.#head = null
        return
      }
      const { done, value } = await chunks.read()
      if (done || value === undefined) {
        controller.close()
      } else {
        controller.enqueue(value)
      }
    },
    cancel: (reason) => this.#chunks.promise.then((chunks) => chunks.cancel(reason)),
  })

  async begin({ stlPath, expected }: Model): Promise<void> {
    const { size } = await stat(stlPath)
    this.#head = lineOf({ bytes: size, ...(expected && { expected }) })
    this.#chunks.resolve(Bun.file(stlPath).stream().getReader())
  }
}
