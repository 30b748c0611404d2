// Pictures of a part for conversations with agents: small, because a client may put the bytes into a model's context.

/** A light ground: clients show pictures on light and dark pages, and vision models see a transparent one as black. */
export const chatPicture = { sizePx: 256, background: '#f4f4f1' } as const

/** A larger picture is left out. */
export const maxChatPictureBytes = 40_000

/** A part that takes longer to draw has no picture in this response. */
const chatPictureTimeoutMs = 10_000

/** Time for the steps after the drawing, on a busy machine. */
const afterPictureMs = 5_000

/**
 * How long a picture may take in a call that times out in `timeLeftMs`: the call's result must not be lost because of it. 0 = draw none.
 */
export const chatPictureMs = (timeLeftMs: number): number =>
  Math.max(0, Math.min(chatPictureTimeoutMs, timeLeftMs - afterPictureMs))
