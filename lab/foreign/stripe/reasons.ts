// Reasons for which the structure of the stand-in's objects may differ from that of stripe-mock's.

export const optional = 'optional by the types of the stripe package, and its example leaves it out'
export const newer =
  'required by the types of the stripe package, which are newer than its API description'
export const unread = 'optional, and nothing here reads it'
