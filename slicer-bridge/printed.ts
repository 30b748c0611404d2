// What the slicer prints while it works: stages with their per cent, and warnings.
import type { SliceWarning } from './outcome.ts'

export type SliceProgress = {
  /** 0 to 100, never falling within one run. */
  readonly percent: number
  /** The slicer's own words, such as `Generating perimeters`. */
  readonly stage: string
}

const STAGE = /^(\d{1,3}) => (.+)$/
const WARNING = /^print warning: (.+)$/
const MOST_WARNINGS = 20

/** Reads line after line. */
export class PrintedReader {
  readonly warnings: SliceWarning[] = []
  private percent = 0

  private readonly onProgress: ((progress: SliceProgress) => void) | undefined

  constructor(onProgress: ((progress: SliceProgress) => void) | undefined) {
    this.onProgress = onProgress
  }

  readonly line = (line: string): void => {
    const stage = STAGE.exec(line)
    if (stage) this.advance(Number(stage[1]), stage[2] ?? '')
    const warning = WARNING.exec(line)?.[1]
    if (warning && this.warnings.length < MOST_WARNINGS) {
      const code = warning.startsWith('Empty layer') ? 'empty_layers' : 'slicer'
      this.warnings.push({ code, text: warning })
    }
  }

  /** Stages of several threads come mixed: 70 before 30. */
  private advance(percent: number, stage: string): void {
    this.percent = Math.min(100, Math.max(this.percent, percent))
    // The last stage names our file, which is no caller's business.
    this.onProgress?.({ percent: this.percent, stage: stage.replace(/ to \S+$/, '') })
  }
}
