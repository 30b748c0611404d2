// Script of a task, given as words in brackets within a prompt or a picture's bytes: see README.md.

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
  /** Returns whether the word applies to the `step`-th task of its chain. */
  readonly has: (word: ScriptWord, step: number) => boolean
  /** Returns the number after `=`. */
  readonly count: (word: ScriptWord, fallback: number) => number
}

const pattern = /\[([a-z0-9-]+)(?:=(\d+))?(?:@(\d+))?\]/g

/** Parses a script. A word that is not in the table is an error of the test. */
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

/** Returns the bracketed words of a file's bytes; a picture does not contain them by chance. */
export function scriptIn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const known = new RegExp(`\\[(?:${words.join('|')})(?:=\\d+)?(?:@\\d+)?\\]`, 'g')
  return (text.match(known) ?? []).join(' ')
}
