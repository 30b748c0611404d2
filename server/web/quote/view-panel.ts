// The view of the page with its buttons and legend: 3D, or pictures where the browser cannot draw. The viewer and its worker are
// loaded with the first part.
import { fitsBuildVolume } from '../../domain/catalog/build-volume.ts'
import type { FaultPlace } from '../../domain/measurement/inspection.ts'
import { sizesText } from '../../pages/quote/sizes.ts'
import type { Surface } from '../core/messages.ts'
import type { Place, View } from '../viewer/messages.ts'
import { createViewer, type Viewer } from '../viewer/viewer.ts'
import type { Elements } from './elements.ts'
import type { PartState } from './part-state.ts'
import { PartPicture, type PictureChoice } from './picture.ts'

const views: readonly View[] = ['iso', 'front', 'right', 'top']

export type ViewPanel = {
  readonly show: (part: PartState, surface: Surface) => void
  /** A sliced file has no surface: its box is shown. */
  readonly showBox: (part: PartState, sizeMm: readonly [number, number, number]) => void
  readonly clear: () => void
  readonly focus: (place: FaultPlace) => void
  readonly paint: (hex: string, layerMm: number) => void
}

type Size = readonly [number, number, number]
type Shown = { readonly part: PartState; readonly sizeMm: Size; readonly hasSurface: boolean }

export type ViewPanelOptions = {
  readonly stageWorker: string
  readonly takePicture: (part: PartState, choice: PictureChoice) => Promise<Blob | null>
}

export function createViewPanel(
  page: Elements,
  { stageWorker, takePicture }: ViewPanelOptions,
): ViewPanel {
  let viewer: Viewer | null = null
  let picture: PartPicture | null = null
  let shown: Shown | null = null
  let originMm: Surface['originMm'] = [0, 0, 0]
  let look: readonly [hex: string, layerMm: number] = ['#8d939b', 0.2]
  const toggles = { faults: true, xray: false }

  const opened = (): Viewer => {
    viewer ??= createViewer(page.stageView, {
      stageWorker,
      label: 'Your part in 3D',
      describedBy: 'view-keys',
      onFailed: showPictures,
      onDrawn: (triangles) => {
        page.stage.dataset['drawn'] = String(triangles)
      },
    })
    viewer.setColor(look[0])
    viewer.setLayer(look[1])
    return viewer
  }
  const showPictures = (reason: string) => {
    if (picture !== null) return
    viewer?.close()
    viewer = null
    page.stage.classList.add('as-pictures')
    picture = new PartPicture(page.stageView, reason)
    picture.setFaults(toggles.faults)
    if (shown !== null) showPicture(picture, shown)
  }
  const showPicture = (on: PartPicture, { part, sizeMm, hasSurface }: Shown) =>
    on.show(
      `${part.file.name}, ${sizesText(sizeMm)}`,
      hasSurface ? (choice) => takePicture(part, choice) : null,
    )
  const display = (next: Shown, chunks: Pick<Surface, 'chunks' | 'triangles'>) => {
    const { part, sizeMm } = next
    shown = next
    page.tools.hidden = false
    if (picture !== null) return showPicture(picture, next)
    const view = opened()
    view.show({ ...chunks, sizeMm, fits: fitsBuildVolume(sizeMm) })
    view.setLabel(`${part.file.name} in 3D, ${sizesText(sizeMm)}`)
  }

  page.tools.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { view: name, zoom, toggle } = target.dataset
    const view = views.find((known) => known === name)
    if (view !== undefined) {
      viewer?.view(view)
      picture?.turn(view)
    }
    if (zoom !== undefined) viewer?.zoom(Number(zoom))
    if (toggle === 'faults' || toggle === 'xray') {
      toggles[toggle] = !toggles[toggle]
      target.setAttribute('aria-pressed', String(toggles[toggle]))
      viewer?.setToggles(toggles)
      picture?.setFaults(toggles.faults)
    }
  })

  return {
    show: (part, surface) => {
      originMm = surface.originMm
      display({ part, sizeMm: surface.sizeMm, hasSurface: true }, surface)
    },
    showBox: (part, sizeMm) =>
      display({ part, sizeMm, hasSurface: false }, { chunks: [], triangles: 0 }),
    clear: () => {
      shown = null
      viewer?.show(null)
      picture?.clear()
      page.tools.hidden = true
      page.legend.hidden = true
    },
    focus: (place) => {
      viewer?.focus(shifted(place, originMm))
      picture?.focus(place)
    },
    paint: (hex, layerMm) => {
      look = [hex, layerMm]
      viewer?.setColor(hex)
      viewer?.setLayer(layerMm)
    },
  }
}

/** The core's coordinates are the file's; the shown part stands in the middle of the plate. */
function shifted({ at, normal, radiusMm }: FaultPlace, origin: Surface['originMm']): Place {
  return {
    at: [at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]],
    normal,
    radiusMm,
  }
}
