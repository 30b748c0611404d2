// Record of a story, for a reader who looks for the cause of a failure.
import type { Fault } from './plan.ts'

type TranscriptEntry = {
  readonly kind: string
  readonly why?: string
  readonly message?: string
  readonly isError?: boolean
  readonly texts?: readonly string[]
  readonly fields?: Readonly<Record<string, unknown>> | null
}

export type Transcript = {
  readonly called: (tool: string, args: Readonly<Record<string, unknown>>, fault?: Fault) => void
  readonly replied: (reply: TranscriptEntry) => void
  readonly note: (line: string) => void
  readonly lines: readonly string[]
}

export function openTranscript(): Transcript {
  const lines: string[] = []
  return {
    lines,
    note: (line) => void lines.push(line),
    called: (tool, args, fault) => {
      lines.push(`agent calls ${tool} ${JSON.stringify(args)}`)
      if (fault === undefined) return
      const { tool: _, call: __, ...what } = fault
      lines.push(`  fault: ${JSON.stringify(what)}`)
    },
    replied: ({ kind, why, message, isError, texts, fields }) => {
      if (kind !== 'result') return void lines.push(`  no result: ${why ?? message}`)
      lines.push(`  ${isError === true ? 'refused' : 'result'}: ${texts?.[0] ?? ''}`)
      if (fields) lines.push(`  fields: ${JSON.stringify(fields)}`)
    },
  }
}
