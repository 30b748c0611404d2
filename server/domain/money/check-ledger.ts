// Every cached balance beside the ledger. The database compares them whenever a transaction commits; this finds what was changed around
// it: by a restore of single tables, without triggers, or by hand.

export type DifferenceSubject = 'order' | 'gift_card' | 'credits' | 'credit_value'
