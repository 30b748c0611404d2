// A person has taken the parts off a plate: the job is reported with the number of bad ones, and the printer gets the next job.
import type { StateFile } from './state.ts'

/** Returns a sentence for the person. Throws when there is nothing to clear. */
export function clearPlate(state: StateFile, printer: string, scrapText: string): string {
  const work = state.read(printer)
  if (work === null) throw new Error(`${printer} has no job of the farm.`)
  const { job, phase } = work
  if (phase === 'uncleared') {
    state.write(printer, null)
    return `${printer} is free.`
  }
  if (phase !== 'printed')
    throw new Error(`${printer} has not finished plate ${job.plate} of ${job.orderCode}.`)
  const scrap = /^\d{1,2}$/.test(scrapText) ? Number(scrapText) : Number.NaN
  if (!(scrap <= job.parts)) throw new Error(`Scrap must be a number from 0 to ${job.parts}.`)
  state.write(printer, { ...work, phase: 'cleared', scrap })
  return `${job.orderCode}, plate ${job.plate}: ${job.parts - scrap} good, ${scrap} scrap.`
}
