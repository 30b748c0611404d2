// The states of a stand-in for PrusaLink, whose print changes between two requests.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Printer } from '../../../client/farm/printer.ts'
import { connectPrusaLink } from '../../../client/farm/servers/prusalink.ts'
import {
  type PrusaLinkStandIn,
  prusaLinkPassword,
  prusaLinkStandIn,
} from '../../system/farm-client/prusalink.ts'

let standIn: PrusaLinkStandIn
let printer: Printer
beforeEach(async () => {
  standIn = await prusaLinkStandIn()
  let text: string | null = null
  const memo = {
    read: () => text,
    write: (next: string) => {
      text = next
    },
  }
  const login = { user: 'maker', password: prusaLinkPassword, apiKey: null, storage: null }
  printer = connectPrusaLink({ url: standIn.url, ...login }, memo)
})
afterEach(() => standIn.close())

/** Number of upcoming status responses after which the print changes. */
const afterStatus = (times: number, change: () => void) => {
  let count = 0
  standIn.on(async (route, moment) => {
    if (route !== 'GET /api/v1/status' || moment !== 'after' || count === times) return
    count += 1
    change()
  })
}

test('the end of one print is not taken for that of the next', async () => {
  standIn.startOther('vase.gcode')
  standIn.finish()
  afterStatus(1, () => standIn.startOther('part.gcode'))
  expect(await printer.state()).toMatchObject({ kind: 'printing', file: 'part.gcode' })
})

test('a print that replaces another is not shown with the state of the replaced one', async () => {
  standIn.startOther('vase.gcode')
  standIn.setWord('PAUSED')
  afterStatus(1, () => standIn.startOther('part.gcode'))
  expect(await printer.state()).toMatchObject({ file: 'part.gcode', isPaused: false })
})

test('a printer whose print changes each time is offline', async () => {
  standIn.startOther('vase.gcode')
  afterStatus(10, () => standIn.startOther('part.gcode'))
  expect(await printer.state()).toMatchObject({ kind: 'offline' })
})
