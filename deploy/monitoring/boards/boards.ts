// The boards and the text of their files.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import { business } from './business.ts'
import { frontDoor } from './front-door.ts'
import { pipeline } from './pipeline.ts'

/** Boards by file name, which is also the board's uid. */
export const boards: Readonly<Record<string, Dashboard>> = {
  'front-door': frontDoor,
  pipeline,
  business,
}

/** Returns the text of a board. Removes the placement of links that the library adds, because it would hide them in a menu. */
export const boardText = (board: Dashboard): string =>
  `${JSON.stringify(board, (key, value: unknown) => (key === 'placement' && value === 'inControlsMenu' ? undefined : value), 2)}\n`
