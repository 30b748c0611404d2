// A small picture of the part of a row: of its model, else the spool's color and the format of its file.
import { findStockColor, stockColors } from '../../../domain/catalog/colors.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { hasPicture } from '../../../domain/orders/part-picture.ts'
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

/** Seen until the picture is there, and instead of one that cannot be drawn. */
function Hexagon({ order: { options, file } }: { order: Order }) {
  const fill = hexOf(options.color)
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

function hexOf(color: string): string | null {
  const stock = findStockColor(color)
  if (stock !== null) return stockColors[stock]
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/iu.exec(color)?.[1]
  return hex === undefined ? null : `#${hex}`
}

/** Judged by the usual weights of red, green and blue. */
function isDark(hex: string | null): boolean {
  if (hex === null) return false
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [red, green, blue] = [0, 2, 4].map((start) =>
    Number.parseInt(digits.slice(start, start + 2), 16),
  )
  return 0.3 * (red ?? 0) + 0.59 * (green ?? 0) + 0.11 * (blue ?? 0) < 128
}
