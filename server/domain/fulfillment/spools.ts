// The spools that an order's lines are printed from.
import type { Material } from '../catalog/options.ts'
import type { OrderLine } from '../orders/order-lines.ts'

/** Filament of one material and color, on a printer with this nozzle. */
export type Spool = {
  readonly material: Material
  readonly color: string
  readonly nozzleMm: number
}

export type SpoolUse = Spool & { readonly parts: number }

/** In the order of the lines; lines of the same spool are one. */
export function spoolsOf(lines: readonly Pick<OrderLine, 'options'>[]): readonly SpoolUse[] {
  const uses: SpoolUse[] = []
  for (const { options } of lines) {
    const { material, color, nozzleDiameter: nozzleMm, quantity } = options
    const spool = { material, color, nozzleMm }
    const at = uses.findIndex((use) => isSameSpool(use, spool))
    const parts = (uses[at]?.parts ?? 0) + quantity
    uses.splice(at === -1 ? uses.length : at, 1, { ...spool, parts })
  }
  return uses
}

export const isSameSpool = (one: Spool, other: Spool): boolean =>
  one.material === other.material && one.color === other.color && one.nozzleMm === other.nozzleMm
