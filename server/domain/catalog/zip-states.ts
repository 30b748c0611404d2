// The state of a US ZIP code by its first three digits (US Postal Service, Labeling List L002, "3-Digit ZIP Code Prefix Matrix"). Prefixes
// that several states share, those of the Pacific islands, and that of military post in the Americas are left out.

type Range = readonly [from: number, to: number]

/** Ranges of prefixes, both ends included. */
const prefixes: Readonly<Record<string, readonly Range[]>> = {
  AE: [[90, 98]],
  AK: [[995, 999]],
  AL: [
    [350, 352],
    [354, 369],
  ],
  AP: [[962, 966]],
  AR: [[716, 729]],
  AZ: [
    [850, 853],
    [855, 857],
    [859, 860],
    [863, 865],
  ],
  CA: [
    [900, 908],
    [910, 928],
    [930, 961],
  ],
  CO: [[800, 816]],
  CT: [
    [60, 62],
    [64, 69],
  ],
  DC: [
    [200, 200],
    [202, 204],
    [569, 569],
  ],
  DE: [[197, 199]],
  FL: [
    [320, 339],
    [341, 342],
    [344, 344],
    [346, 347],
    [349, 349],
  ],
  GA: [
    [300, 319],
    [398, 399],
  ],
  HI: [[968, 968]],
  IA: [
    [500, 516],
    [520, 528],
  ],
  ID: [
    [832, 833],
    [835, 838],
  ],
  IL: [[600, 629]],
  IN: [[460, 479]],
  KS: [
    [660, 662],
    [664, 679],
  ],
  KY: [
    [400, 418],
    [420, 427],
  ],
  LA: [
    [700, 701],
    [703, 708],
    [710, 714],
  ],
  MA: [
    [10, 27],
    [55, 55],
  ],
  MD: [
    [206, 212],
    [214, 219],
  ],
  ME: [[39, 49]],
  MI: [[480, 499]],
  MN: [
    [550, 551],
    [553, 567],
  ],
  MO: [
    [630, 631],
    [633, 641],
    [644, 658],
  ],
  MS: [[386, 397]],
  MT: [[590, 599]],
  NC: [[270, 289]],
  ND: [[580, 588]],
  NE: [
    [680, 681],
    [683, 693],
  ],
  NH: [[30, 38]],
  NJ: [[70, 89]],
  NM: [
    [870, 871],
    [873, 875],
    [877, 884],
  ],
  NV: [
    [889, 891],
    [893, 895],
    [897, 898],
  ],
  NY: [
    [5, 5],
    [100, 149],
  ],
  OH: [[430, 459]],
  OK: [
    [730, 731],
    [734, 738],
    [740, 741],
    [743, 749],
  ],
  OR: [[970, 979]],
  PA: [[150, 196]],
  PR: [
    [6, 7],
    [9, 9],
  ],
  RI: [[28, 29]],
  SC: [[290, 299]],
  SD: [[570, 577]],
  TN: [[370, 385]],
  TX: [
    [733, 733],
    [750, 770],
    [772, 799],
    [885, 885],
  ],
  UT: [[840, 847]],
  VA: [
    [201, 201],
    [220, 246],
  ],
  VI: [[8, 8]],
  VT: [
    [50, 54],
    [56, 59],
  ],
  WA: [
    [980, 986],
    [988, 994],
  ],
  WI: [
    [530, 532],
    [534, 535],
    [537, 549],
  ],
  WV: [[247, 268]],
  WY: [[820, 831]],
}

/** Two letters; null unless the text begins with five digits of one state. */
export function stateOfZip(zip: string): string | null {
  const digits = /^\s*(\d{3})\d{2}(?!\d)/.exec(zip)?.[1]
  if (digits === undefined) return null
  const prefix = Number(digits)
  const isIn = ([from, to]: Range) => from <= prefix && prefix <= to
  return Object.entries(prefixes).find(([, ranges]) => ranges.some(isIn))?.[0] ?? null
}
