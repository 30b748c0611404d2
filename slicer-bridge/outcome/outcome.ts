// The outcomes of a slice. Everything that a model, the slicer or the load can cause is one of these values.

export type SliceProfile = 'quote' | 'coarse'

export type SliceWarning = {
  /**
   * `empty_layers`: a part has nothing below it, so supports may be needed. `raft_added`: the model touches the plate only in a point and
   * was sliced on a raft, whose filament is counted. `far_from_estimate`, `above_solid`, `below_solid`: the amount contradicts the volume
   * of the mesh; an outline may be missing.
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
  /** Computed from the length of 1.75 mm filament, because the slicer rounds its volume to 0.01 cm3. */
  readonly filamentCm3: number
  readonly filamentMm: number
  /** The slicer's estimate of the print time. */
  readonly seconds: number
  readonly layers: number
  readonly warnings: readonly SliceWarning[]
  readonly profileVersion: string
  /** `null` when the G-code does not state it. */
  readonly slicerVersion: string | null
  /** `coarse`: the quote profile timed out, and outlines were simplified to 0.1 mm. Stored JSON contains these names. */
  readonly rung: SliceProfile
}

/** The slicer rejected the model. Deterministic: the same model and settings are rejected again. */
export type SliceRefusal = {
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
    /** The slicer reported success, but its G-code has no usable amounts. */
    | 'bad_result'
  readonly exit: number | null
  readonly signal: string | null
  /** For the log: the end of the slicer's output, or the defect of its result. */
  readonly detail: string
}

export type TimedOut = { readonly kind: 'timed_out' }

export type QueueFull = {
  readonly kind: 'queue_full'
  /**
   * `queue`: the wait would be too long. `account`: most of the waiting work belongs to this account. `deadline`: the result would be
   * late. `wait`: the job was queued, but no worker became free in time.
   */
  readonly scope: 'queue' | 'account' | 'deadline' | 'wait'
  readonly retryAfterSeconds: number
}

export type Unavailable = {
  readonly kind: 'unavailable'
  /**
   * `no_cage`: the cage is required and this machine does not support it. `no_model`: the STL could not be made. `model_gone`: the caller
   * who supplied the file has disconnected and the file was removed. `unreachable`: no slicing process responds.
   */
  readonly reason:
    | 'not_installed'
    | 'no_cage'
    | 'cannot_start'
    | 'no_work_folder'
    | 'no_reader'
    | 'no_model'
    | 'model_gone'
    | 'unreachable'
    | 'closed'
  readonly detail: string
}

export type SliceOutcome = Sliced | SliceRefusal | Crashed | TimedOut | QueueFull | Unavailable
