// The verdict with the estimate's decision about supports, so that a check states what will be printed (decisions.md
// 46).
import { type ProcessReport, type Remark, supportsCode } from '../measurement/processing.ts'
import type { PartSupports } from '../measurement/supports.ts'
import { supportsReason } from '../measurement/supports-text.ts'
import { printDetail } from './print-detail.ts'

/** Keeps the status and the score. A model that needs a redesign is not printed. */
export function withSupports(report: ProcessReport, supports: PartSupports): ProcessReport {
  if (report.printStatus === 'needs-redesign') return report
  const { decision } = supports
  const others = report.recommendations.filter(({ code }) => code !== supportsCode)
  return {
    ...report,
    printDetail: printDetail(report, decision, { hasRemarks: false }) ?? report.printDetail,
    recommendations: [...adviceOn(report, supports), ...others],
  }
}

/** Returns the advice. The core's remark gives the location of the overhang. */
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
