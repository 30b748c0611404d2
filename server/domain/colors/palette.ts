// Reduces counted colors to the few that a person would name: merges near colors and assigns small remainders to the
// nearest one.
import type { CountedColor } from './count-colors.ts'
import { type Lab, labOf, type Rgb, rgbOf } from './lab.ts'

export type PaletteColor = {
  /** Integers. */
  readonly rgb: Rgb
  /** Share of the counted area, 0 to 1. */
  readonly share: number
}

const maxColors = 6
/** Maximum number of clusters before the last merge. */
const maxSeeds = 64
/** CIELAB distance below which two colors are one: covers shades of a lit surface and soft edges. */
const joinWithin = 12
/** Smaller areas are treated as soft edges and noise. */
const minShare = 0.01
/** A cluster in which one color has at least this share takes that color instead of the mean with surrounding edges. */
const dominant = 0.5

type Cluster = {
  readonly heaviest: CountedColor
  sums: Lab
  weight: number
}

/** Expects `counted` with the heaviest first. Returns at most six colors, largest share first; the shares add up to 1. */
export function reduceToPalette(counted: readonly CountedColor[]): readonly PaletteColor[] {
  const total = counted.reduce((sum, { weight }) => sum + weight, 0)
  const clusters = dropSmall(mergeNear(seedClusters(counted)), total * minShare)
  return clusters
    .toSorted((one, other) => other.weight - one.weight)
    .map((cluster) => ({ rgb: colorOf(cluster), share: cluster.weight / total }))
}

function seedClusters(counted: readonly CountedColor[]): Cluster[] {
  const clusters: Cluster[] = []
  for (const color of counted) {
    const lab = labOf(color.rgb)
    const near = findNearest(clusters, lab)
    const joins = near !== null && (near.distance < joinWithin || clusters.length >= maxSeeds)
    if (joins) {
      addTo(near.cluster, lab, color.weight)
    } else {
      clusters.push({ heaviest: color, sums: scale(lab, color.weight), weight: color.weight })
    }
  }
  return clusters
}

/** Merges the cheapest pair (Ward: weighted squared distance) until few enough clusters remain. */
function mergeNear(clusters: Cluster[]): Cluster[] {
  for (;;) {
    const pair = cheapestPair(clusters)
    if (pair === null) return clusters
    if (clusters.length <= maxColors && pair.distance >= joinWithin) return clusters
    // The heavier cluster keeps its dominant color.
    const [kept, gone] =
      pair.one.heaviest.weight >= pair.other.heaviest.weight
        ? [pair.one, pair.other]
        : [pair.other, pair.one]
    addTo(kept, meanOf(gone), gone.weight)
    clusters.splice(clusters.indexOf(gone), 1)
  }
}

function cheapestPair(clusters: readonly Cluster[]) {
  let best: { one: Cluster; other: Cluster; cost: number; distance: number } | null = null
  for (const [index, one] of clusters.entries()) {
    for (const other of clusters.slice(index + 1)) {
      const distance = between(meanOf(one), meanOf(other))
      const cost = ((one.weight * other.weight) / (one.weight + other.weight)) * distance ** 2
      if (best === null || cost < best.cost) best = { one, other, cost, distance }
    }
  }
  return best
}

/** Adds the area of small clusters to the nearest cluster and discards their color. */
function dropSmall(clusters: readonly Cluster[], minWeight: number): Cluster[] {
  const heavy = clusters.filter(({ weight }) => weight >= minWeight)
  for (const small of clusters.filter(({ weight }) => weight < minWeight)) {
    const near = findNearest(heavy, meanOf(small))
    if (near !== null) addTo(near.cluster, meanOf(near.cluster), small.weight)
  }
  return heavy
}

function colorOf(cluster: Cluster): Rgb {
  const { heaviest, weight } = cluster
  if (heaviest.weight < dominant * weight) return rgbOf(meanOf(cluster))
  const [red, green, blue] = heaviest.rgb
  return [Math.round(red), Math.round(green), Math.round(blue)]
}

function findNearest(clusters: readonly Cluster[], lab: Lab) {
  let best: { cluster: Cluster; distance: number } | null = null
  for (const cluster of clusters) {
    const distance = between(meanOf(cluster), lab)
    if (best === null || distance < best.distance) best = { cluster, distance }
  }
  return best
}

function addTo(cluster: Cluster, [l, a, b]: Lab, weight: number): void {
  const [sumL, sumA, sumB] = cluster.sums
  cluster.sums = [sumL + l * weight, sumA + a * weight, sumB + b * weight]
  cluster.weight += weight
}

const meanOf = ({ sums: [l, a, b], weight }: Cluster): Lab => [l / weight, a / weight, b / weight]

const scale = ([l, a, b]: Lab, by: number): Lab => [l * by, a * by, b * by]

const between = ([l1, a1, b1]: Lab, [l2, a2, b2]: Lab) => Math.hypot(l2 - l1, a2 - a1, b2 - b1)
