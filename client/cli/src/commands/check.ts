// svc check: whether a model can be printed, its faults, and a picture with the faults in color.

import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { PrintabilityReport } from '../../../typescript/src/index.ts'
import type { Command, CommandResult, Context } from '../command/command.ts'
import { checkMeshFile } from '../models/model-source.ts'
import { drawPart, type PicturedFault } from '../models/picture.ts'
import { formatOption, withModelFile } from '../models/standard-input.ts'
import { readUnits, unitsOption } from '../models/units.ts'
import { maxCheckedMegabytes } from '../service/service-limits.ts'
import { exitCodes, usageError } from '../terminal/exit-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'

export const checkCommand: Command = {
  name: 'check',
  summary: 'Check whether a model can be printed, and list its faults. Needs no key.',
  words: 'FILE',
  maxWords: 1,
  options: [
    {
      name: 'picture',
      value: 'FILE.png',
      completes: 'file',
      description: 'Write a picture of the part with its faults in color.',
    },
    unitsOption,
    formatOption,
  ],
  notes: [
    `FILE is an .stl, .obj, .3mf, .glb or .gltf of at most ${maxCheckedMegabytes} MB, or - for standard input. Exits with 1 when it has to be redesigned before it can be printed.`,
    'The service checks 12 files an hour for each address. The picture is drawn on this machine.',
    '',
    'Example: svc check part.stl --picture faults.png',
  ],
  run: async (context) => {
    const { args } = context
    const [word] = args.words
    if (word === undefined) throw usageError('Which model? Add its file: svc check part.stl')
    const target = args.text('picture')
    if (target !== undefined && !/\.png$/i.test(target)) {
      throw usageError('--picture writes a PNG: give it a name that ends in .png.')
    }
    return withModelFile(context, word, (path) => reportOnFile(context, path, target))
  },
}

async function reportOnFile(
  context: Context,
  path: string,
  target: string | undefined,
): Promise<CommandResult> {
  await checkMeshFile(path, ['.stl', '.obj', '.3mf', '.glb', '.gltf'])
  const report = await checkFile(context, path)
  const picture = target === undefined ? null : await writePicture(context, path, target)
  return {
    exitCode: report.printStatus === 'needs-redesign' ? exitCodes.refused : exitCodes.done,
    json: { ...report, ...(picture && { picture: target, pictureFaults: picture }) },
    lines: [
      ...reportLines(basename(path), report, context.terminal),
      ...(picture === null ? [] : [`Picture: ${target}${legendOf(picture)}`]),
    ],
  }
}

async function checkFile(context: Context, path: string): Promise<PrintabilityReport> {
  const { client } = await context.session()
  const progress = context.terminal.progress(`Checking ${basename(path)}`)
  try {
    return await client.checkPrintability(
      { file: path, units: readUnits(context.args) },
      {
        ...(context.terminal.hasProgress && {
          onUploadProgress: ({ sentBytes, totalBytes }) =>
            progress.update({ done: sentBytes, total: totalBytes }),
        }),
      },
    )
  } finally {
    progress.end()
  }
}

async function writePicture(
  context: Context,
  path: string,
  target: string,
): Promise<readonly PicturedFault[]> {
  const { png, faults } = await drawPart(path, readUnits(context.args))
  await writeFile(target, png).catch(() => {
    throw usageError(`${target} cannot be written.`)
  })
  return faults
}

function reportLines(
  name: string,
  report: PrintabilityReport,
  { bold, good, bad }: Terminal,
): string[] {
  const {
    printability,
    printStatus,
    printDetail,
    printabilityScore,
    issues,
    recommendations,
    places,
    minWallMm,
  } = report
  const paint = printStatus === 'needs-redesign' ? bad : good
  // The location is not added to a sentence that already names it.
  const where = (message: string) => {
    const points = places.flatMap(({ about, at }) => (about === message && at !== null ? [at] : []))
    return / at \(/.test(message) ? '' : points.map((at) => ` At ${pointText(at)}.`).join('')
  }
  return [
    `${bold(name)}  ${paint(printStatus)}, score ${printabilityScore}. ${printDetail}`,
    `  ${printability.dimensionsMm.join(' x ')} mm, ${printability.volumeCm3} cm3, ${printability.triangles} triangles` +
      `${minWallMm === null ? '' : `, thinnest wall ${minWallMm} mm`}`,
    ...issues.map((issue) => `  fault: ${issue}${where(issue)}`),
    ...recommendations.map((advice) => `  advice: ${advice}${where(advice)}`),
    ...report.thinWalls.map(
      ({ at, thicknessMm, areaMm2 }) =>
        `  thin: ${thicknessMm} mm over ${areaMm2} mm2 at ${pointText(at)}`,
    ),
  ]
}

const pointText = (at: readonly number[]): string =>
  `(${at.map((mm) => mm.toFixed(1)).join(', ')}) mm`

const kindWords: Readonly<Record<PicturedFault['kind'], string>> = {
  open_edges: 'open edges red',
  non_manifold_edges: 'edges of more than two triangles purple',
  overhangs: 'overhangs orange',
  thin_walls: 'thin walls blue',
  outside: 'outside the build volume green',
}

/** Returns the legend that follows the picture's name. */
export const legendOf = (faults: readonly Pick<PicturedFault, 'kind'>[]): string =>
  faults.length === 0 ? ', no faults' : `, ${faults.map(({ kind }) => kindWords[kind]).join(', ')}`
