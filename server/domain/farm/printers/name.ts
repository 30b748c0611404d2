// Names of printers: one line of visible text, unique within the farm.
import { isStorable, singleLine } from '../../base/text/text.ts'
import { maxPrinterText } from './printer.ts'

/** In a URL path, these names would be relative path segments. */
const isStep = (name: string): boolean => name === '.' || name === '..'

/** Returns null for a text that is not a valid printer name. */
export function readPrinterName(text: string): string | null {
  if (text.length > maxPrinterText || !isStorable(text)) return null
  const name = singleLine(text)
  return name === '' || isStep(name) ? null : name
}
