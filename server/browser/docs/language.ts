// A language that is chosen for one sample is chosen for all, on later pages too.

const key = 'docs-language'

export function followLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[data-language]')]
  const choose = (language: string) => {
    for (const choice of choices) if (choice.value === language) choice.checked = true
  }
  const last = remembered()
  if (last !== null) choose(last)
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      // The samples above the chosen one may change their height.
      const before = choice.getBoundingClientRect().top
      choose(choice.value)
      scrollBy(0, choice.getBoundingClientRect().top - before)
      remember(choice.value)
    })
  }
}

/** Browsers may refuse storage. */
function remembered(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // The choice holds for this page.
  }
}
