// The Python client as a wheel (PEP 427). The client is pure Python, so the wheel is a ZIP of its files with METADATA
// (PEP 566) from pyproject.toml and a list of hashes. Building it requires no Python.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ZippedFile, zipOf } from './zip.ts'

export type Wheel = { readonly fileName: string; readonly bytes: Uint8Array }

type Project = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly readme: string
  readonly 'requires-python': string
  readonly dependencies: readonly string[]
  readonly classifiers: readonly string[]
}

/** Builds the wheel. `folder` contains pyproject.toml. */
export function wheelOf(folder: string): Wheel {
  const { project } = Bun.TOML.parse(readFileSync(join(folder, 'pyproject.toml'), 'utf8')) as {
    readonly project: Project
  }
  const module = project.name.replaceAll('-', '_')
  const information = `${module}-${project.version}.dist-info`
  const files: readonly ZippedFile[] = [
    ...moduleFiles(join(folder, 'src'), module),
    fileOf(
      `${information}/METADATA`,
      metadataOf(project, readFileSync(join(folder, project.readme), 'utf8')),
    ),
    fileOf(
      `${information}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: svc\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
  ]
  const recordName = `${information}/RECORD`
  const record = [...files.map(recordLine), `${recordName},,`].join('\n')
  return {
    fileName: `${module}-${project.version}-py3-none-any.whl`,
    bytes: zipOf([...files, fileOf(recordName, `${record}\n`)]),
  }
}

const fileOf = (name: string, text: string): ZippedFile => ({ name, bytes: Buffer.from(text) })

/** Returns the files of a module, without compiled files. */
function moduleFiles(source: string, module: string): readonly ZippedFile[] {
  return readdirSync(join(source, module), { recursive: true, encoding: 'utf8' })
    .map((path) => `${module}/${path.replaceAll('\\', '/')}`)
    .filter((name) => /\.py$|\/py\.typed$/.test(name))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(source, name)) }))
}

const metadataOf = (project: Project, readme: string): string =>
  [
    'Metadata-Version: 2.1',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    ...project.classifiers.map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${project['requires-python']}`,
    ...project.dependencies.map((dependency) => `Requires-Dist: ${dependency}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')

const recordLine = ({ name, bytes }: ZippedFile): string =>
  `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`
