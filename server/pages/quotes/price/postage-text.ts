import type { ScriptWords } from '../../languages/script-words.ts'

/** 700 -> "$7.00", 0 -> "free". */
export const postagePhrase = (words: ScriptWords, cents: number): string =>
  cents === 0 ? words.text('sum.free') : words.money(cents)
