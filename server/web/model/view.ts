// The 3D view of a stored model, over its picture. Where the browser cannot draw it, the picture stays.
import { fitsBuildVolume } from '../../domain/catalog/build-volume.ts'
import type { FaultPlace } from '../../domain/measurement/inspection.ts'
import { sizesText } from '../../pages/quote/sizes.ts'
import { byId } from '../base/elements.ts'
import type { Surface } from '../core/messages.ts'
import type { View } from '../viewer/messages.ts'
import { createViewer, type Viewer } from '../viewer/viewer.ts'

const views: readonly View[] = ['iso', 'front', 'right', 'top']

export type ModelView = {
  readonly show: (surface: Surface) => void
  readonly paint: (hex: string, layerMm: number) => void
  readonly focus: (place: FaultPlace) => void
}

/** The viewer and its worker are loaded with the first surface. */
export function createModelView(name: string, stageWorker: string): ModelView {
  const stage = byId('stage', HTMLElement)
  const host = byId('stage-view', HTMLElement)
  const tools = byId('stage-tools', HTMLElement)
  let viewer: Viewer | null = null
  let originMm: Surface['originMm'] = [0, 0, 0]
  let look: readonly [hex: string, layerMm: number] = ['#8d939b', 0.2]
  const toggles = { faults: true, xray: false }

  const opened = (): Viewer => {
    viewer ??= createViewer(host, {
      stageWorker,
      label: name,
      describedBy: 'view-keys',
      onFailed: () => {
        tools.hidden = true
        host.querySelector('canvas')?.remove()
      },
      onDrawn: (triangles) => {
        stage.dataset['drawn'] = String(triangles)
        // The empty plate is drawn first.
        if (triangles > 0) host.querySelector('.picture')?.remove()
      },
    })
    viewer.setColor(look[0])
    viewer.setLayer(look[1])
    return viewer
  }

  tools.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { view: chosen, zoom, toggle } = target.dataset
    const view = views.find((known) => known === chosen)
    if (view !== undefined) viewer?.view(view)
    if (zoom !== undefined) viewer?.zoom(Number(zoom))
    if (toggle === 'faults' || toggle === 'xray') {
      toggles[toggle] = !toggles[toggle]
      target.setAttribute('aria-pressed', String(toggles[toggle]))
      viewer?.setToggles(toggles)
    }
  })

  return {
    show: ({ chunks, triangles, sizeMm, originMm: origin }) => {
      originMm = origin
      const shown = opened()
      shown.show({ chunks, triangles, sizeMm, fits: fitsBuildVolume(sizeMm) })
      shown.setLabel(`${name} in 3D, ${sizesText(sizeMm)}`)
      tools.hidden = false
    },
    paint: (hex, layerMm) => {
      look = [hex, layerMm]
      viewer?.setColor(hex)
      viewer?.setLayer(layerMm)
    },
    // The core's coordinates are the file's; the shown model stands in the middle of the plate.
    focus: ({ at: [x, y, z], normal, radiusMm }) =>
      viewer?.focus({
        at: [x - originMm[0], y - originMm[1], z - originMm[2]],
        normal,
        radiusMm,
      }),
  }
}
