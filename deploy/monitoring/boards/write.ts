// Writes grafana/boards/*.json. Run: npm run build:boards
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseArguments } from '../../../server/local/launcher/command-line.ts'
import { boards, boardText } from './boards.ts'

refuseArguments('npm run build:boards')

const folder = join(import.meta.dir, '../grafana/boards')
for (const [name, board] of Object.entries(boards)) {
  writeFileSync(join(folder, `${name}.json`), boardText(board))
}
