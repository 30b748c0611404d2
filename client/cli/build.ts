// `npm run build:cli`: writes the package's dist folder.
import { refuseArguments } from '../../server/local/launcher/command-line.ts'
import { bundleCli } from './bundle.ts'

refuseArguments('npm run build:cli')
await bundleCli()
