// How a slice can end. Whatever a model, the slicer or the load does is one of these values.

export type SliceProfile = 'quote' | 'coarse'

export type SliceWarning = {
  /**
   * `empty_layers`: a part hangs in the air, supports are worth offering. `raft_added`: it stands on
   * a point and was sliced on a raft, whose filament is counted. `far_from_estimate`,
   * `above_solid`, `below_solid`: the amount does not go with the body; an outline may be missing.
   */
  readonly code:
    | 'empty_layers'
    | 'raft_added'
    | 'far_from_estimate'
    | 'above_solid'
    | 'below_solid'
    | 'slicer'
  readonly text: string
}

export type Sliced = {
  readonly kind: 'sliced'
  /** Of 1.75 mm filament, from its length: the slicer rounds its own volume to 0.01 cm3. */
  readonly filamentCm3: number
  readonly filamentMm: number
  /** The slicer's estimate of the printing time. */
  readonly seconds: number
  readonly layers: number
  readonly warnings: readonly SliceWarning[]
  readonly profileVersion: string
  /** `null` when the g-code does not say. */
  readonly slicerVersion: string | null
  /** `coarse`: the quote profile ran out of time and outlines were simplified to 0.1 mm. */
  readonly rung: SliceProfile
}

/** The slicer looked at the model and says no: the same model and settings end like this again. */
export type Refused = {
  readonly kind: 'refused'
  readonly reason: 'no_layers' | 'nothing_printable' | 'no_first_layer' | 'unreadable_model'
  /** A sentence for the caller. */
  readonly message: string
}

export type Crashed = {
  readonly kind: 'crashed'
  readonly reason:
    | 'died'
    | 'unknown_error'
    | 'out_of_memory'
    | 'printed_too_much'
    | 'wrote_too_much'
    /** It says that all went well, but its g-code has no usable amounts. */
    | 'bad_result'
  readonly exit: number | null
  readonly signal: string | null
  /** The end of what the slicer printed, or what is wrong with its result. For the log. */
  readonly detail: string
}

export type TimedOut = { readonly kind: 'timed_out' }

export type QueueFull = {
  readonly kind: 'queue_full'
  /** `account`: this account has its share; `wait`: it was queued, but no worker came free in time. */
  readonly scope: 'queue' | 'account' | 'wait'
  readonly retryAfterSeconds: number
}

export type Unavailable = {
  readonly kind: 'unavailable'
  /** `no_model`: the STL could not be made; `model_gone`: nor can it be any more, by whoever brought the job. */
  readonly reason:
    | 'not_installed'
    | 'cannot_start'
    | 'no_work_folder'
    | 'no_reader'
    | 'no_model'
    | 'model_gone'
    | 'closed'
  readonly detail: string
}

export type SliceOutcome = Sliced | Refused | Crashed | TimedOut | QueueFull | Unavailable
