import type { Overview } from '../../../domain/desk/overview.ts'

/** What every part of the overview is shown with; `timeZone`: the farm's. */
export type OverviewView = { readonly overview: Overview; readonly timeZone: string }
