// A separate program, which reads a cleaned SVG from its input and writes it as PNG. decode-picture.ts disables the decoder of SVG for the
// service, so that no upload of a customer reaches it.
//   bun draw-logo.ts <width> <height>
import sharp from 'sharp'

const [width = 1, height = 1] = process.argv.slice(2).map(Number)
/** The loader draws at this many dots per inch; 72 is the natural size. */
const svg = Buffer.from(await Bun.stdin.arrayBuffer())
const { width: natural = 1 } = await sharp(svg, { density: 72 }).metadata()
const density = Math.min(2_400, Math.max(1, (72 * width) / natural))
const png = await sharp(svg, { density, limitInputPixels: 4_000_000 })
  .resize(width, height, { fit: 'fill' })
  .png()
  .toBuffer()
await Bun.write(Bun.stdout, png)
