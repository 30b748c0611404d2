/** `field`: the first invalid one. */
export type TicketFailure =
  | { readonly kind: 'ticket_field_invalid'; readonly field: TicketField }
  | { readonly kind: 'ticket_not_found' }

export type TicketField = 'name' | 'email' | 'orderCode' | 'body'
