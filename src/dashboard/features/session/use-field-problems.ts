import { useState } from 'react'

/** What is wrong with a field, as the server would say it. */
function problemOf({ validity, minLength }: HTMLInputElement): string {
  if (validity.tooShort) return `must be at least ${minLength} characters`
  return validity.typeMismatch ? 'must be a valid e-mail address' : 'is required'
}

/**
 * Finds with the browser's own means what is wrong with a form's fields, so that the first page needs no code for that.
 * It is said at the fields instead of in the browser's bubbles, which go away; `noValidate` of the form keeps those back.
 */
export function useFieldProblems() {
  const [problems, setProblems] = useState<Record<string, string>>({})
  /** Whether nothing is wrong. Otherwise the focus goes to the first field with a problem. */
  const isFine = (form: HTMLFormElement): boolean => {
    const wrong = [...form.querySelectorAll('input')].filter(({ validity }) => !validity.valid)
    setProblems(Object.fromEntries(wrong.map((input) => [input.name, problemOf(input)])))
    wrong[0]?.focus()
    return wrong.length === 0
  }
  return { problems, isFine }
}
