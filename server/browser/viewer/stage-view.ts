// A viewer with the tool buttons of its page (server/pages/quotes/stage-tools.tsx). The viewer and its worker are loaded with the first
// part.
import { fitsBuildVolume } from '../../domain/catalog/build-volume.ts'
import type { FaultPlace } from '../../domain/measurement/inspection.ts'
import { sizesText } from '../../pages/quotes/sizes.ts'
import type { Surface } from '../core/messages.ts'
import type { SurfacePoint, View } from './messages.ts'
import { createViewer, type Viewer } from './viewer.ts'

const views: readonly View[] = ['iso', 'front', 'right', 'top']

export type StageViewOptions = {
  /** States the drawn triangles in `data-drawn`. */
  readonly stage: HTMLElement
  readonly host: HTMLElement
  readonly tools: HTMLElement
  readonly stageWorker: string
  /** What screen readers read before there is a part. */
  readonly label: string
  /** The browser cannot draw. The view is closed by then. */
  readonly onFailed: (reason: string) => void
  readonly onDrawn?: (triangles: number) => void
  /** Buttons that pictures follow as well. */
  readonly onView?: (view: View) => void
  readonly onFaults?: (shown: boolean) => void
}

export type StageView = {
  readonly show: (name: string, surface: Surface) => void
  /** The empty plate. */
  readonly clear: () => void
  /** In the coordinates of the file. */
  readonly focus: (place: FaultPlace) => void
  /** `hex`: `#rrggbb` */
  readonly paint: (hex: string, layerMm: number) => void
}

export function createStageView(options: StageViewOptions): StageView {
  const { stage, host, tools, stageWorker, label, onFailed, onDrawn, onView, onFaults } = options
  let viewer: Viewer | null = null
  let originMm: Surface['originMm'] = [0, 0, 0]
  let look: readonly [hex: string, layerMm: number] = ['#8d939b', 0.2]
  const toggles = { faults: true, xray: false }

  const open = (): Viewer => {
    const opened = createViewer(host, {
      stageWorker,
      label,
      describedBy: 'view-keys',
      onFailed: (reason) => {
        viewer?.close()
        viewer = null
        onFailed(reason)
      },
      onDrawn: (triangles) => {
        stage.dataset['drawn'] = String(triangles)
        onDrawn?.(triangles)
      },
    })
    opened.setColor(look[0])
    opened.setLayer(look[1])
    opened.setToggles(toggles)
    return opened
  }

  tools.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { view: chosen, zoom, toggle } = target.dataset
    const view = views.find((known) => known === chosen)
    if (view !== undefined) {
      viewer?.view(view)
      onView?.(view)
    }
    if (zoom !== undefined) viewer?.zoom(Number(zoom))
    if (toggle === 'faults' || toggle === 'xray') {
      toggles[toggle] = !toggles[toggle]
      target.setAttribute('aria-pressed', String(toggles[toggle]))
      viewer?.setToggles(toggles)
      onFaults?.(toggles.faults)
    }
  })

  return {
    show: (name, { chunks, triangles, sizeMm, originMm: origin }) => {
      originMm = origin
      viewer ??= open()
      viewer.show({ chunks, triangles, sizeMm, fits: fitsBuildVolume(sizeMm) })
      viewer.setLabel(`${name} in 3D, ${sizesText(sizeMm)}`)
      tools.hidden = false
    },
    clear: () => viewer?.show(null),
    focus: (place) => viewer?.focus(onPlate(place, originMm)),
    paint: (hex, layerMm) => {
      look = [hex, layerMm]
      viewer?.setColor(hex)
      viewer?.setLayer(layerMm)
    },
  }
}

/** The core's coordinates are the file's; the shown part is in the middle of the plate. */
function onPlate({ at, normal, radiusMm }: FaultPlace, origin: Surface['originMm']): SurfacePoint {
  return {
    at: [at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]],
    normal,
    radiusMm,
  }
}
