// Stock colors: a dot, the name and, with `hex`, the spool's hex value.
import { stockColors } from '../../domain/catalog/colors.ts'

export function StockColors({ hex: showHex }: { hex: boolean }) {
  return (
    <ul class={showHex ? 'colors wide' : 'colors'}>
      {Object.entries(stockColors).map(([name, hex]) => (
        <li>
          <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <circle cx="8" cy="8" r="7" fill={hex} />
          </svg>
          {name} {showHex ? <code>{hex}</code> : ''}
        </li>
      ))}
    </ul>
  )
}
