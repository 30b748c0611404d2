// The card on file, which programs charge.
import { Html } from '@elysiajs/html'
import type { SavedCard } from '../../domain/payments/ports.ts'

export function Card({ card }: { card: SavedCard | null }) {
  return (
    <section class="panel" aria-labelledby="card">
      <h2 id="card">Card</h2>
      {card === null ? (
        <p>
          No card on file. Programs charge their orders to a saved card, which you enter on the card
          processor’s page. On this website you pay at the checkout.
        </p>
      ) : (
        <p>
          <strong safe>{`${brandName(card.brand)} ending in ${card.last4}`}</strong> is charged for
          every order that a program places. On this website you pay at the checkout.
        </p>
      )}
      <form method="post" action="/api/account/card">
        <button type="submit" class={card === null ? '' : 'quiet'}>
          {card === null ? 'Save a card' : 'Replace the card'}
        </button>
      </form>
    </section>
  )
}

function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1)
}
