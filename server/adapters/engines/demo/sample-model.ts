// The sample model of a recipe: pure, the same bytes for the same recipe.
import { chanceOf } from './chance.ts'
import { chooseColors, chooseShape } from './choose-shape.ts'
import { shape } from './shapes.ts'
import { type Mesh, meshOf } from './surface.ts'
import { paint } from './texture.ts'
import { writeGlb } from './write-glb.ts'

/** Plain JSON: kept with the task, so that any process can make the model. */
export type Recipe = {
  /** Its words choose the shape. */
  readonly prompt: string
  /** A digest of everything else that the shape depends on: pictures and seed. */
  readonly variety: string
  /** Its words choose the colors. */
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

/** GLB, 8,000 to 20,000 triangles, about 0.4 MB, one unit (meter) long as the vendors' models are, whatever it is. */
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
