// The entry of every process: loads the program that ROLE names. A slicing process loads nothing of the database, the card processor or
// the pages.
import { isSlicingProcess } from './config/slicing.ts'

if (isSlicingProcess(process.env)) await import('./main-slicing.ts')
else await import('./main-service.ts')
