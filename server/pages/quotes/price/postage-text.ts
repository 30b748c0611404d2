import { money } from '../../base/money.ts'

/** 700 -> "$7.00", 0 -> "free". */
export const postagePhrase = (cents: number): string => (cents === 0 ? 'free' : money(cents))
