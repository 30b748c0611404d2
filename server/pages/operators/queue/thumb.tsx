// Thumbnail of the part in a row: a picture of its model, otherwise the spool's color and the file format.
import { hexOfText } from '../../../domain/base/text/hex-color.ts'
import { stockHexOf } from '../../../domain/catalog/colors.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { hasPicture } from '../../../domain/orders/record/part-picture.ts'
import { deskPicturePath } from '../parts/order-path.ts'

/** Fills are attributes, because the Content-Security-Policy forbids inline styles. */
export function Thumb({ order }: { order: Order }) {
  return (
    <span class="thumb">
      <Hexagon order={order} />
      {hasPicture(order) ? (
        <img src={deskPicturePath(order.code, 1)} alt="" width="28" height="28" loading="lazy" />
      ) : (
        ''
      )}
    </span>
  )
}

/** Placeholder until the picture has loaded, or if it cannot be drawn. */
function Hexagon({ order: { options, file } }: { order: Order }) {
  const fill = stockHexOf(options.color) ?? hexOfText(options.color)
  const label = file.format === 'gcode' ? 'G' : file.format.toUpperCase()
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <path d="M14 2l11 6v12l-11 6-11-6V8z" fill={fill ?? 'none'} />
      <path class="edge" d="M14 2l11 6v12l-11 6-11-6V8zM3 8l11 6 11-6M14 14v12" />
      <text x="14" y="17.5" class={isDark(fill) ? 'on-dark' : 'on-light'}>
        {label}
      </text>
    </svg>
  )
}

/** Whether the color, "#rrggbb", is dark, by the usual luminance weights of red, green and blue. */
function isDark(hex: string | null): boolean {
  if (hex === null) return false
  const [red, green, blue] = [1, 3, 5].map((start) =>
    Number.parseInt(hex.slice(start, start + 2), 16),
  )
  return 0.3 * (red ?? 0) + 0.59 * (green ?? 0) + 0.11 * (blue ?? 0) < 128
}
