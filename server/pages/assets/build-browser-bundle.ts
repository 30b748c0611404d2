// Builds the page scripts into the service's cache. Runs when an image is built.
import { buildInAdvance } from './browser-bundle.ts'

const { files } = await buildInAdvance()
for (const { path, bytes, br } of files.values()) {
  console.log(`${path}: ${bytes.length} bytes, ${br.length} compressed`)
}
