// Wall mode: five numbers and three charts for a wall screen, without controls, legible from four meters.
import type { Markup } from '../../../html/markup.ts'
import { assetUrl, deskScript } from '../../assets/assets.ts'
import { pageResponse } from '../../base/layout.tsx'
import { unlistedHeaders } from '../../base/not-found.tsx'
import { Chart, type ChartProps } from '../parts/chart.tsx'
import { LiveState } from '../parts/live-state.tsx'
import { type TileProps, Tiles } from '../parts/tile.tsx'
import { TimeZone } from '../parts/time-zone.tsx'

export type WallView = {
  readonly title: string
  /** Line below the title, or null for none. */
  readonly note: string | null
  /** Time zone of the farm, which the page names. */
  readonly timeZone: string
  /** Exactly five tiles. */
  readonly tiles: readonly TileProps[]
  /** Exactly three charts. */
  readonly charts: readonly ChartProps[]
}

/** `topic` is the topic of the page's stream. `stream` is the stream's address and defaults to /operator/live. */
export function wallPage(view: WallView, topic: string, stream?: string): Response {
  return pageResponse({
    visitor: null,
    title: view.title,
    headers: unlistedHeaders(),
    script: assetUrl(deskScript),
    work: { header: '' },
    body: (
      <div class="wall">
        <header>
          <h1>{view.title}</h1>
          <WallNote {...view} />
          <TimeZone timeZone={view.timeZone} />
          <LiveState page={topic} {...(stream !== undefined && { path: stream })} />
        </header>
        <WallTiles {...view} />
        <div class="wall-charts">
          {view.charts.map((chart) => (
            <Chart {...chart} />
          ))}
        </div>
      </div>
    ),
  })
}

/** Returns the parts that change, by id. */
export const wallFragments = (view: WallView): Readonly<Record<string, Markup>> => ({
  'wall-note': <WallNote {...view} />,
  line: <WallTiles {...view} />,
  ...Object.fromEntries(view.charts.map((chart) => [chart.id, <Chart {...chart} />])),
})

const WallNote = ({ note }: WallView) => <p id="wall-note">{note ?? ''}</p>

/** Tiles without links, which are useless on a wall. */
function WallTiles({ tiles }: WallView) {
  return <Tiles id="line" tiles={tiles.map(({ href: _, ...tile }) => tile)} />
}
