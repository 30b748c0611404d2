// The sample model of a recipe. Pure: the same recipe gives the same bytes.
import { chanceOf } from './chance.ts'
import { chooseColors, chooseShape } from './choose-shape.ts'
import { shape } from './shapes.ts'
import { type Mesh, meshOf } from './surface.ts'
import { paint } from './texture.ts'
import { writeGlb } from './write-glb.ts'

/** Plain JSON that is stored with the task, so that any process can make the model. */
export type Recipe = {
  /** The prompt's words choose the shape. */
  readonly prompt: string
  /** Digest of everything else that determines the shape: pictures and seed. */
  readonly variety: string
  /** Prompt whose words choose the colors. */
  readonly paintPrompt: string
  readonly textured: boolean
}

const unitMm = 1000

function oneUnitLong(mesh: Mesh): Mesh {
  const axes = [0, 1, 2].map((axis) => mesh.positions.filter((_, at) => at % 3 === axis))
  const sides = axes.map(
    (values) =>
      values.reduce((a, b) => Math.max(a, b), -Infinity) -
      values.reduce((a, b) => Math.min(a, b), Infinity),
  )
  const factor = unitMm / Math.max(...sides)
  return { ...mesh, positions: mesh.positions.map((value) => value * factor) }
}

/**
 * Returns a GLB of about 0.4 MB with 8,000 to 20,000 triangles. It is one unit (meter) long, like the vendors' models, whatever it shows.
 */
export function unitModel({ prompt, variety, paintPrompt, textured }: Recipe): Uint8Array {
  const words = prompt.trim().toLowerCase()
  const chance = chanceOf(`body ${words} ${variety}`)
  const mesh = oneUnitLong(meshOf(shape(chooseShape(words, chance), chance)))
  const coloring = chanceOf(`paint ${paintPrompt.trim().toLowerCase()} ${variety}`)
  const colors = chooseColors(paintPrompt, coloring)
  if (textured) return writeGlb(mesh, { kind: 'picture', png: paint(colors, coloring) })
  const [red, green, blue] = colors[0].map((value) => (value / 255) ** 2.2)
  return writeGlb(mesh, { kind: 'color', rgb: [red ?? 1, green ?? 1, blue ?? 1] })
}
