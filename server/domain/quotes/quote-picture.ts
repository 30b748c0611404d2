// The picture of a quoted part in the quoted color.
import { withTimeout } from '../base/time/with-timeout.ts'
import { chatPicture, chatPictureMs, maxChatPictureBytes } from '../measurement/chat-picture.ts'
import { admitAlways } from '../measurement/model-picture.ts'
import { readPartPicture } from '../orders/record/part-picture.ts'
import type { QuoteDeps } from './ports.ts'
import type { NewQuote } from './quote.ts'

/**
 * Returns a PNG, stored under the model's content hash, so that a later quote of the same part and color needs no
 * drawing. Returns null for a sliced file, and for a picture that is not ready in time; its drawing then continues, for
 * a later quote.
 * `timeLeftMs`: time until the caller's timeout. Rejects if `signal` is aborted.
 */
export async function quotePicture(
  deps: QuoteDeps,
  { file, options }: Pick<NewQuote, 'file' | 'options'>,
  { signal, timeLeftMs }: { readonly signal: AbortSignal; readonly timeLeftMs: number },
): Promise<Uint8Array | null> {
  const ms = chatPictureMs(timeLeftMs)
  if (ms === 0) return null
  try {
    return await withTimeout(ms, signal, async () => {
      const drawn = await readPartPicture(deps, { file, options }, admitAlways, chatPicture)
      return drawn.ok && drawn.value.byteLength <= maxChatPictureBytes ? drawn.value : null
    })
  } catch (error) {
    signal.throwIfAborted()
    deps.log.error('picture.not_read', { error })
    return null
  }
}
