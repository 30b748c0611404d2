/** A note for users who request a model, quoted from the terms. */
export const rightsNote =
  'What you ask for must be yours to make: your own design, or one that its owner lets you use, and no character or brand of someone else. We claim no rights to what is made.'
