// Prints the OpenAPI document: `bun server/http/openapi/print.ts > openapi.json`. For linters and generators of clients.
import { buildDocument } from './document.ts'

const [baseUrl = 'http://localhost:3000'] = process.argv.slice(2)
console.log(JSON.stringify(buildDocument(baseUrl), null, 2))
