// Prints the OpenAPI document for linters and client generators: `bun server/http/openapi/print.ts > openapi.json`.
// Arguments: the service's address, and `3.1`, `3.0` or `yaml`.
import { buildDocument } from './document.ts'
import { asVersion30 } from './version-3-0.ts'
import { asYaml } from './yaml.ts'

const [baseUrl = 'http://localhost:3000', form = '3.1'] = process.argv.slice(2)
const document = buildDocument(baseUrl)
console.log(
  form === 'yaml'
    ? asYaml(document)
    : JSON.stringify(form === '3.0' ? asVersion30(document) : document, null, 2),
)
