// Reads the file of TERMS_FILE.
import { readFileSync } from 'node:fs'
import { parseTermsFile, type TermsFile } from '../../domain/terms/terms-file.ts'

/** Reads the file. Throws an error with every problem, one per line. */
export function readTermsFile(path: string): TermsFile {
  const file = parseTermsFile(readFileSync(path, 'utf8'))
  if (file.ok) return file.value
  throw new Error(`TERMS_FILE ${path}: ${file.failure.join(' ')}`)
}
