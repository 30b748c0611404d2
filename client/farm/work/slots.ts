// Slots that the printers of a client share, assigned in the order of requests.

export type Slots = {
  /** Requests a slot and returns whether the printer has one. Without a free slot, it waits behind earlier requests. */
  readonly take: (printer: string) => boolean
  /** Gives the printer a slot even if none is free. */
  readonly hold: (printer: string) => void
  readonly has: (printer: string) => boolean
  /** Frees the printer's slot, or ends its wait. */
  readonly release: (printer: string) => void
}

/** `limit`: number of slots; 0 = no limit. */
export function createSlots(limit: number): Slots {
  const held = new Set<string>()
  const waiting: string[] = []
  const release = (printer: string) => {
    held.delete(printer)
    const at = waiting.indexOf(printer)
    if (at >= 0) waiting.splice(at, 1)
  }
  return {
    take: (printer) => {
      if (limit === 0 || held.has(printer)) return true
      if (!waiting.includes(printer)) waiting.push(printer)
      if (waiting.indexOf(printer) >= limit - held.size) return false
      release(printer)
      held.add(printer)
      return true
    },
    hold: (printer) => {
      release(printer)
      held.add(printer)
    },
    has: (printer) => held.has(printer),
    release,
  }
}

export type Limits = { readonly uploads: Slots; readonly heating: Slots }
