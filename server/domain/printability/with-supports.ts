// The verdict with what the estimate decides about supports, so that a check says what will be printed (decisions.md 46).
import { type ProcessReport, type Remark, supportsCode } from '../measurement/processing.ts'
import type { PartSupports } from '../measurement/supports.ts'
import { supportsReason } from '../measurement/supports-text.ts'

/** The status and the score stay. A model that needs a redesign is not printed. */
export function withSupports(report: ProcessReport, supports: PartSupports): ProcessReport {
  if (report.printStatus === 'needs-redesign') return report
  const { decision } = supports
  const others = report.recommendations.filter(({ code }) => code !== supportsCode)
  // The core's sentence is right as it is when neither it nor the estimate asks for supports.
  const isRight = decision === 'none' && others.length === report.recommendations.length
  return {
    ...report,
    printDetail: isRight
      ? report.printDetail
      : report.printDetail.replace(
          / can be printed( as it is| with supports)?\./,
          endings[decision],
        ),
    recommendations: [...adviceOn(report, supports), ...others],
  }
}

const endings = {
  none: ' can be printed.',
  turn: ' can be printed, turned so that it needs no supports.',
  supports: ' can be printed with supports.',
} as const

/** The core's own remark says where the overhang is. */
function adviceOn({ recommendations }: ProcessReport, supports: PartSupports): readonly Remark[] {
  const remark = (code: string, message: string) => [{ code, message, at: null, sizeMm: null }]
  switch (supports.decision) {
    case 'none':
      return []
    case 'turn':
      return remark('turn', `Print it turned: ${inSentence(supportsReason(supports))}`)
    case 'supports': {
      const found = recommendations.filter(({ code }) => code === supportsCode)
      if (found.length > 0) return found
      return remark(supportsCode, `Print with supports: ${inSentence(supportsReason(supports))}`)
    }
  }
}

const inSentence = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
