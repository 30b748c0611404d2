// A language selected for one sample applies to all samples, including those on later pages.
import { localSetting } from '../base/local-setting.ts'

const lastLanguage = localSetting('docs-language')

export function followLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[data-language]')]
  const choose = (language: string) => {
    for (const choice of choices) if (choice.value === language) choice.checked = true
  }
  const last = lastLanguage.read()
  if (last !== null) choose(last)
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      // The samples above the selected one may change their height.
      const before = choice.getBoundingClientRect().top
      choose(choice.value)
      scrollBy(0, choice.getBoundingClientRect().top - before)
      lastLanguage.write(choice.value)
    })
  }
}
