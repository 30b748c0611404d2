import { readWhole } from './whole-number.ts'

/** Reads the page number of a query; 1 for anything invalid. */
export const readPage = (text: string | undefined): number => readWhole(text, 6) || 1
