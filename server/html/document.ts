// Complete HTML document.
import type { Markup } from './markup.ts'

/** `root` is the `html` element. */
export const documentOf = (root: Markup): string => `<!doctype html>${root}`
