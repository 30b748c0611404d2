// Pictures of a part for conversations with agents. Small, because a client may put the bytes into a model's context.

/** A light background: clients show pictures on light and dark pages, and vision models render transparency as black. */
export const chatPicture = { sizePx: 256, background: '#f4f4f1' } as const

/** Larger pictures are omitted. */
export const maxChatPictureBytes = 40_000

/** A part that takes longer to draw has no picture in the response. */
const chatPictureTimeoutMs = 10_000

/** Time reserved for the steps after drawing, on a busy machine. */
const afterPictureMs = 5_000

/**
 * Returns the time limit for a picture in a call that times out in `timeLeftMs`, so that drawing never causes the call
 * to fail. 0 = draw no picture.
 */
export const chatPictureMs = (timeLeftMs: number): number =>
  Math.max(0, Math.min(chatPictureTimeoutMs, timeLeftMs - afterPictureMs))
