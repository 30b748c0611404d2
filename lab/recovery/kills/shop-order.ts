// The orders of the shops: their data, and the fields that the typed client and the final repeat send.
import type { OrderInput } from '../../../client/typescript/src/index.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'

export type ShopOrder = {
  readonly key: string
  readonly material: 'pla' | 'petg' | 'asa'
  readonly sizeMm: number
  readonly quantity: number
}

const materials = ['pla', 'petg', 'asa'] as const

/** Cubes of 25 sizes, three materials and three quantities, so that orders differ in file and price. */
export const shopOrder = (at: number): ShopOrder => ({
  key: `shop-${at}`,
  material: materials[at % materials.length] ?? 'pla',
  sizeMm: 15 + (at % 25),
  quantity: 1 + (Math.floor(at / 3) % 3),
})

export const fileOf = ({ sizeMm }: ShopOrder) => ({
  name: `cube-${sizeMm}.stl`,
  bytes: cubeStl({ sizeMm }),
})

export function inputOf(order: ShopOrder): OrderInput {
  const { name, bytes } = fileOf(order)
  const { material, quantity } = order
  return { ...ADDRESS, file: bytes, fileName: name, material, quantity, color: 'Black' }
}
