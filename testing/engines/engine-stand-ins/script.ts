// What a task is to do, as words in brackets within a prompt or a picture's bytes: see README.md.

const words = [
  'slow',
  'hang',
  'failed',
  'banned',
  'banned-late',
  'no-credit',
  '429',
  'locked-out',
  'error',
  'error-made',
  'lost',
  'silent',
  'redirect',
  'flaky',
  'dead-link',
  'expiring',
  'broken',
  'large',
  'no-model',
  'told-key',
  'forgotten',
] as const
export type ScriptWord = (typeof words)[number]

export type Script = {
  readonly text: string
  /** Whether the word applies to the task that is made as the `step`-th of its chain. */
  readonly has: (word: ScriptWord, step: number) => boolean
  /** The number after `=`. */
  readonly count: (word: ScriptWord, fallback: number) => number
}

const pattern = /\[([a-z0-9-]+)(?:=(\d+))?(?:@(\d+))?\]/g

/** A word that is not in the table is a mistake of the test. */
export function scriptOf(text: string): Script {
  const found = [...text.matchAll(pattern)].map(([, word = '', count, step]) => {
    const known = words.find((one) => one === word)
    if (known === undefined) throw new Error(`[${word}] is no word of the stand-ins`)
    return { word: known, count, step }
  })
  return {
    text,
    has: (word, step) =>
      found.some(
        (one) => one.word === word && (one.step === undefined || Number(one.step) === step),
      ),
    count: (word, fallback) => Number(found.find((one) => one.word === word)?.count ?? fallback),
  }
}

/** The bracketed words of a file's bytes; a picture does not contain them by chance. */
export function scriptIn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const known = new RegExp(`\\[(?:${words.join('|')})(?:=\\d+)?(?:@\\d+)?\\]`, 'g')
  return (text.match(known) ?? []).join(' ')
}
