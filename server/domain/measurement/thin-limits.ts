/** The limits on thin walls, for documentation. The geometry core applies them (`geometry/src/estimate/thin.rs`). */
export const thinLimitsText =
  'A model of which a printer would lay down nothing is refused with the reason, never billed: walls under a third of the nozzle ' +
  '(0.13 mm for the 0.4 mm nozzle), and pins and other columns under 1.6 nozzles wide (0.64 mm).'
