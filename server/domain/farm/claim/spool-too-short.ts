// The warning for a plate that needs more filament than its loaded spool has.
import type { ShortSpool } from '../ports.ts'

/** Returns a line for the job's history. */
export const spoolTooShort = ({ spoolId, gramsLeft, gramsNeeded }: ShortSpool): string =>
  `Spool ${spoolId} has ${gramsLeft} g left, and the plate needs ${gramsNeeded} g.`
