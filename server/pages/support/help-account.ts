// Questions about accounts, and about ordering with programs.
import { freshSignInMinutes } from '../../domain/accounts/delete-account.ts'
import type { HelpArticle } from './help-article.ts'

export const accountArticles: readonly HelpArticle[] = [
  {
    id: 'sign-up',
    title: 'Do I need an account?',
    text: `No: prices and orders on this website need none, only an email address for the confirmation. With an account you have a list of your
orders, your addresses at the checkout, invoices, credits, generated models and keys for programs. You sign up on the
[account page](/account) with your email address and a password, and confirm the address with a code that we send.`,
    keywords: 'register create guest login sign in sign up',
  },
  {
    id: 'password',
    title: 'I forgot my password. How do I sign in?',
    text: `[Reset it](/account/forgot) with a code that we send to the email address of your account. If no code arrives, look into the spam
folder and check the address; a new code can be sent three times in a quarter of an hour.`,
    keywords: 'reset change lost login locked code never came received spam',
  },
  {
    id: 'second-factor',
    title: 'How do I turn a second factor on or off?',
    text: `On the [account page](/account), under second factor: scan the picture with an authenticator app and keep the backup codes. Your
password turns it off again. If you lost both the app and the backup codes, [write to us](/contact).`,
    keywords: '2fa two-factor authentication authenticator otp totp security phone',
  },
  {
    id: 'delete-account',
    title: 'How do I delete my account and my data?',
    text: `Under [Security](/account/security) of your account: within ${freshSignInMinutes} minutes of signing in, “Delete the account” deletes it at once, and
“Download your data” exports all that we keep about you. An account with open orders can be deleted once they are finished. [Privacy](/privacy)
says which records of sales are kept, and how long.`,
    keywords: 'close remove gdpr erase personal information',
  },
  {
    id: 'saved-card',
    title: 'How do I change or remove my saved card?',
    text: `On the [account page](/account), under card. Orders of programs charge the saved card. At the checkout of the website one button pays
with it, and says the amount; another card is entered on the card processor’s page.`,
    keywords: 'credit card update replace delete payment method expired',
  },
  {
    id: 'api',
    title: 'Is there an API, so that programs can order?',
    text: `Yes. Save a card and create an API key on the [account page](/account); then one request orders a part. The
[reference](/docs) describes every endpoint, and the [start page](/) has a first request in several languages.`,
    keywords:
      'api rest order automatically developer integration key automate shop webhook sdk sandbox test',
  },
  {
    id: 'agents',
    title: 'Can an AI agent order for me?',
    text: `Yes, with the tools of the agent endpoint (MCP) at /api/mcp: prices, checks and tracking by code need no key, quotes and orders need the
API key of your account. [Programs are told](/llms.txt) to ask you before they order.`,
    keywords: 'mcp claude chatgpt assistant llm language model tool server',
  },
  {
    id: 'spending-limits',
    title: 'Can I limit what programs spend?',
    text: `Yes: the [account page](/account) sets how much programs may charge to your card in a day, in all and with the API key. An order beyond
the limit is refused, and nothing is charged.`,
    keywords: 'budget cap maximum spending limit daily',
  },
]
