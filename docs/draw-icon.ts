// Draws the icon as PNG for MCP clients and directories: server/pages/assets/icon.png from icon.svg.
//   bun docs/draw-icon.ts
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dir, '../server/pages/assets')
const sizePx = 256

await sharp(join(folder, 'icon.svg'), { density: 72 * (sizePx / 28) })
  .resize(sizePx, sizePx)
  .png({ palette: true, effort: 10 })
  .toFile(join(folder, 'icon.png'))
