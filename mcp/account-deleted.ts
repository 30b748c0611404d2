// Tool result for an agent whose account was deleted during its call.
export const accountDeleted =
  'The account of this API key was deleted, and the key with it. Nothing was charged and no order was placed. Tell the buyer; do not call again with this key.'
