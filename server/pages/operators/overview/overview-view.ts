import type { Overview } from '../../../domain/desk/overview.ts'

/** View shared by every part of the overview. `timeZone` is the farm's time zone. */
export type OverviewView = { readonly overview: Overview; readonly timeZone: string }
