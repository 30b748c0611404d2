// Pictures of a part for conversations with agents: small, because a client may put the bytes into a model's context.

/** A light ground: clients show pictures on light and dark pages, and vision models see a transparent one as black. */
export const chatPicture = { sizePx: 256, background: '#f4f4f1' } as const

/** A larger picture is left out. */
export const maxChatPictureBytes = 40_000

/** A part that takes longer to draw has no picture in this response. */
export const chatPictureTimeoutMs = 10_000
