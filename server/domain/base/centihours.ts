// Machine time in hundredths of an hour (decisions.md 5): the unit of prices, orders and print jobs, in which times are whole numbers.
// Slicers and printers state seconds.

export const secondsPerCentihour = 36

export const secondsOfCentihours = (centihours: number): number => centihours * secondsPerCentihour

/** Exact, with a fraction. */
export const centihoursOfSeconds = (seconds: number): number => seconds / secondsPerCentihour

/** Rounded half up, as prices state a time. */
export function nearestCentihours(seconds: number): number {
  return Math.floor((2 * Math.round(seconds) + secondsPerCentihour) / (2 * secondsPerCentihour))
}

/** Rounded up, as a print job plans a time. */
export const fullCentihours = (seconds: number): number => Math.ceil(centihoursOfSeconds(seconds))

export const hoursOfCentihours = (centihours: number): number => centihours / 100
