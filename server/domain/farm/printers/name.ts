// Names of printers: one line of visible text, unique within the farm.
import { isStorable, singleLine } from '../../base/text.ts'
import { maxPrinterText } from './printer.ts'

/** Within an address it is no name, but a step to another address. */
const isStep = (name: string): boolean => name === '.' || name === '..'

/** null for a text that no printer can have as its name. */
export function readPrinterName(text: string): string | null {
  if (text.length > maxPrinterText || !isStorable(text)) return null
  const name = singleLine(text)
  return name === '' || isStep(name) ? null : name
}
