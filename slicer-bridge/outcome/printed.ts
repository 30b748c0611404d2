// Parses the slicer's output: stages with their percentage, and warnings.
import type { SliceWarning } from './outcome.ts'

export type SliceProgress = {
  /** From 0 to 100, never decreasing within one run. */
  readonly percent: number
  /** The slicer's text, for example `Generating perimeters`. */
  readonly stage: string
}

const stagePattern = /^(\d{1,3}) => (.+)$/
const warningPattern = /^print warning: (.+)$/
const maxWarnings = 20

export class PrintedReader {
  readonly warnings: SliceWarning[] = []
  #percent = 0
  /** The heading of a warning whose text follows: from 2.6 on, `Detected print stability issues:`, the file, and the issues. */
  #heading: string | null = null

  readonly #onProgress: ((progress: SliceProgress) => void) | undefined

  constructor(onProgress: ((progress: SliceProgress) => void) | undefined) {
    this.#onProgress = onProgress
  }

  readonly line = (line: string): void => {
    const stage = stagePattern.exec(line)
    if (stage) this.#advance(Number(stage[1]), stage[2] ?? '')
    const warning = warningPattern.exec(line)?.[1]
    if (warning?.endsWith(':')) {
      this.#heading = warning
    } else if (warning) {
      this.#warn(warning)
    } else {
      this.#complete(line.trim())
    }
  }

  #complete(text: string): void {
    if (this.#heading === null || text === '' || text.endsWith('.stl')) return
    this.#warn(`${this.#heading} ${text}`)
    this.#heading = null
  }

  #warn(text: string): void {
    if (this.warnings.length >= maxWarnings) return
    this.warnings.push({ code: text.startsWith('Empty layer') ? 'empty_layers' : 'slicer', text })
  }

  /** Stages of several threads are interleaved: 70 may come before 30. */
  #advance(percent: number, stage: string): void {
    this.#percent = Math.min(100, Math.max(this.#percent, percent))
    // The last stage names the output file, which callers must not see.
    this.#onProgress?.({ percent: this.#percent, stage: stage.replace(/ to \S+$/, '') })
  }
}
