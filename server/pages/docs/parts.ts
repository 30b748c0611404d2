// Structure of a guide: Markdown prose, samples of the same task in several languages, and single code blocks.

export const sampleLanguages = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  svc: 'svc',
} as const
export type SampleLanguage = keyof typeof sampleLanguages

export type Sample = { readonly language: SampleLanguage; readonly code: string }

export type GuidePart =
  | { readonly kind: 'prose'; readonly text: string }
  /** Alternatives: consecutive fenced blocks in different languages. */
  | { readonly kind: 'samples'; readonly samples: readonly Sample[] }
  /** Block in any other language. `isOutput`: output of the preceding samples. */
  | {
      readonly kind: 'code'
      readonly language: string
      readonly code: string
      readonly isOutput: boolean
    }

const fence = /^```(\w*)$/

export function partsOf(markdown: string): readonly GuidePart[] {
  const parts: GuidePart[] = []
  const prose: string[] = []
  let open: { readonly language: string; readonly lines: string[] } | null = null
  const endProse = () => {
    const text = prose.splice(0).join('\n').trim()
    if (text !== '') parts.push({ kind: 'prose', text })
  }
  for (const line of markdown.split(/\r?\n/)) {
    const [, language] = fence.exec(line) ?? []
    if (open !== null && language === '') {
      endProse()
      addBlock(parts, open.language, open.lines.join('\n'))
      open = null
    } else if (open !== null) {
      open.lines.push(line)
    } else if (language === undefined) {
      prose.push(line)
    } else {
      open = { language, lines: [] }
    }
  }
  endProse()
  return parts
}

function addBlock(parts: GuidePart[], language: string, code: string): void {
  const last = parts.at(-1)
  if (!isSampleLanguage(language)) {
    parts.push({ kind: 'code', language, code, isOutput: last?.kind === 'samples' })
    return
  }
  const sample = { language, code }
  const isAlternative =
    last?.kind === 'samples' && last.samples.every((one) => one.language !== language)
  if (isAlternative) {
    parts[parts.length - 1] = { ...last, samples: [...last.samples, sample] }
  } else {
    parts.push({ kind: 'samples', samples: [sample] })
  }
}

const isSampleLanguage = (language: string): language is SampleLanguage =>
  Object.hasOwn(sampleLanguages, language)
