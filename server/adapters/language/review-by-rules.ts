// The printability review without a server, and the bounds of every review: never better than the geometry allows.
import type { ModelReview, ModelReviewFacts } from '../../domain/generation/engine/language.ts'

/** In degrees. On a steeper overhang, a printer extrudes into the air. */
const supportsFromDeg = 60
/** contract.md 2.5: needs-redesign is 0, 40 or 45. */
const redesignScore = 45

export function reviewModelByRules(facts: ModelReviewFacts): ModelReview {
  const { printStatus, printabilityScore, maxOverhangDeg, needsSupports } = facts
  const { issues, recommendations } = facts
  const overhang = `Overhangs of up to ${Math.round(maxOverhangDeg)} degrees.`
  if (printStatus !== 'ready' || !(maxOverhangDeg > supportsFromDeg) || !needsSupports) {
    const printDetail = details[printStatus]
    return { printStatus, printabilityScore, printDetail, issues, recommendations }
  }
  return {
    printStatus: 'supports',
    printabilityScore: supportsScore(facts, 90 - (maxOverhangDeg - supportsFromDeg) / 2),
    printDetail: `${details.supports} ${overhang}`,
    issues: withOne(issues, overhang),
    recommendations,
  }
}

export type ReviewOpinion = {
  readonly printStatus: ModelReview['printStatus']
  readonly printabilityScore: number
  readonly printDetail: string
  readonly issues: readonly string[]
  readonly recommendations: readonly string[]
}

/**
 * Returns the review after the rules: a status no better than the geometry's, the score of that status, and the geometry's findings first.
 */
export function boundedModelReview(facts: ModelReviewFacts, opinion: ReviewOpinion): ModelReview {
  const status = allowed[facts.printStatus].has(opinion.printStatus)
    ? opinion.printStatus
    : facts.printStatus
  // A part with recommended supports is not ready without changes.
  const printStatus = status === 'ready' && facts.needsSupports ? 'supports' : status
  const agrees = printStatus === opinion.printStatus
  return {
    printStatus,
    printabilityScore: scoreFor(printStatus, facts, opinion.printabilityScore),
    printDetail: agrees && opinion.printDetail !== '' ? opinion.printDetail : details[printStatus],
    issues: [...new Set([...facts.issues, ...opinion.issues])],
    recommendations: [...new Set([...facts.recommendations, ...opinion.recommendations])],
  }
}

const allowed: Readonly<
  Record<ModelReviewFacts['printStatus'], ReadonlySet<ModelReview['printStatus']>>
> = {
  ready: new Set(['ready', 'supports', 'needs-redesign']),
  repaired: new Set(['repaired', 'supports', 'needs-redesign']),
  'needs-redesign': new Set(['needs-redesign']),
}

function scoreFor(
  status: ModelReview['printStatus'],
  facts: ModelReviewFacts,
  opinion: number,
): number {
  if (status === facts.printStatus) return facts.printabilityScore
  return status === 'supports' ? supportsScore(facts, opinion) : redesignScore
}

/** Returns a score between "needs work" and the geometry's score. */
function supportsScore({ printabilityScore }: ModelReviewFacts, wish: number): number {
  return Math.round(Math.min(printabilityScore, 90, Math.max(50, wish || 0)))
}

const details = {
  ready: 'Watertight, thick enough and printable as it is.',
  supports: 'Printable with supports.',
  repaired: 'Printable after the repairs that were made.',
  'needs-redesign': 'Not printable as it is.',
} as const

const withOne = (list: readonly string[], entry: string) =>
  list.includes(entry) ? list : [...list, entry]
