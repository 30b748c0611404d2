/** Returns the desk path of a ticket. */
export const deskTicketPath = (number: number): string => `/operator/tickets/${number}`
