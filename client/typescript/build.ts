// `npm run build:client`: writes the API's types and the package's dist folder.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseArguments } from '../../server/local/launcher/command-line.ts'
import { compilePackage } from './assemble.ts'
import { schemaSource } from './schema-source.ts'

refuseArguments('npm run build:client')
writeFileSync(join(import.meta.dir, 'src/schema.ts'), await schemaSource())
compilePackage()
