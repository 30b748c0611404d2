// QR codes of pages, read as a camera reads them.
import decodeQR from 'qr/decode.js'

/** Returns the content of the first QR code of a page, decoded from its drawing. */
export function decodedQr(html: string): string {
  const [drawing = ''] = /<svg class="qr"[\s\S]*?<\/svg>/.exec(html) ?? []
  const modules = Number(/viewBox="0 0 (\d+) /.exec(drawing)?.[1])
  const pixels = 4
  const size = modules * pixels
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, width] of drawing.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * pixels; row < (Number(y) + 1) * pixels; row += 1) {
      const from = row * size + Number(x) * pixels
      for (let at = from; at < from + Number(width) * pixels; at += 1) {
        data.fill(0, at * 4, at * 4 + 3)
      }
    }
  }
  return decodeQR({ width: size, height: size, data })
}
