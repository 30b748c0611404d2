// Buttons that print the page; hidden without this script.
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
