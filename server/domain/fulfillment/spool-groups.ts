// The spools needed to print an order's lines.
import type { Material } from '../catalog/options.ts'
import type { OrderLine } from '../orders/record/order-lines.ts'

/** Filament of one material and color for a printer with this nozzle. */
export type NeededSpool = {
  readonly material: Material
  readonly color: string
  readonly nozzleMm: number
}

export type SpoolUse = NeededSpool & { readonly parts: number }

/** Returns the spools in line order, without duplicates. */
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

export const isSameSpool = (one: NeededSpool, other: NeededSpool): boolean =>
  one.material === other.material && one.color === other.color && one.nozzleMm === other.nozzleMm
