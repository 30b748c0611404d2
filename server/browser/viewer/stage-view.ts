// A viewer with the tool buttons of its page (server/pages/quotes/stage-tools.tsx). The viewer and its worker are
// loaded with the first part.
import { fitsBuildVolume } from '../../domain/catalog/build-volume.ts'
import type { FaultPlace } from '../../domain/measurement/inspection.ts'
import { sizeIn, sizesIn } from '../../pages/base/size-texts.ts'
import { words } from '../base/page-words.ts'
import type { PartSurface } from '../core/messages.ts'
import type { SurfacePoint, View } from './messages.ts'
import { createViewer, type Viewer } from './viewer.ts'

const views: readonly View[] = ['iso', 'front', 'right', 'top']

export type StageViewOptions = {
  /** Shows the number of drawn triangles in `data-drawn`. */
  readonly stage: HTMLElement
  readonly host: HTMLElement
  readonly tools: HTMLElement
  readonly stageWorker: string
  /** Text for screen readers before there is a part. */
  readonly label: string
  /** Called if the browser cannot draw. The view is closed at that point. */
  readonly onFailed: (reason: string) => void
  readonly onDrawn?: (triangles: number) => void
  /** Called for the view buttons, so that pictures can follow them. */
  readonly onView?: (view: View) => void
  readonly onFaults?: (shown: boolean) => void
}

export type StageView = {
  readonly show: (name: string, surface: PartSurface) => void
  /** Shows the empty plate. */
  readonly clear: () => void
  /** Focuses a location in the file's coordinates. */
  readonly focus: (place: FaultPlace) => void
  /** Sets the color, `hex` as `#rrggbb`, and the layer height. */
  readonly paint: (hex: string, layerMm: number) => void
}

export function createStageView(options: StageViewOptions): StageView {
  const { stage, host, tools, stageWorker, label, onFailed, onDrawn, onView, onFaults } = options
  let viewer: Viewer | null = null
  let originMm: PartSurface['originMm'] = [0, 0, 0]
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
      viewer.show({
        chunks,
        triangles,
        sizeMm,
        sizeTexts: sizeMm.map((mm) => sizeIn(words, mm)),
        fits: fitsBuildVolume(sizeMm),
      })
      viewer.setLabel(words.text('view.part', { name, size: sizesIn(words, sizeMm) }))
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

/** Converts the core's file coordinates to those of the shown part, which is centered on the plate. */
function onPlate(
  { at, normal, radiusMm }: FaultPlace,
  origin: PartSurface['originMm'],
): SurfacePoint {
  return {
    at: [at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]],
    normal,
    radiusMm,
  }
}
