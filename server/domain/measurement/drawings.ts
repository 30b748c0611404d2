// The drawings of a process: one concurrent drawing per picture, shared by all waiting callers, and recent failures.
import type { Clock } from '../base/ports.ts'
import type { Result } from '../base/result.ts'
import { createRecent } from '../base/time/recent.ts'

/**
 * `picture_none`: a sliced file, which has no surface, or an unreadable file. `picture_unavailable`: the drawing
 * failed; it is retried after `retryAfterSeconds` at the earliest.
 */
export type PictureFailure =
  | { readonly kind: 'picture_none' }
  | { readonly kind: 'picture_unavailable'; readonly retryAfterSeconds: number }

export type DrawingFailure = {
  readonly failure: PictureFailure
  /**
   * How long the failure is cached for all callers; the file is not read again before. 0 if the failure is not caused
   * by the model, so that a caller with more time or a free core can succeed.
   */
  readonly forSeconds: number
}

/** Decides whether the caller can have a new picture drawn. */
export type Admit<Refusal> = () => Promise<Result<void, Refusal>>

export type Drawings = {
  /** Returns the cached failure of a picture; null if there is none. */
  readonly failureOf: (key: string) => PictureFailure | null
  /**
   * Returns the bytes of a picture. Only the caller that starts a drawing needs admission; its refusal or
   * failure does not end the wait of the others. `draw` must not reject.
   */
  readonly share: <Refusal>(
    key: string,
    admit: Admit<Refusal>,
    draw: () => Promise<Result<Uint8Array, DrawingFailure>>,
  ) => Promise<Result<Uint8Array, PictureFailure | Refusal>>
}

type DrawingResult = Result<Uint8Array, PictureFailure>

/** Number of cached failures. */
const maxRemembered = 10_000

export function createDrawings({ now }: Clock): Drawings {
  /** null: the starting caller was not admitted, or its admission failed. */
  const running = new Map<string, Promise<DrawingResult | null>>()
  const failures = createRecent<
    string,
    { readonly failure: PictureFailure; readonly untilMs: number }
  >(maxRemembered)

  const remember = (key: string, { failure, forSeconds }: DrawingFailure): void => {
    failures.set(key, { failure, untilMs: now().getTime() + 1000 * forSeconds })
  }

  return {
    failureOf: (key) => {
      const known = failures.get(key)
      if (known === undefined) return null
      const { failure, untilMs } = known
      const leftMs = untilMs - now().getTime()
      if (leftMs > 0) return withTimeLeft(failure, leftMs)
      failures.delete(key)
      return null
    },
    share: async (key, admit, draw) => {
      for (let shared = running.get(key); shared !== undefined; shared = running.get(key)) {
        const drawn = await shared
        if (drawn !== null) return drawn
      }
      const admission = admit()
      const start = async (): Promise<DrawingResult | null> => {
        const isAdmitted = await admission.then(
          ({ ok }) => ok,
          () => false,
        )
        if (!isAdmitted) return null
        const drawn = await draw()
        if (drawn.ok) return drawn
        if (drawn.failure.forSeconds > 0) remember(key, drawn.failure)
        return { ok: false, failure: drawn.failure.failure }
      }
      const own = start().finally(() => running.delete(key))
      running.set(key, own)
      const [admitted, drawn] = await Promise.all([admission, own])
      if (!admitted.ok) return admitted
      if (drawn === null) throw new Error('an admitted drawing was not made')
      return drawn
    },
  }
}

function withTimeLeft(failure: PictureFailure, leftMs: number): PictureFailure {
  if (failure.kind === 'picture_none') return failure
  return { ...failure, retryAfterSeconds: Math.ceil(leftMs / 1000) }
}
