// Number tiles: a few figures in a row, each with its label and an optional second line.
import { type State, StateIcon } from '../../base/state-badge.tsx'

export type TileProps = {
  readonly label: string
  readonly value: string
  readonly hint?: string
  /** Marks a figure that needs attention with an icon and a color. */
  readonly state?: State
  /** Path of the page that lists what the figure counts. */
  readonly href?: string
}

export function Tiles({ id, tiles }: { id?: string; tiles: readonly TileProps[] }) {
  return (
    <dl class="tiles" {...(id !== undefined && { id })}>
      {tiles.map((tile) => (
        <Tile {...tile} />
      ))}
    </dl>
  )
}

function Tile({ label, value, hint, state, href }: TileProps) {
  return (
    <div class={['tile', state ?? '']}>
      <dt>{href === undefined ? <span>{label}</span> : <a href={href}>{label}</a>}</dt>
      <dd class="value">
        {state === undefined ? '' : <StateIcon state={state} />}
        <span>{value}</span>
      </dd>
      {hint === undefined ? '' : <dd class="hint">{hint}</dd>}
    </div>
  )
}
