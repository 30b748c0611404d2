// View of the page with its buttons and legend: 3D, or pictures if the browser cannot draw.
import type { FaultPlace } from '../../../domain/measurement/inspection.ts'
import { sizesIn } from '../../../pages/base/size-texts.ts'
import { words } from '../../base/page-words.ts'
import type { PartSurface } from '../../core/messages.ts'
import { createStageView } from '../../viewer/stage-view.ts'
import type { Elements } from '../form/elements.ts'
import type { PartState } from '../parts/part-state.ts'
import { PartPicture, type PictureChoice } from './picture.ts'

export type ViewPanel = {
  readonly show: (part: PartState, surface: PartSurface) => void
  /** Shows the box of a sliced file, which has no surface. */
  readonly showBox: (part: PartState, sizeMm: readonly [number, number, number]) => void
  readonly clear: () => void
  readonly focus: (place: FaultPlace) => void
  readonly paint: (hex: string, layerMm: number) => void
}

type Size = readonly [number, number, number]
type PanelPart = { readonly part: PartState; readonly sizeMm: Size; readonly hasSurface: boolean }

export type ViewPanelOptions = {
  readonly stageWorker: string
  readonly takePicture: (part: PartState, choice: PictureChoice) => Promise<Blob | null>
}

export function createViewPanel(
  page: Elements,
  { stageWorker, takePicture }: ViewPanelOptions,
): ViewPanel {
  let picture: PartPicture | null = null
  let shown: PanelPart | null = null
  let showsFaults = true

  const showPictures = (reason: string) => {
    if (picture !== null) return
    page.stage.classList.add('as-pictures')
    picture = new PartPicture(page.stageView, reason)
    picture.setFaults(showsFaults)
    if (shown !== null) showPicture(picture, shown)
  }
  const showPicture = (on: PartPicture, { part, sizeMm, hasSurface }: PanelPart) =>
    on.show(
      `${part.file.name}, ${sizesIn(words, sizeMm)}`,
      hasSurface ? (choice) => takePicture(part, choice) : null,
    )
  const view = createStageView({
    stage: page.stage,
    host: page.stageView,
    tools: page.tools,
    stageWorker,
    label: words.text('view.label'),
    onFailed: showPictures,
    onView: (side) => picture?.turn(side),
    onFaults: (isShown) => {
      showsFaults = isShown
      picture?.setFaults(isShown)
    },
  })
  const display = (next: PanelPart, surface: PartSurface) => {
    shown = next
    page.tools.hidden = false
    if (picture === null) {
      view.show(next.part.file.name, surface)
    } else {
      showPicture(picture, next)
    }
  }

  return {
    show: (part, surface) => display({ part, sizeMm: surface.sizeMm, hasSurface: true }, surface),
    showBox: (part, sizeMm) =>
      display({ part, sizeMm, hasSurface: false }, { ...noSurface, sizeMm }),
    clear: () => {
      shown = null
      view.clear()
      picture?.clear()
      page.tools.hidden = true
      page.legend.hidden = true
    },
    focus: (place) => {
      view.focus(place)
      picture?.focus(place)
    },
    paint: view.paint,
  }
}

const noSurface = { chunks: [], triangles: 0, originMm: [0, 0, 0] } as const
