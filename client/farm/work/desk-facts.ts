// The data of a printer for the desk in addition to its state: temperatures, commands, and a picture.

import { fetchPicture, type Picture } from '../pictures.ts'
import type { Missing, PrinterState } from '../printer.ts'
import { commandActions } from '../service/desk.ts'
import { reasonOf } from '../service/farm.ts'
import type { DeskFacts } from './report-state.ts'
import { messageOf, type RunnerContext } from './runner-deps.ts'

/** Never throws. Returns no temperatures if the printer does not respond. */
export async function readDeskFacts(parts: RunnerContext, now: PrinterState): Promise<DeskFacts> {
  const { printer, commands, memory, config } = parts
  const isOffline = now.kind === 'offline'
  const [temperatures, stated] = isOffline
    ? [null, null]
    : await Promise.all([orNull(printer.temperatures?.()), orNull(printer.missing?.())])
  const known = (stated ?? []).filter(
    ({ feature }) => feature !== 'picture' || config.pictureUrl === null,
  )
  const lacking: readonly Missing[] = [
    ...known,
    ...(memory.noPicture === null ? [] : [memory.noPicture]),
  ]
  const isMissing = (feature: Missing['feature']) =>
    lacking.some((each) => each.feature === feature)
  return {
    temperatures,
    controls: {
      commands: commands === undefined ? [] : commandActions.filter((each) => !isMissing(each)),
      missing: lacking,
    },
  }
}

async function orNull<T>(asked: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await asked) ?? null
  } catch {
    // The next report retries.
    return null
  }
}

/** Sends a picture in the background if one is due. A slow camera delays nothing else. */
export function sendPictureWhenDue(parts: RunnerContext, now: PrinterState): void {
  const { pictures, memory, printer, config } = parts
  if (pictures === undefined || now.kind !== 'printing' || Date.now() < memory.pictureAt) return
  if (config.pictureUrl === null && printer.picture === undefined) return
  memory.pictureAt = Date.now() + pictures.everyMs
  void sendPicture(parts, pictures.send)
}

async function sendPicture(
  { config, printer, memory, log }: RunnerContext,
  send: (printer: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  try {
    const picture = await takePicture(config.pictureUrl, printer.picture)
    if ('bytes' in picture) await send(config.name, picture.bytes)
    note('bytes' in picture ? null : picture.reason)
  } catch (error) {
    note(`The picture could not be sent. ${messageOf(error)}`)
  }
  function note(reason: string | null) {
    // The farm refuses a report with a partial character or a control character.
    const known = reason === null ? null : reasonOf(reason.slice(0, 200))
    if (known !== null && memory.noPicture?.reason !== known) log(`${config.name}: ${known}`)
    memory.noPicture = known === null ? null : { feature: 'picture', reason: known }
  }
}

const takePicture = async (
  url: string | null,
  own: (() => Promise<Picture>) | undefined,
): Promise<Picture> => {
  if (url !== null) return await fetchPicture(url)
  return own === undefined ? { reason: 'The printer has no camera.' } : await own()
}
