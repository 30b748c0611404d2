// The drawings of a process: one at a time for each picture, shared by all who wait for it, and those that failed.
import type { Clock } from '../base/ports.ts'
import { createRecent } from '../base/recent.ts'
import type { Result } from '../base/result.ts'

/**
 * `picture_none`: a sliced file, which has no surface, or one that cannot be read. `picture_unavailable`: not now; it is drawn
 * again after `retryAfterSeconds` at the earliest.
 */
export type PictureFailure =
  | { readonly kind: 'picture_none' }
  | { readonly kind: 'picture_unavailable'; readonly retryAfterSeconds: number }

export type DrawingFailure = {
  readonly failure: PictureFailure
  /**
   * How long the failure is remembered for all callers: the file is not read again until then. 0 where it is not one of the model: another
   * caller has more time, or the core is free a moment later.
   */
  readonly forSeconds: number
}

/** Decides whether the caller may have a new picture drawn. */
export type Admit<Refusal> = () => Promise<Result<void, Refusal>>

export type Drawings = {
  /** The remembered failure of a picture; null without one. */
  readonly failureOf: (key: string) => PictureFailure | null
  /**
   * The bytes of a picture. Only the caller that starts a drawing needs admission; one that is refused does not end the
   * wait of the others. `draw` must not reject.
   */
  readonly share: <Refusal>(
    key: string,
    admit: Admit<Refusal>,
    draw: () => Promise<Result<Uint8Array, DrawingFailure>>,
  ) => Promise<Result<Uint8Array, PictureFailure | Refusal>>
}

type DrawingResult = Result<Uint8Array, PictureFailure>

/** How many failures are remembered. */
const maxRemembered = 10_000

export function createDrawings({ now }: Clock): Drawings {
  /** null: the caller that began was not admitted. */
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
        if (!(await admission).ok) return null
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
