// Worker in which the stage draws, so that neither three.js nor a large part blocks the page.
import type { FromStage, ToStage } from './messages.ts'
import { Stage } from './stage.ts'

let stage: Stage | null = null

const send = (message: FromStage) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<ToStage>) => {
  try {
    if (data.kind === 'start') {
      stage = new Stage(data, send)
    } else {
      stage?.handle(data)
    }
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
})
