// The boards and the text of their files.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import { business } from './business.ts'
import { frontDoor } from './front-door.ts'
import { pipeline } from './pipeline.ts'

/** By the name of the file, which is also the board's uid. */
export const boards: Readonly<Record<string, Dashboard>> = {
  'front-door': frontDoor,
  pipeline,
  business,
}

/** Links without the placement that the library adds, which would hide them in a menu. */
export const boardText = (board: Dashboard): string =>
  `${JSON.stringify(board, (key, value: unknown) => (key === 'placement' && value === 'inControlsMenu' ? undefined : value), 2)}\n`
