// Machine time in hundredths of an hour (decisions.md 5). Prices, orders and print jobs use this unit, with whole
// numbers. Slicers and printers state seconds.

export const secondsPerCentihour = 36

export const secondsOfCentihours = (centihours: number): number => centihours * secondsPerCentihour

/** Converts exactly, with a fraction. */
export const centihoursOfSeconds = (seconds: number): number => seconds / secondsPerCentihour

/** Rounds half up, as prices require. */
export function nearestCentihours(seconds: number): number {
  return Math.floor((2 * Math.round(seconds) + secondsPerCentihour) / (2 * secondsPerCentihour))
}

/** Rounds up, as the planning of print jobs requires. */
export const fullCentihours = (seconds: number): number => Math.ceil(centihoursOfSeconds(seconds))

export const hoursOfCentihours = (centihours: number): number => centihours / 100
