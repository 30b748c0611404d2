// Facts about a part that operators read before they accept it: its picture, its size, and the defects of its mesh.
import type { MeshReport } from '../../../domain/models/report.ts'
import { sizesText, volumeText } from '../../../domain/models/size-text.ts'
import { volumeNotes } from '../../../domain/models/volume-notes.ts'
import { countOf } from '../../base/figures.ts'

export function SizeRows({ report }: { report: MeshReport | null }) {
  if (report === null) return ''
  return (
    <>
      <dt>Part</dt>
      <dd>{sizesText(report.dimensionsMm)}</dd>
      <dt>Volume</dt>
      <dd>{volumeText(report.volumeCm3)}</dd>
    </>
  )
}

export function MeshFindings({ report }: { report: MeshReport | null }) {
  const findings = report === null ? [] : findingsOf(report)
  if (findings.length === 0) return ''
  return (
    <ul class="part-findings">
      {findings.map((finding) => (
        <li>{finding}</li>
      ))}
    </ul>
  )
}

function findingsOf(report: MeshReport): readonly string[] {
  const { boundaryEdges, nonManifoldEdges, components, watertight } = report
  const holes = boundaryEdges > 0 ? `, with ${countOf(boundaryEdges, 'open edge')}` : ''
  return [
    ...(watertight ? [] : [`The surface is not closed${holes}: check the slice.`]),
    ...(nonManifoldEdges > 0
      ? [`More than two faces meet at ${countOf(nonManifoldEdges, 'edge')}.`]
      : []),
    ...(components > 1 ? [`The file has ${components} separate bodies.`] : []),
    ...volumeNotes(report),
  ]
}
