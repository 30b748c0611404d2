// Endpoints for programs that connect printers: operators' commands, and pictures for the desk.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import {
  endCommand,
  type OpenCommand,
  takeCommand,
} from '../../../domain/farm/printers/command-printer.ts'
import {
  commandActions,
  commandSeconds,
  maxPictureBytes,
  outcomeText,
} from '../../../domain/farm/printers/printer-desk.ts'
import { storePicture } from '../../../domain/farm/printers/printer-pictures.ts'
import { json } from '../../contract/body.ts'
import { idInPath, type Parameter } from '../../contract/contract.ts'
import { moment, named, says, text } from '../../contract/schemas.ts'
import { internal, limitRefusals } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { jobExample } from './job-json.ts'
import { endSchema, maxPictureJsonBytes, pictureSchema, takeSchema } from './printer-schemas.ts'

const commandId: Parameter = idInPath('id', 'The command’s id.', {
  type: 'string',
  format: 'uuid',
})

const printerCommand = named(
  'PrinterCommand',
  v.object({
    id: text('The command’s id.'),
    printer: text('The printer’s name.'),
    action: says(v.picklist(commandActions), 'What the printer is to do.'),
    jobId: text('The job whose print is meant. Carry it out for no other print.'),
  }),
  'An operator’s command to a printer.',
)

const example = {
  id: '0b7c5d5e-6a0f-4c1b-9a53-2f1f3f5d7a11',
  printer: 'mk4-1',
  action: 'pause',
  jobId: jobExample.id,
} as const
const taker = '5f0d3c2b-1a49-4e78-8c67-b5a4938271f0'

const commandJson = ({ id, printer, action, jobId }: OpenCommand) => ({
  id,
  printer,
  action,
  jobId,
})

export const listCommandsRoute = route({
  method: 'GET',
  path: '/api/farm/commands',
  id: 'listPrinterCommands',
  tag: 'Farm',
  summary: 'List commands for printers',
  description:
    'Commands of operators that no program has taken, oldest first. A program whose reports have `controls` asks every few seconds while one ' +
    `of its printers prints, once for all of them. A command that is not taken within ${commandSeconds} s lapses.`,
  access: internal,
  response: {
    description: 'The open commands.',
    schema: named(
      'PrinterCommands',
      v.object({ commands: says(v.array(printerCommand), 'Oldest first.') }),
      'Commands that wait for a program.',
    ),
    example: { commands: [example] },
  },
  handler: async function listPrinterCommands({ deps }) {
    const open = await deps.printers.commands.listOpen()
    return ok({ commands: open.map(commandJson) })
  },
})

export const takeCommandRoute = route({
  method: 'POST',
  path: '/api/farm/commands/:id/take',
  id: 'takePrinterCommand',
  tag: 'Farm',
  summary: 'Take a command',
  description:
    'Before a command is carried out. `taker` is a UUID that the program makes for the command and stores: a repeated request with it succeeds, ' +
    'and any other is refused, so that a command is carried out at most once. After a refusal, do not carry it out.',
  access: internal,
  parameters: [commandId],
  body: json(takeSchema, { example: { taker }, refused: [{ taker: 'p1' }] }),
  response: {
    description: 'Carry it out, and report its outcome.',
    schema: printerCommand,
    example,
  },
  refusals: [{ kind: 'printer_command_not_found' }, { kind: 'printer_command_ended' }],
  handler: async function takePrinterCommand({ deps }, { params, body }) {
    const taken = await takeCommand(deps, params.id, body.taker)
    return taken.ok ? ok(commandJson(taken.value)) : taken
  },
})

export const endCommandRoute = route({
  method: 'POST',
  path: '/api/farm/commands/:id/end',
  id: 'endPrinterCommand',
  tag: 'Farm',
  summary: 'Report the outcome of a command',
  description:
    '`done` when the printer has done what it was told, `failed` with the reason if it has not. The first outcome counts. The desk shows a ' +
    `command without an outcome as unconfirmed after ${outcomeText}. Only the program that took it may report it.`,
  access: internal,
  parameters: [commandId],
  body: json(endSchema, {
    example: { taker, outcome: 'failed', reason: 'The printer is heating up.' },
    refused: [{ taker, outcome: 'later' }],
  }),
  response: { description: 'Recorded.', schema: printerCommand, example },
  refusals: [{ kind: 'printer_command_not_found' }, { kind: 'printer_command_ended' }],
  handler: async function endPrinterCommand({ deps }, { params, body }) {
    const { outcome, reason } = body
    const report = { taker: body.taker, outcome, reason: reason ?? null }
    const ended = await endCommand(deps, params.id, report)
    return ended.ok ? ok(commandJson(ended.value)) : ended
  },
})

export const putPictureRoute = route({
  method: 'PUT',
  path: '/api/farm/printers/:name/picture',
  id: 'putPrinterPicture',
  tag: 'Farm',
  summary: 'Send a picture of a printer',
  description:
    `A PNG, JPEG or WebP of at most ${maxPictureBytes / 1024} KiB from the printer’s camera, about once a minute while it prints. It replaces ` +
    'the last one. Only operators and viewers see it, at the desk. The printer must have reported before.',
  access: internal,
  parameters: [idInPath('name', 'The printer’s name, as in its reports.')],
  body: json(pictureSchema, {
    example: { base64: '/9j/4AAQSkZJRgABAQ==' },
    refused: [{ base64: '' }],
    limit: maxPictureJsonBytes,
  }),
  response: {
    description: 'Stored.',
    schema: named(
      'PrinterPicture',
      v.object({ at: moment('When it was stored.') }),
      'A stored picture of a printer.',
    ),
    example: { at: '2026-11-21T10:05:30.000Z' },
  },
  refusals: [
    { kind: 'printer_name_invalid' },
    { kind: 'printer_picture_unreadable' },
    { kind: 'printer_not_found' },
    ...limitRefusals('printer-picture'),
  ],
  handler: async function putPrinterPicture({ deps }, { params, body }) {
    const stored = await storePicture(deps, params.name, Buffer.from(body.base64, 'base64'))
    return stored.ok ? ok({ at: stored.value.toISOString() }) : stored
  },
})
