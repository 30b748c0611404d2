// A whole HTML document.
import type { Markup } from './markup.ts'

/** `root`: the element `html`. */
export const documentOf = (root: Markup): string => `<!doctype html>${root}`
