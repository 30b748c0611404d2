// Short answers to buyers' questions about a material, one phrase each. Gives agents the facts of the help page on
// materials.
import type { Material } from './options.ts'

export const materialTraits: Readonly<Record<Material, string>> = {
  pla: 'Strong and stiff but brittle; softens from 55 °C; not flexible; not for outdoors; finest detail, matte finish.',
  petg: 'Strong and tough; up to 70 °C; slightly flexible; outdoors for some years; glossy finish.',
  abs: 'Tough, takes knocks; up to 90 °C; slightly flexible; yellows in the sun; matte finish.',
  asa: 'Tough, takes knocks; up to 90 °C; slightly flexible; withstands sun and rain for years; matte finish.',
  tpu: 'Does not break; up to 70 °C; flexible like rubber; outdoors for some years; satin finish, less detail.',
}
