// The 3D view of the page with its buttons and legend. The viewer and its worker are loaded with the first part.
import { fitsBuildVolume } from '../../domain/catalog/build-volume.ts'
import type { FaultPlace } from '../../domain/measurement/inspection.ts'
import { sizesText } from '../../pages/quote/sizes.ts'
import type { Surface } from '../core/messages.ts'
import type { Place, View } from '../viewer/messages.ts'
import { createViewer, type Viewer } from '../viewer/viewer.ts'
import type { Elements } from './elements.ts'
import type { PartState } from './part-state.ts'

const views: readonly View[] = ['iso', 'front', 'right', 'top']

export type ViewPanel = {
  readonly show: (part: PartState, surface: Surface) => void
  /** A sliced file has no surface: its box is shown. */
  readonly showBox: (part: PartState, sizeMm: readonly [number, number, number]) => void
  readonly clear: () => void
  readonly focus: (place: FaultPlace) => void
  readonly paint: (hex: string, layerMm: number) => void
}

export function createViewPanel(page: Elements, stageWorker: string): ViewPanel {
  let viewer: Viewer | null = null
  let originMm: Surface['originMm'] = [0, 0, 0]
  let look: readonly [hex: string, layerMm: number] = ['#8d939b', 0.2]
  const toggles = { faults: true, xray: false }

  const opened = (): Viewer => {
    viewer ??= createViewer(page.stageView, {
      stageWorker,
      label: 'Your part in 3D',
      describedBy: 'view-keys',
      onFailed: showFailure,
      onDrawn: (triangles) => {
        page.stage.dataset['drawn'] = String(triangles)
      },
    })
    viewer.setColor(look[0])
    viewer.setLayer(look[1])
    return viewer
  }
  const showFailure = (reason: string) => {
    page.stageView.replaceChildren()
    const note = document.createElement('p')
    note.className = 'muted no-view'
    note.textContent = `This browser cannot show the part in 3D (${reason}). Its size, faults and price are not affected.`
    page.stageView.append(note)
    page.tools.hidden = true
  }
  const label = (name: string, sizeMm: readonly [number, number, number]) =>
    `${name} in 3D, ${sizesText(sizeMm)}`

  page.tools.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { view: name, zoom, toggle } = target.dataset
    const view = views.find((known) => known === name)
    if (view !== undefined) viewer?.view(view)
    if (zoom !== undefined) viewer?.zoom(Number(zoom))
    if (toggle === 'faults' || toggle === 'xray') {
      toggles[toggle] = !toggles[toggle]
      target.setAttribute('aria-pressed', String(toggles[toggle]))
      viewer?.setToggles(toggles)
    }
  })

  return {
    show: (part, surface) => {
      originMm = surface.originMm
      const { chunks, triangles, sizeMm } = surface
      const shown = opened()
      shown.show({ chunks, triangles, sizeMm, fits: fitsBuildVolume(sizeMm) })
      shown.setLabel(label(part.file.name, sizeMm))
      page.tools.hidden = false
    },
    showBox: (part, sizeMm) => {
      const shown = opened()
      shown.show({ chunks: [], triangles: 0, sizeMm, fits: fitsBuildVolume(sizeMm) })
      shown.setLabel(label(part.file.name, sizeMm))
      page.tools.hidden = false
    },
    clear: () => {
      viewer?.show(null)
      page.tools.hidden = true
      page.legend.hidden = true
    },
    focus: (place) => viewer?.focus(shifted(place, originMm)),
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
