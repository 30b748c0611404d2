// Writes grafana/boards/*.json. Run: npm run build:boards
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boards, boardText } from './boards.ts'

const folder = join(import.meta.dir, '../grafana/boards')
for (const [name, board] of Object.entries(boards)) {
  writeFileSync(join(folder, `${name}.json`), boardText(board))
}
