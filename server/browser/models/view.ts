// 3D view of a stored model, over its picture. If the browser cannot draw it, the picture stays.
import { byId } from '../base/elements.ts'
import { createStageView, type StageView } from '../viewer/stage-view.ts'

export function createModelView(name: string, stageWorker: string): StageView {
  const host = byId('stage-view', HTMLElement)
  const tools = byId('stage-tools', HTMLElement)
  return createStageView({
    stage: byId('stage', HTMLElement),
    host,
    tools,
    stageWorker,
    label: name,
    onFailed: () => {
      tools.hidden = true
    },
    onDrawn: (triangles) => {
      // The empty plate is drawn first.
      if (triangles > 0) host.querySelector('.picture')?.remove()
    },
  })
}
