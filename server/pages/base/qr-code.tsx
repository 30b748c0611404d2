// QR code as SVG, drawn on the server. Dark on white in both color schemes, because cameras expect that.
import encodeQR from 'qr'

export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const size = rows.length
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path fill="#000" d={rows.map(rowPath).join('')} shape-rendering="crispEdges" />
    </svg>
  )
}

/** Returns one rectangle per run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  const runs: string[] = []
  let x = 0
  while (x < row.length) {
    if (row[x] !== true) {
      x += 1
      continue
    }
    const light = row.indexOf(false, x)
    const end = light === -1 ? row.length : light
    runs.push(`M${x} ${y}h${end - x}v1h-${end - x}z`)
    x = end
  }
  return runs.join('')
}
